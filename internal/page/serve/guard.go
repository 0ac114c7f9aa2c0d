package serve

import (
	"fmt"
	stdnet "net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"epaminondas/internal/page/api"
)

// guard refuses requests from foreign pages and for foreign host names, which stops cross-site
// requests and DNS rebinding. It accepts any port, because a tunnel or a container may forward
// another port to the server. The Origin of a request must have the same port as its Host.
type guard struct {
	own   []string // names and addresses of the server
	extra []string // additional names, for example of a proxy with TLS
	anyIP bool     // the server listens on every interface: any IP address is allowed
}

// newGuard returns the guard of a server that listens on an address. hosts are other host names
// that lead to the server.
func newGuard(address string, hosts []string) (guard, error) {
	host, _, err := stdnet.SplitHostPort(address)
	if err != nil {
		return guard{}, fmt.Errorf("serve: Address is %q, want host:port", address)
	}
	g := guard{own: []string{canonical(host), "localhost", "127.0.0.1", "::1"}}
	ip, err := netip.ParseAddr(host)
	g.anyIP = host == "" || err == nil && ip.IsUnspecified()
	for _, name := range hosts {
		if !IsHost(name) {
			return guard{}, fmt.Errorf("serve: Hosts has %q, want a name or an IP address, without a port", name)
		}
		g.extra = append(g.extra, canonical(name))
	}
	return g, nil
}

// canonical returns a host name in lower case, or an IP address in its usual form.
func canonical(host string) string {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.String()
	}
	return strings.ToLower(host)
}

// IsHost reports whether a text is a host name or an IP address, without a port.
func IsHost(text string) bool {
	if _, err := netip.ParseAddr(text); err == nil {
		return true
	}
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789.-_") == ""
}

// check refuses a request for another host, or from a page of another origin.
func (g guard) check(r *http.Request) error {
	if !g.ours(r.Host) {
		return foreignHost(r.Host)
	}
	for _, origin := range r.Header["Origin"] {
		if !g.same(origin, r.Host) {
			return Refuse(http.StatusForbidden,
				"origin %q is not this server's page: open http://%s/", api.Shorten(origin), r.Host)
		}
	}
	// A foreign page can make a browser send GET without an Origin, as for an image. The page
	// learns nothing, but the server would do the work.
	if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, callPath) &&
		!slices.Contains([]string{"", "same-origin", "none"}, site) {
		return Refuse(http.StatusForbidden,
			"another site sent this request (Sec-Fetch-Site is %q): open http://%s/",
			api.Shorten(site), r.Host)
	}
	return nil
}

// foreignHost refuses a host, and names the option that allows it.
func foreignHost(host string) error {
	name, ok := hostName(host)
	if !ok {
		return Refuse(http.StatusForbidden, "%q is not the host of this server, and no host name: "+
			"open the address that the program has printed", api.Shorten(host))
	}
	return Refuse(http.StatusForbidden, "%q is not the host of this server. If you know this name, "+
		"start the program with --host %s and reload; else open the address that the program has printed",
		api.Shorten(host), api.Shorten(name))
}

// same reports whether an origin is the page of this server at a host. A proxy in front of the
// server may add TLS, but only under an extra name.
func (g guard) same(origin, host string) bool {
	rest, ok := strings.CutPrefix(origin, "http://")
	if name, _ := hostName(host); !ok && slices.Contains(g.extra, name) {
		rest, ok = strings.CutPrefix(origin, "https://")
	}
	return ok && strings.EqualFold(rest, host)
}

// ours reports whether a host, with or without a port, is this server. Only a name can be rebound to
// another address, so a server on every interface accepts any IP address.
func (g guard) ours(host string) bool {
	name, ok := hostName(host)
	_, err := netip.ParseAddr(name)
	return ok && (g.anyIP && err == nil || slices.Contains(g.own, name) || slices.Contains(g.extra, name))
}

// hostName returns the canonical name or IP address in a Host header, without the port and brackets.
func hostName(host string) (name string, ok bool) {
	name, rest := host, ""
	if inside, bracketed := strings.CutPrefix(host, "["); bracketed {
		if name, rest, ok = strings.Cut(inside, "]"); !ok || !strings.Contains(name, ":") {
			return "", false
		}
	} else if i := strings.IndexByte(host, ':'); i >= 0 {
		name, rest = host[:i], host[i:]
	}
	if rest != "" {
		n, err := strconv.ParseUint(strings.TrimPrefix(rest, ":"), 10, 16)
		if err != nil || n == 0 || rest != ":"+strconv.FormatUint(n, 10) {
			return "", false
		}
	}
	return canonical(name), IsHost(name)
}

// setHeaders sets headers that forbid the page everything that it does not need.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; font-src "+
		"'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "+
		"frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}
