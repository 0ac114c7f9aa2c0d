package hub

import (
	"fmt"
	"strings"
	"testing"
)

// The hub tells once of each unknown key, and not of any number of keys that a stranger makes up.
func TestUnknownKeysAreToldOnce(t *testing.T) {
	var told []string
	d := &authenticator{owner: newKey(t), refused: map[string]bool{}, tell: func(text string) {
		told = append(told, text)
	}}
	for range 3 {
		d.refuse("KEY\n")
	}
	if len(told) != 1 || !strings.Contains(told[0], `"KEY\n"`) || !strings.Contains(told[0], "revoked") {
		t.Errorf("the hub tells %q", told)
	}
	d.refuse(strings.Repeat("x", 1000))
	for n := range 2 * mostRefused {
		d.refuse(fmt.Sprint(n))
	}
	if len(told) != mostRefused {
		t.Errorf("the hub tells of %d keys, want %d", len(told), mostRefused)
	}
}
