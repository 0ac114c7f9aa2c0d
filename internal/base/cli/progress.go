package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"epaminondas/internal/base/process"
)

const (
	logInterval = 30 * time.Second // between two lines if there is no terminal
	barWidth    = 24               // characters between the bars
	barFrame    = 11               // "\r 100% |", "|  " and a last space
	redrawEvery = 65 * time.Millisecond
)

// theme draws the bar with characters that all terminal fonts have.
var theme = progressbar.Theme{Saucer: "█", SaucerPadding: "·", BarStart: "|", BarEnd: "|"}

// isTerminal reports whether w is a terminal, so that a bar can be drawn.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Progress shows how far a long task is. On a terminal it draws a bar with the time left. Elsewhere
// it prints a line every 30 seconds. Close prints a last line in both cases. Several goroutines may
// call its methods, and a nil *Progress shows nothing.
type Progress struct {
	mu     sync.Mutex
	w      io.Writer
	label  string
	status string
	bar    *progressbar.ProgressBar // nil if w is no terminal or total is not known yet
	onTerm bool

	total, done int64
	first       int64         // done at the first Set: the work of an earlier process
	begun       bool          // Set was called
	started     time.Time     // start of the work counted by done - first
	shown       time.Time     // last bar or line
	next        time.Duration // time from shown to the next line if there is no terminal
	now         func() time.Time
	stop        func() // stops its clock; may be nil
}

// NewProgress shows a task of total units on w, normally stderr. The total may be 0 until SetTotal
// sets it.
func NewProgress(w io.Writer, label string, total int64) *Progress {
	running := process.StartClock() // so that a pause does not change the estimate
	p := newProgress(w, label, total, isTerminal(w), running.Now)
	p.stop = sync.OnceFunc(running.Stop)
	return p
}

func newProgress(w io.Writer, label string, total int64, onTerm bool, now func() time.Time) *Progress {
	p := &Progress{w: w, label: label, onTerm: onTerm, now: now, next: logInterval}
	p.started = now()
	p.shown = p.started
	p.setTotal(total)
	return p
}

// with locks p and calls change. It does nothing for nil.
func (p *Progress) with(change func()) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// Soon makes the first line without a terminal come after d instead of 30 seconds. Use it for a task
// whose start may take long.
func (p *Progress) Soon(d time.Duration) { p.with(func() { p.next = d }) }

// SetTotal changes the number of units of the whole task.
func (p *Progress) SetTotal(total int64) { p.with(func() { p.setTotal(total) }) }

func (p *Progress) setTotal(total int64) {
	if total == p.total || total <= 0 {
		return
	}
	p.total = total
	if !p.onTerm {
		return
	}
	p.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionSetTheme(theme),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetPredictTime(false), // restarted tasks need our own prediction
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish())
	p.show()
}

// Set sets the number of finished units. Units in the first call count as done before and do not
// affect the estimate of the time left. A task that continues earlier work therefore begins with a
// call of Set.
func (p *Progress) Set(done int64) { p.with(func() { p.set(done) }) }

// Add adds n finished units.
func (p *Progress) Add(n int64) {
	p.with(func() {
		p.begun = true
		p.set(p.done + n)
	})
}

func (p *Progress) set(done int64) {
	if !p.begun {
		p.begun = true
		p.first, p.started = done, p.now()
	}
	p.done = done
	p.show()
}

// Status replaces the text behind the bar, for example a running score.
func (p *Progress) Status(text string) {
	p.with(func() {
		p.status = text
		p.show()
	})
}

// Println prints a line above the bar.
func (p *Progress) Println(text string) {
	p.with(func() {
		p.println(text)
		p.show()
	})
}

// Close removes the bar and prints the last line.
func (p *Progress) Close() {
	p.with(func() {
		p.println(fmt.Sprintf("%s: %s in %s%s", p.label, p.counts(), round(p.now().Sub(p.started)), p.tail()))
		p.bar = nil
		if p.stop != nil {
			p.stop()
		}
	})
}

// show draws the bar or, without a terminal, prints a line when one is due. It ignores errors: the
// work must continue even if its progress cannot be shown.
func (p *Progress) show() {
	now := p.now()
	switch {
	case p.bar != nil && (now.Sub(p.shown) >= redrawEvery || p.done >= p.total):
		_ = p.bar.Set64(min(p.done, p.total))
		text := fmt.Sprintf("%s %d/%d%s%s", p.label, p.done, p.total, p.eta(), p.tail())
		p.bar.Describe(fit(text, p.room()))
	case !p.onTerm && now.Sub(p.shown) >= p.next:
		p.println(fmt.Sprintf("%s: %s%s%s", p.label, p.counts(), p.eta(), p.tail()))
	default:
		return
	}
	p.shown, p.next = now, logInterval
}

func (p *Progress) println(text string) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(p.w, text)
}

// counts returns "37/100 (37%)", or "37" while the total is unknown.
func (p *Progress) counts() string {
	if p.total <= 0 {
		return fmt.Sprint(p.done)
	}
	return fmt.Sprintf("%d/%d (%d%%)", p.done, p.total, 100*p.done/p.total)
}

// eta returns ", 3m20s left" from the mean rate of this process, or "" while the rate is unknown.
func (p *Progress) eta() string {
	worked := p.done - p.first
	if p.total <= 0 || worked <= 0 || p.done >= p.total {
		return ""
	}
	spent := p.now().Sub(p.started)
	left := time.Duration(float64(spent) / float64(worked) * float64(p.total-p.done))
	return fmt.Sprintf(", %s left", left.Round(time.Second))
}

func (p *Progress) tail() string {
	if p.status == "" {
		return ""
	}
	return ", " + p.status
}

// room returns the number of characters that fit behind the bar on one line.
func (p *Progress) room() int {
	width := 80
	if f, ok := p.w.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			width = w
		}
	}
	return width - barWidth - barFrame
}

// fit cuts text to at most n characters.
func fit(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	runes := []rune(text)
	return string(runes[:max(n, 0)])
}

// round rounds a duration to the precision that readers need.
func round(d time.Duration) time.Duration {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond)
	case d < time.Minute:
		return d.Round(100 * time.Millisecond)
	default:
		return d.Round(time.Second)
	}
}
