package serve

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestError(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		retry  string
	}{
		{errors.New(`a "fault"` + "\xff"), http.StatusInternalServerError, ""},
		{Refuse(http.StatusNotFound, "no run %q", "x"), http.StatusNotFound, ""},
		{fmt.Errorf("around: %w", Refuse(http.StatusTooManyRequests, "busy")), http.StatusTooManyRequests,
			"1"},
	} {
		w := httptest.NewRecorder()
		Error(w, statusOf(test.err), test.err)
		if w.Code != test.status || w.Header().Get("Retry-After") != test.retry ||
			w.Header().Get("Content-Type") != "application/json" ||
			w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%v is answered with %d, %v", test.err, w.Code, w.Header())
		}
	}
	w := httptest.NewRecorder()
	w.Header().Set("Retry-After", "5")
	Error(w, http.StatusTooManyRequests, errors.New(`"<busy>"`))
	if got, want := w.Body.String(), `{"error":"\"\u003cbusy\u003e\""}`+"\n"; got != want ||
		w.Header().Get("Retry-After") != "5" {
		t.Errorf("got %s with %v, want %s", got, w.Header(), want)
	}
}

func TestJSON(t *testing.T) {
	w := httptest.NewRecorder()
	if err := JSON(w, []int{1, 2}); err != nil || w.Body.String() != "[1,2]\n" ||
		w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v, %q, %v", err, w.Body, w.Header())
	}
	w = httptest.NewRecorder()
	if err := JSON(w, math.NaN()); err == nil || w.Body.Len() > 0 {
		t.Errorf("NaN gives %v, %q", err, w.Body)
	}
}
