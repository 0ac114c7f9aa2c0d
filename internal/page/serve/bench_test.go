package serve

import (
	"context"
	"epaminondas/internal/page/api"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkClick measures the wait for the answer to a click beside two searches and two analyses.
// It uses as many threads as cores, and then one more for each search, as in cmd/play. It reports
// the median and the slowest answer, in ms.
func BenchmarkClick(b *testing.B) {
	d := newService(b, api.Config{})
	cores := runtime.GOMAXPROCS(0)
	for _, threads := range []int{cores, cores + d.Searches()} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
			url := startServer(b, d, func(*http.Server) {})
			ctx, cancel := context.WithCancel(b.Context())
			var wait sync.WaitGroup
			for range 2 {
				wait.Go(func() {
					busy(ctx, url+"/api/move", `{"rules":"epaminondas,max_plies=300","level":15}`)
				})
				wait.Go(func() { busy(ctx, url+"/api/analyse", `{"rules":"epaminondas,max_plies=300"}`) })
			}
			time.Sleep(500 * time.Millisecond)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				post(ctx, url+"/api/position", goodBody)
				took = append(took, time.Since(began))
				time.Sleep(10 * time.Millisecond) // faster than any person clicks
			}
			cancel()
			wait.Wait()
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms/median")
			b.ReportMetric(took[len(took)-1].Seconds()*1000, "ms/slowest")
		})
	}
}

// busy sends requests without a pause.
func busy(ctx context.Context, url, body string) {
	for ctx.Err() == nil {
		post(ctx, url, body)
	}
}

// post sends a request and reads all of its answer, if there is one.
func post(ctx context.Context, url, body string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
}
