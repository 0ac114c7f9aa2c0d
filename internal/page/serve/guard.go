package serve

import (
	"fmt"
	stdnet "net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"epaminondas/internal/page/answer"
	"epaminondas/internal/page/desk"
)

// guard refuses requests that a foreign page or a name of somebody else's sends (cross-site
// requests, DNS rebinding).
type guard struct {
	hosts []string // that a request may be for
	port  string
	anyIP bool // the server listens on every interface: any address that is not a name may be meant
}

// newGuard returns the guard of a server that listens on address.
func newGuard(address string) (guard, error) {
	host, port, err := stdnet.SplitHostPort(address)
	if err != nil {
		return guard{}, fmt.Errorf("serve: Address is %q, want host:port", address)
	}
	g := guard{port: port}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		g.anyIP, host = true, "localhost"
	}
	for _, name := range []string{host, "localhost", "127.0.0.1", "::1"} {
		g.hosts = append(g.hosts, stdnet.JoinHostPort(name, port))
	}
	if port == "80" { // which browsers leave out
		g.hosts = append(g.hosts, host, "localhost", "127.0.0.1", "[::1]")
	}
	return g, nil
}

// check refuses what is not meant for this server, or was sent by a page that is not ours.
func (g guard) check(r *http.Request) error {
	if !g.ours(r.Host) {
		return answer.Refuse(http.StatusForbidden, "host %q is not this server: open http://%s/",
			desk.Shorten(r.Host), g.hosts[0])
	}
	for _, origin := range r.Header["Origin"] {
		if origin != "http://"+r.Host {
			return answer.Refuse(http.StatusForbidden,
				"origin %q is not this server's page: open http://%s/", desk.Shorten(origin), r.Host)
		}
	}
	// A page elsewhere can have a browser ask with GET without an Origin, as for an image: it
	// learns nothing, but keeps us at work.
	if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, callPath) &&
		!slices.Contains([]string{"", "same-origin", "none"}, site) {
		return answer.Refuse(http.StatusForbidden,
			"a page elsewhere has your browser ask (Sec-Fetch-Site is %q): open http://%s/",
			desk.Shorten(site), g.hosts[0])
	}
	return nil
}

func (g guard) ours(host string) bool {
	if slices.Contains(g.hosts, host) {
		return true
	}
	if g.port == "80" && !strings.HasSuffix(host, ":80") { // which browsers leave out
		host += ":80"
	}
	address, err := netip.ParseAddrPort(host)
	return g.anyIP && err == nil && fmt.Sprint(address.Port()) == g.port
}

// setHeaders forbids the page everything that it does not need.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src "+
		"'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}
