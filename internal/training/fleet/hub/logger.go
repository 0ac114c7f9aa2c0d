package hub

import (
	"fmt"
	"strings"
)

// logger passes on warnings and errors of the server.
type logger struct {
	tell   func(text string)
	folder string       // of the streams
	failed chan<- error // holds at most one
}

// lost reports whether a message says that the server can no longer store batches. The server does not
// log the limits of a stream.
func lost(text string) bool {
	for _, words := range []string{
		"JetStream failed to store a msg", "ritical write error", "will be DISABLED", "disabling JetStream",
	} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

func (l logger) say(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	// A stranger connected and left, or the authenticator refused it.
	if strings.Contains(text, "TLS handshake error") || strings.Contains(text, "authentication error") {
		return
	}
	if lost(text) {
		l.fail(text)
		return
	}
	l.tell("hub: " + text)
}

// fail reports that the server can no longer store batches.
func (l logger) fail(text string) {
	err := fmt.Errorf("hub: cannot write to %s (%s): check the disk and its free space, then start "+
		"\"fleet serve\" again; no game is lost, because the workers keep them", l.folder, text)
	select {
	case l.failed <- err:
	default: // the first error is the cause
	}
}

func (l logger) Noticef(string, ...any)         {}
func (l logger) Warnf(format string, v ...any)  { l.say(format, v...) }
func (l logger) Fatalf(format string, v ...any) { l.fail(fmt.Sprintf(format, v...)) }
func (l logger) Errorf(format string, v ...any) { l.say(format, v...) }
func (l logger) Debugf(format string, v ...any) {}
func (l logger) Tracef(format string, v ...any) {}
