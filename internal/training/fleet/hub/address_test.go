package hub

import (
	"net"
	"strings"
	"testing"
	"time"
)

// A hub that cannot listen on its address says so at once.
func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, addr := range []string{l.Addr().String(), "192.0.2.1:0"} {
		began := time.Now()
		_, err := Start(Config{Dir: t.TempDir(), Fleet: "f", Addr: addr, Bytes: 64 << 20,
			Tell: func(string) {}}, nil)
		if err == nil || !strings.Contains(err.Error(), addr) || time.Since(began) > startTime/2 {
			t.Errorf("a hub on %s: %v after %v", addr, err, time.Since(began))
		}
	}
}
