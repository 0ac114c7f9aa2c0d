package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"epaminondas/internal/page/api"
	"epaminondas/net"
)

// firstAnswers returns a script with the answers to the page's first calls, about the boards, the
// starts of their games and the steps of the lesson. So the page shows a board before the engine has
// loaded. The answers are a JSON object, packed with gzip, whose keys are the name of a call and its body.
func firstAnswers(ctx context.Context, name string, c *net.Checkpoint, lines []byte) (pageFile, error) {
	d, err := api.New(api.ForNetwork(name, c, lines))
	if err != nil {
		return pageFile{}, err
	}
	answers := map[string]json.RawMessage{}
	var list struct {
		Boards []struct {
			Rules string `json:"rules"`
		} `json:"boards"`
	}
	if err := keep(ctx, d, "boards", boardsCall{}, answers, &list); err != nil {
		return pageFile{}, err
	}
	for _, b := range list.Boards {
		if err := keep(ctx, d, "boards", boardsCall{b.Rules}, answers, nil); err != nil {
			return pageFile{}, err
		}
		call := positionCall{Rules: b.Rules, Moves: []string{}}
		if err := keep(ctx, d, "position", call, answers, nil); err != nil {
			return pageFile{}, err
		}
	}
	if err := keepLesson(ctx, d, answers); err != nil {
		return pageFile{}, err
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return pageFile{}, err
	}
	packed, err := pack(text)
	if err != nil {
		return pageFile{}, err
	}
	return pageFile{"first.js", fmt.Appendf(nil, "export const packed = %q;\n",
		base64.StdEncoding.EncodeToString(packed))}, nil
}

// keepLesson keeps the steps of the lesson and their positions.
func keepLesson(ctx context.Context, d *api.Service, answers map[string]json.RawMessage) error {
	var lesson struct {
		Steps []positionCall `json:"steps"`
	}
	if err := keep(ctx, d, "lesson", struct{}{}, answers, &lesson); err != nil {
		return err
	}
	for _, call := range lesson.Steps {
		if err := keep(ctx, d, "position", call, answers, nil); err != nil {
			return err
		}
	}
	return nil
}

// boardsCall and positionCall are bodies of calls as boards.js and game.js write them, to the letter.
type boardsCall struct {
	Rules string `json:"rules"`
}

type positionCall struct {
	Rules string   `json:"rules"`
	Start string   `json:"start"`
	Moves []string `json:"moves"`
}

// keep makes a call and keeps its answer. It also decodes the answer into to, unless that is nil.
func keep(ctx context.Context, d *api.Service, name string, body any, answers map[string]json.RawMessage,
	to any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	reply, err := d.Call(ctx, name, text, nil)
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	answers[name+" "+string(text)] = encoded
	if to == nil {
		return nil
	}
	return json.Unmarshal(encoded, to)
}
