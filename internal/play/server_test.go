package play

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"epaminondas/game"
)

const address = "127.0.0.1:8080"

func newServer(t testing.TB, cfg Config) http.Handler {
	t.Helper()
	if cfg.Address == "" {
		cfg.Address = address
	}
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// request is one as a browser on the page sends it.
func request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = address
	r.Header.Set("Origin", "http://"+address)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func answer(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// post sends a request and reads its answer, which must be 200.
func post[T any](t testing.TB, h http.Handler, path string, body any) T {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	w := answer(h, request(http.MethodPost, path, string(data)))
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %s", path, data, w.Code, w.Body)
	}
	var reply T
	d := json.NewDecoder(w.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

func TestPage(t *testing.T) {
	h := newServer(t, Config{})
	kinds := map[string]string{"/": "text/html", "/assets/main.js": "text/javascript", "/assets/style.css": "text/css", "/assets/icon.svg": "image/svg+xml"}
	for path, kind := range kinds {
		w := answer(h, request(http.MethodGet, path, ""))
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) || w.Body.Len() == 0 {
			t.Errorf("%s: %d, %s, %d bytes", path, w.Code, w.Header().Get("Content-Type"), w.Body.Len())
		}
		for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "ETag"} {
			if w.Header().Get(header) == "" {
				t.Errorf("%s has no %s", path, header)
			}
		}
		again := request(http.MethodGet, path, "")
		again.Header.Set("If-None-Match", w.Header().Get("ETag"))
		if w := answer(h, again); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s with its ETag: %d, %d bytes", path, w.Code, w.Body.Len())
		}
		if w := answer(h, request(http.MethodHead, path, "")); w.Code != http.StatusOK || w.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d, %d bytes", path, w.Code, w.Body.Len())
		}
	}
}

// The page may name no other place than this server, and no style or script of its own that the policy forbids.
func TestAssetsLoadNothingFromElsewhere(t *testing.T) {
	h := newServer(t, Config{}).(*server)
	for path, a := range h.assets {
		text := strings.ReplaceAll(string(a.data), "http://www.w3.org/2000/svg", "")
		for _, word := range []string{"http://", "https://", "//cdn", "@import", "<style", "style=\"", "onclick=", "eval("} {
			if strings.Contains(text, word) {
				t.Errorf("%s contains %q", path, word)
			}
		}
	}
}

func TestBoards(t *testing.T) {
	w := answer(newServer(t, Config{}), request(http.MethodGet, "/api/boards", ""))
	var list boardList
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Boards) != len(presets) || list.Open != presets[0].Rules || len(list.Levels) != len(levels) {
		t.Errorf("boards: %+v", list)
	}
	for _, b := range list.Boards {
		if _, err := game.ParseRules(b.Rules); err != nil {
			t.Error(err)
		}
	}
}

// The board that the page opens on is a preset where there is one like it, and is listed where there is none.
func TestOpenBoard(t *testing.T) {
	for _, tt := range []struct {
		cfg    Config
		open   string
		boards int
	}{
		{Config{}, "epaminondas,max_plies=300", 4},
		{Config{Rules: "crossings"}, "crossings,max_plies=150", 4},
		{Config{Rules: "epaminondas:10x8"}, "epaminondas:10x8", 5},
		{Config{Rules: "crossings,max_plies=9"}, "crossings,max_plies=9", 5},
		{Config{ModelRules: "epaminondas:4x6x1"}, "epaminondas:4x6x1,max_plies=60", 4},
		{Config{Rules: "crossings", ModelRules: "epaminondas:4x6x1"}, "crossings,max_plies=150", 4},
	} {
		list, err := newBoardList(tt.cfg, "x")
		if err != nil || list.Open != tt.open || len(list.Boards) != tt.boards {
			t.Errorf("%+v: open %s, %d boards, %v; want %s and %d", tt.cfg, list.Open, len(list.Boards), err, tt.open, tt.boards)
		}
	}
	if _, err := newBoardList(Config{Rules: "chess"}, "x"); err == nil {
		t.Error("a page opens on chess")
	}
}

// What is said of a position is what package game says of it, at every move of games on all boards.
func TestPositionAgreesWithTheRules(t *testing.T) {
	h := newServer(t, Config{})
	for _, preset := range presets {
		q := positionRequest{Rules: preset.Rules, Moves: []string{}}
		rules, err := game.ParseRules(preset.Rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.NewBoard(rules)
		if err != nil {
			t.Fatal(err)
		}
		s := b.Start()
		for ply := range 60 {
			reply := post[positionReply](t, h, "/api/position", q)
			checkPosition(t, &s, reply)
			legal := s.AppendMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[(ply*7919+13)%len(legal)]
			q.Moves = append(q.Moves, s.FormatMove(m, game.RearNotation))
			s.Play(m)
		}
	}
}

func checkPosition(t *testing.T, s *game.State, reply positionReply) {
	t.Helper()
	outcome, reason := s.Outcome()
	if reply.Position != s.String() || reply.Outcome != outcome.String() || reply.Reason != reason.String() || reply.Turn != s.Turn().String() ||
		reply.White.Far != s.FarCount(game.White) || reply.Black.Far != s.FarCount(game.Black) {
		t.Fatalf("%s: told of %+v", s, reply)
	}
	legal := s.AppendMoves(nil)
	if len(reply.Moves) != len(legal) || len(reply.Line) != s.Ply() || (reply.Last == nil) != (s.Ply() == 0) {
		t.Fatalf("%s: %d moves and %d played, want %d and %d", s, len(reply.Moves), len(reply.Line), len(legal), s.Ply())
	}
	for i, m := range legal {
		checkMove(t, s, m, reply.Moves[i])
	}
}

// checkMove plays a move and compares the stones: the phalanx leaves, it lands, what is captured is gone.
func checkMove(t *testing.T, s *game.State, m game.Move, info moveInfo) {
	t.Helper()
	head, err := s.ParseMove(info.Head, game.HeadNotation)
	if text := s.FormatMove(m, game.RearNotation); info.Text != text || err != nil || head != m {
		t.Fatalf("%s: %s is told as %+v", s, text, info)
	}
	if last := len(info.Landing) - 1; info.Landing[last] != s.Landing(m).String() || info.Landing[0] != m.RearLanding().String() || info.Phalanx[0] != info.Rear {
		t.Fatalf("%s: %+v lands on %s", s, info, s.Landing(m))
	}
	mover := s.Turn()
	own, enemy := set(names(s.Stones(mover))), set(names(s.Stones(mover.Other())))
	for _, name := range info.Phalanx {
		delete(own, name)
	}
	for _, name := range info.Landing {
		own[name] = true
	}
	for _, name := range info.Captured {
		delete(enemy, name)
	}
	after := *s
	after.Play(m)
	if !same(own, names(after.Stones(mover))) || !same(enemy, names(after.Stones(mover.Other()))) {
		t.Fatalf("%s: %+v leads to %s", s, info, &after)
	}
}

func set(names []string) map[string]bool {
	m := map[string]bool{}
	for _, name := range names {
		m[name] = true
	}
	return m
}

func same(a map[string]bool, b []string) bool {
	for _, name := range b {
		if !a[name] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestStart(t *testing.T) {
	h := newServer(t, Config{})
	reply := post[positionReply](t, h, "/api/position", positionRequest{Rules: "epaminondas:4x6x1", Start: ".b../..../..../..../..../w.ww b 5", Moves: []string{"b6-b5"}})
	if reply.Turn != "white" || reply.Ply != 6 || len(reply.White.Stones) != 3 || reply.Last.Text != "b6-b5" {
		t.Errorf("%+v", reply)
	}
}

func TestErrorsAreJSON(t *testing.T) {
	w := answer(newServer(t, Config{}), request(http.MethodPost, "/api/position", `{"rules":"epaminondas","moves":["a1-a9"]}`))
	var reply map[string]string
	if err := json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&reply); err != nil || len(reply) != 1 {
		t.Fatalf("%s: %v", w.Body, err)
	}
	if text := reply["error"]; w.Code != http.StatusBadRequest || !strings.Contains(text, "move 1") || !strings.Contains(text, "a1-a9") {
		t.Errorf("%d %s", w.Code, text)
	}
}
