package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"epaminondas/internal/page/api"
	"epaminondas/net"
)

// openService returns a service that offers the network of a checkpoint first, on every board. On the
// network's board it also offers an evaluation of lines, unless that is empty.
func openService(model, lines []byte, name string) (*api.Service, error) {
	checkpoint, err := net.DecodeCheckpoint(model)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return api.New(api.ForNetwork(name, checkpoint, lines))
}

// message is an answer to a call: parts, and at the end a reply or an error.
type message struct {
	Part  any `json:"part,omitempty"`
	Reply any `json:"reply,omitempty"`
	api.Failure
	Busy bool `json:"busy,omitempty"` // the page may ask again
	Lost bool `json:"lost,omitempty"` // the engine gives no more answers
}

// write sends a message as JSON. If the encoding fails, which is a bug, write sends the error.
func write(m message, send func(string)) {
	text, err := json.Marshal(m)
	if err != nil {
		// Only text, so it cannot fail.
		fault := fmt.Sprintf("webengine: write an answer: %v", err)
		text, _ = json.Marshal(message{Failure: api.Failure{Error: fault}})
	}
	send(string(text))
}

// serve answers one call through send.
func serve(ctx context.Context, d *api.Service, name string, body []byte, send func(string)) {
	reply, err := d.Call(ctx, name, body, func(v any) error {
		write(message{Part: v}, send)
		return nil
	})
	if err != nil {
		write(message{Failure: api.FailureOf(err), Busy: mayAskAgain(err)}, send)
		return
	}
	write(message{Reply: reply}, send)
}

// mayAskAgain reports whether the same call may be answered later.
func mayAskAgain(err error) bool {
	var r *api.Refusal
	return errors.As(err, &r) && (r.Kind == api.Busy || r.Kind == api.Stopped)
}
