// Command webengine is the desk of package desk as a WebAssembly program. It runs in a web worker of the page that
// export --web writes, where it takes the place of a server: the worker gives it a checkpoint and calls, one after the
// other, and it answers each with messages to the page.
//
// There is one thread, and a search does not let go of it: what the worker is told meanwhile waits. The page ends a
// search by ending the worker, which takes no time, and starts another.
package main

import (
	"context"
	"syscall/js"
	"time"
)

// call is what the page asks.
type call struct{ name, body string }

// main answers the calls that the worker gives to the function it finds under the global name "ask", until the worker ends.
func main() {
	given := js.Global().Get("given") // by the worker, before it starts this program
	model := make([]byte, given.Get("model").Get("length").Int())
	js.CopyBytesToGo(model, given.Get("model"))
	d, err := openDesk(model, given.Get("name").String())
	if err != nil {
		write(message{Error: err.Error(), Lost: true}, send)
		return
	}
	calls := make(chan call, 1) // the page asks a worker one thing at a time
	js.Global().Set("ask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		calls <- call{args[0].String(), args[1].String()}
		return nil
	}))
	write(message{Reply: struct{}{}}, send) // it has started
	for c := range calls {
		serve(context.Background(), d, c.name, []byte(c.body), send)
	}
}

// send gives a message to the page, and lets timers run that are due.
func send(text string) {
	js.Global().Call("postMessage", text)
	time.Sleep(time.Nanosecond)
}
