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

// guard refuses requests from foreign pages and for foreign host names. So it stops cross-site
// requests and DNS rebinding.
type guard struct {
	hosts []string // allowed host names
	port  string
	anyIP bool // the server listens on every interface: any IP address is allowed
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
	if port == "80" { // browsers omit the default port
		g.hosts = append(g.hosts, host, "localhost", "127.0.0.1", "[::1]")
	}
	return g, nil
}

// check refuses a request for another host, or from a page of another origin.
func (g guard) check(r *http.Request) error {
	if !g.ours(r.Host) {
		return answer.Refuse(http.StatusForbidden, "%q is not the host of this server: open http://%s/",
			desk.Shorten(r.Host), g.hosts[0])
	}
	for _, origin := range r.Header["Origin"] {
		if origin != "http://"+r.Host {
			return answer.Refuse(http.StatusForbidden,
				"origin %q is not this server's page: open http://%s/", desk.Shorten(origin), r.Host)
		}
	}
	// A foreign page can make a browser send GET without an Origin, as for an image. The page
	// learns nothing, but the server would do the work.
	if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, callPath) &&
		!slices.Contains([]string{"", "same-origin", "none"}, site) {
		return answer.Refuse(http.StatusForbidden,
			"another site sent this request (Sec-Fetch-Site is %q): open http://%s/",
			desk.Shorten(site), g.hosts[0])
	}
	return nil
}

func (g guard) ours(host string) bool {
	if slices.Contains(g.hosts, host) {
		return true
	}
	if g.port == "80" && !strings.HasSuffix(host, ":80") { // browsers omit the default port
		host += ":80"
	}
	address, err := netip.ParseAddrPort(host)
	return g.anyIP && err == nil && fmt.Sprint(address.Port()) == g.port
}

// setHeaders sets headers that forbid the page everything that it does not need.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src "+
		"'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}
