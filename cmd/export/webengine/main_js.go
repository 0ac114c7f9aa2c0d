// Command webengine is the service of package api as a WebAssembly program. It replaces the server:
// it runs in a web worker of the page that export --web writes. The worker gives it a checkpoint
// and then calls, one after the other. It answers each call with messages to the page.
//
// The program has one thread, and messages to the worker wait until a search ends. To stop a
// search, the page ends the worker, which takes no time, and starts a new one.
package main

import (
	"context"
	"syscall/js"
	"time"

	"epaminondas/internal/page/api"
)

// call is a request of the page.
type call struct{ name, body string }

// main answers calls until the worker ends. The worker passes the calls to the global function
// "ask".
func main() {
	given := js.Global().Get("given") // the worker sets it before it starts this program
	name := given.Get("name").String()
	d, err := openService(bytesOf(given.Get("model")), bytesOf(given.Get("lines")), name)
	if err != nil {
		write(message{Failure: api.Failure{Error: err.Error()}, Lost: true}, send)
		return
	}
	calls := make(chan call, 1) // the page sends a worker one call at a time
	js.Global().Set("ask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		calls <- call{args[0].String(), args[1].String()}
		return nil
	}))
	write(message{Reply: struct{}{}}, send) // it has started
	for c := range calls {
		serve(context.Background(), d, c.name, []byte(c.body), send)
	}
}

// bytesOf returns the bytes of a Uint8Array.
func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(b, array)
	return b
}

// send sends a message to the page, and lets due timers run.
func send(text string) {
	js.Global().Call("postMessage", text)
	time.Sleep(time.Nanosecond)
}
