package serve

import (
	"encoding/json"
	"epaminondas/internal/page/api"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// hostile is a valid request for a position with a change that the server must refuse.
type hostile struct {
	status int
	want   string // text that the answer contains
	change func(*http.Request)
}

const goodBody = `{"rules":"crossings","start":"","moves":[]}`

// calls has the names of all calls of a service.
var calls = []string{"analyse", "boards", "export", "import", "move", "position", "review", "lesson",
	"attempt"}

// posted is a body that every call in a list must refuse.
type posted struct {
	status int
	want   string
	body   string
	calls  []string
}

// games has the names of the calls that take a game.
var games = []string{"analyse", "export", "move", "position", "review"}

// wrongJSON has bodies that every call must refuse.
var wrongJSON = []posted{
	{400, "the body is", ``, calls},
	{400, "the body is", " \n\t", calls},
	{400, "the body is \"null\"", `null`, calls},
	{400, "the body is \"[]\"", `[]`, calls},
	{400, "the body is", `"x"`, calls},
	{400, "the body is \"12\"", `12`, calls},
	{400, "the body is \"true\"", `true`, calls},
	{400, "unexpected EOF", `{`, calls},
	{400, "unexpected EOF", `{"x`, calls},
	{400, "invalid character", `{"x":1,}`, calls},
	{400, "invalid character", `{'x':1}`, calls},
	{400, "invalid character", `{}}`, calls},
	{400, "more text follows the end", `{}{}`, calls},
	{400, "more text follows the end", `{} "x"`, calls},
	{400, "unknown field \"x\"", `{"x":1}`, calls},
	{400, "unknown field \"__proto__\"", `{"__proto__":{}}`, calls},
	{400, "the body is", "\xff\xfe{}", calls},
	{400, "the body is", "\x00", calls},
	{400, "the body is \"<xml", `<xml/>`, calls},
	{400, "the body is \"a=b", `a=b&c=d`, calls},
	{413, "larger than", strings.Repeat(" ", api.MaxBody+1), calls},
	{413, "larger than", `{"rules":"` + strings.Repeat("a", api.MaxBody), calls},
	{400, "depth", `{"x":` + strings.Repeat("[", 50_000), calls},
	{400, "depth", strings.Repeat(`{"rules":`, 20_000), calls},
}

// wrongKinds has fields and the calls that use them. The test sends values of every other kind.
var wrongKinds = []struct {
	field, good string // good is the valid kind
	calls       []string
}{
	{"rules", "string", append(slices.Clone(games),
		"import")}, {"start", "string", games},
	{"moves", "array", append(slices.Clone(games), "attempt")}, {"step", "number", []string{"attempt"}},
	{"player", "string", []string{"analyse", "move", "review"}},
	{"level", "number", []string{"move"}}, {"seed", "number", []string{"move"}},
	{"lines", "number", []string{"analyse"}}, {"seconds", "number", []string{"analyse"}},
	{"nodes", "number", []string{"review"}}, {"ms", "number", []string{"review"}},
	{"from", "number", []string{"review"}}, {"ownership", "bool", []string{"analyse"}},
	{"text", "string", []string{"import"}}, {"notation", "string", []string{"import", "export"}},
	{"white", "string", []string{"export"}}, {"black", "string", []string{"export"}},
}

// wrongGames has games that every call with a game must refuse.
var wrongGames = []posted{
	{400, `rules ""`, `{}`, games},
	{400, "chess", `{"rules":"chess"}`, games},
	{400, "2x2", `{"rules":"epaminondas:2x2"}`, games},
	{400, "99x99", `{"rules":"epaminondas:99x99"}`, games},
	{400, "-4x6", `{"rules":"epaminondas:-4x6"}`, games},
	{400, "4x6x9", `{"rules":"epaminondas:4x6x9"}`, games},
	{400, "max_plies", `{"rules":"crossings,max_plies=-1"}`, games},
	{400, "9999999", `{"rules":"epaminondas:99999999999999999999x4"}`, games},
	{400, "epaminondas,epaminondas", `{"rules":"` + strings.Repeat("epaminondas,", 4000) + `"}`, games},
	{400, "invalid character", "{\"rules\":\"cross\x00ings\"}", games},
	{400, "symmetry", `{"rules":"crossings,symmetry=all"}`, games},
	{400, "start", `{"rules":"crossings","start":"x"}`, games},
	{400, "start", `{"rules":"crossings","start":"w/b w"}`, games},
	{400, "start", `{"rules":"crossings","start":"` + strings.Repeat("w", 60_000) + `"}`, games},
	{400, "start", `{"rules":"epaminondas:3x3x1","start":"bbb/.../www w 99999999999999999999"}`, games},
	{400, "start", `{"rules":"epaminondas:3x3x1","start":"bbb/.../www w -1"}`, games},
	{400, "start", `{"rules":"epaminondas:3x3x1","start":"bbb/.../www x"}`, games},
	{400, "start", `{"rules":"epaminondas:3x3x1","start":"bbb/.../www/ w"}`, games},
	{400, "start", `{"rules":"epaminondas:3x3x1","start":"bbb/.q./www w"}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["a1-a9"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["a8-a7"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["z1-z2"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":[""]}`, games},
	{400, "move 2", `{"rules":"crossings","moves":["a1-a2","a1-a2"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["a1-a1"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["` + strings.Repeat("a1", 20_000) + `"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["\ud800"]}`, games},
	{400, "move 1", `{"rules":"crossings","moves":["a2-a3\n"]}`, games},
	{400, "at most 2000", `{"rules":"crossings","moves":[` + strings.Repeat(`"",`, 2000) + `""]}`, games},
	{400, "2001", `{"rules":"crossings","moves":[` + strings.Repeat(`"a1-a2",`, 2000) + `"a1-a2"]}`, games},
}

// wrongValues has values out of range.
var wrongValues = []posted{
	{400, "level is 0", `{"rules":"crossings"}`, calls[4:5]},
	{400, "level is -1", `{"rules":"crossings","level":-1}`, calls[4:5]},
	{400, "choose 1 to 15", `{"rules":"crossings","level":16}`, calls[4:5]},
	{400, "level", `{"rules":"crossings","level":1.5}`, calls[4:5]},
	{400, "level", `{"rules":"crossings","level":99999999999999999999}`, calls[4:5]},
	{400, "seed", `{"rules":"crossings","level":1,"seed":-1}`, calls[4:5]},
	{400, "seed", `{"rules":"crossings","level":1,"seed":4294967296}`, calls[4:5]},
	{400, "the game is over",
		`{"rules":"epaminondas:4x6x1","start":"w..b/..../..../..../..../w... w","level":1}`, calls[4:5]},
	{400, "nobody", `{"rules":"crossings","level":1,"player":"nobody"}`,
		[]string{"move", "analyse", "review"}[:1]},
	{400, "nobody", `{"rules":"crossings","player":"nobody"}`, []string{"analyse", "review"}},
	{400, "lines is 9", `{"rules":"crossings","lines":9}`, calls[:1]},
	{400, "lines is -3", `{"rules":"crossings","lines":-3}`, calls[:1]},
	{400, "seconds is -1", `{"rules":"crossings","seconds":-1}`, calls[:1]},
	{400, "seconds", `{"rules":"crossings","seconds":1e999}`, calls[:1]},
	{400, "nodes is -1", `{"rules":"crossings","nodes":-1}`, calls[6:7]},
	{400, "nodes is 100001", `{"rules":"crossings","nodes":100001}`, calls[6:7]},
	{400, "ms is -1", `{"rules":"crossings","ms":-1}`, calls[6:7]},
	{400, "ms is 999999", `{"rules":"crossings","ms":999999}`, calls[6:7]},
	{400, "tail", `{"rules":"crossings","notation":"tail"}`, calls[2:3]},
	{400, "201 bytes", `{"rules":"crossings","white":"` + strings.Repeat("x", 201) + `"}`, calls[2:3]},
	{400, "100000 bytes", `{"rules":"crossings","black":"` + strings.Repeat("x", 100_000) + `"}`, calls[2:3]},
	{400, "the text is empty", `{}`, calls[3:4]},
	{400, "choose a board", `{"text":"a1-a2"}`, calls[3:4]},
	{400, "tail", `{"text":"a1-a2","rules":"crossings","notation":"tail"}`, calls[3:4]},
	{400, "chess", `{"text":"a1-a2","rules":"chess"}`, calls[3:4]},
	{400, "has no end", `{"text":"a1-a2 {","rules":"crossings"}`, calls[3:4]},
	{400, "more than 2000 moves", `{"text":"` + strings.Repeat("a1-a2 ", 3000) + `","rules":"crossings"}`,
		calls[3:4]},
	{400, "JSON", `{"text":"{\"moves\":` + strings.Repeat("[", 20_000) + `"}`, calls[3:4]},
	{400, "line 1", `{"text":"[Rules x]"}`, calls[3:4]},
	{400, "alert(1)", `{"text":"{}<script>alert(1)</script>","rules":"crossings"}`, calls[3:4]},
}

// hostileList returns all hostile requests: at least five hundred different ones.
func hostileList() map[string]hostile {
	all := map[string]hostile{}
	for _, host := range []string{"", "evil.example", "evil.example:8080", "127.0.0.2:8080",
		"localhost:08080", "LOCALHOST.:8080", "localhost:", "localhost:0", "localhost:65536", "localhost:+80",
		"localhost:8080:8080", "[localhost]:8080", "[127.0.0.1]:8080", "[::1", "[::1]8080", "::1:8080",
		"xn--lcalhost-9za:8080",
		"127.0.0.1:8080.evil.example", "localhost.evil.example:8080", "[::2]:8080", "0.0.0.0:8080",
		"192.168.1.5:8080", "127.0.0.1:8080@evil", " 127.0.0.1:8080", "2130706433:8080", "0x7f.1:8080",
		"127.1:8080", "[::ffff:127.0.0.1]:8080",
		strings.Repeat("a", 10_000), "127.0.0.1:8080\x00", "localhost:8080/", "localhost:8080#", "*"} {
		all["host "+host] = hostile{403, fmt.Sprintf("%q is not the host", api.Shorten(host)),
			func(r *http.Request) { r.Host = host; r.Header.Del("Origin") }}
	}
	for _, origin := range []string{"", "null", "http://evil.example", "https://127.0.0.1:8080",
		"http://127.0.0.1:8081", "http://127.0.0.1", "http://localhost:8080", "HTTP://127.0.0.1:8080",
		"ftp://127.0.0.1:8080", "127.0.0.1:8080", "http://",
		"http://127.0.0.1:8080.evil.example", "http://evil.example/http://127.0.0.1:8080", "file://",
		"http://127.0.0.1:8080/", "http://user@127.0.0.1:8080", "chrome-extension://abcdef",
		"http://127.0.0.1:8080, http://evil.example", strings.Repeat("o", 5000)} {
		all["origin "+origin] = hostile{403, fmt.Sprintf("origin %q", api.Shorten(origin)),
			func(r *http.Request) { r.Header["Origin"] = []string{origin} }}
	}
	all["two origins"] = hostile{403, "evil.example",
		func(r *http.Request) { r.Header["Origin"] = []string{"http://" + address, "http://evil.example"} }}
	for _, site := range []string{"cross-site", "same-site", "Same-Origin", "nobody"} {
		for path, method := range map[string]string{"/api/position": http.MethodPost,
			"/api/training/runs": http.MethodGet} {
			all["site "+site+path] = hostile{403, fmt.Sprintf("Sec-Fetch-Site is %q", site),
				func(r *http.Request) {
					r.Method, r.URL.Path = method, path
					r.Header.Del("Origin")
					r.Header.Set("Sec-Fetch-Site", site)
				}}
		}
	}
	for _, call := range calls {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE",
			"CONNECT", "post", "BREW"} {
			all["method "+method+" "+call] = hostile{405, "method " + method,
				func(r *http.Request) { r.Method, r.URL.Path = method, "/api/"+call }}
		}
	}
	for _, file := range []string{"/", "/assets/main.js", "/assets/style.css"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get",
			"PROPFIND"} {
			all["method "+method+" "+file] = hostile{405, "method " + method,
				func(r *http.Request) { r.Method, r.URL.Path = method, file }}
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/position/", "/api//position", "//api/position",
		"/API/position", "/api/Position", "/api/position%2f", "/api/position;x", "/api/../api/position",
		"/api/./position", "/api/position.json", "/api/nothing", "/api/training", "/api/training/runs",
		"/api/training/../../etc",
		"/assets", "/assets/", "/assets/index.html", "/assets/../server.go", "/assets/../index.html",
		"/../../etc/passwd", "/etc/passwd", "/assets/%2e%2e/guard.go", "/assets/..\\..\\guard.go",
		"\\assets\\main.js", "/.git/config", "/.env", "/favicon.ico", "*", "", "/api/position\x00",
		"/assets/main.js/", "/assets/main.js\x00.css", "/index.html",
		"/assets/MAIN.JS", "/main.js", "/site/index.html", "/debug/pprof/", "/debug/vars", "/wp-login.php",
		"/cgi-bin/sh", "/%", "/\u202e", "/..", "/...", "/ ", "http://evil.example/",
		"/" + strings.Repeat("x", 8000), "/" + strings.Repeat("../", 2000)} {
		all["path "+path] = hostile{404, fmt.Sprintf("nothing at %q", api.Shorten(path)),
			func(r *http.Request) { r.URL.Path = path }}
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x", "application/jsonp", "application/json; ;;", "text/json",
		"application/json/x", "json", "*/*", "application/x-ndjson", strings.Repeat("t", 5000)} {
		all["type "+kind] = hostile{415, fmt.Sprintf("Content-Type is %q", api.Shorten(kind)),
			func(r *http.Request) { r.Header.Set("Content-Type", kind) }}
	}
	for _, p := range slices.Concat(wrongJSON, wrongGames, wrongValues, kindsOfFields()) {
		for _, call := range p.calls {
			all[call+" "+p.body] = hostile{p.status, p.want,
				func(r *http.Request) { r.URL.Path = "/api/" + call; setBody(r, p.body) }}
		}
	}
	return all
}

// kindsOfFields tries a value of every wrong kind in each field.
func kindsOfFields() []posted {
	var list []posted
	for _, f := range wrongKinds {
		for kind, value := range map[string]string{"string": `"x"`, "number": `7`, "bool": `true`,
			"object": `{"a":1}`, "array": `[[]]`} {
			if kind != f.good || kind == "array" {
				list = append(list, posted{400, f.field, `{"` + f.field + `":` + value + `}`, f.calls})
			}
		}
	}
	return list
}

// The server refuses every hostile request with the right status and one line with the fault.
// Afterwards it works as before.
func TestHostileRequests(t *testing.T) {
	h := newServer(t, Config{})
	all := hostileList()
	if len(all) < 500 {
		t.Fatalf("only %d requests", len(all))
	}
	for name, tt := range all {
		r := request(http.MethodPost, "/api/position", goodBody)
		tt.change(r)
		w := ask(h, r)
		var reply api.Failure
		if err := json.Unmarshal(w.Body.Bytes(), &reply); w.Code != tt.status || err != nil ||
			len(reply.Error) < 20 || len(reply.Error) > 600 || !strings.Contains(reply.Error, tt.want) {
			t.Errorf("%s: %d %s, want %d and %q", api.Shorten(name), w.Code, w.Body, tt.status, tt.want)
		}
	}
	t.Logf("%d hostile requests", len(all))
	if w := ask(h, request(http.MethodPost, "/api/position", goodBody)); w.Code != http.StatusOK {
		t.Errorf("a good request after %d bad ones: %d %s", len(all), w.Code, w.Body)
	}
}

func setBody(r *http.Request, body string) { r.Body = io.NopCloser(strings.NewReader(body)) }
