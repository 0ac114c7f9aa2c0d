package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/net"
)

// shipped lists the models of this repository.
const shipped = root + "/models/*.safetensors"

// verifyFiles exports checkpoints, by default all shipped ones. It compares the exports with our
// engine. Programs of others read the exports, and they know only the file of a model.
func verifyFiles(w *worker, dir string, files []string, out io.Writer) error {
	if len(files) == 0 {
		var err error
		if files, err = filepath.Glob(shipped); err != nil || len(files) == 0 {
			return fmt.Errorf("no models in %s (%v): name a checkpoint", shipped, err)
		}
		random, err := randomCheckpoints(dir)
		if err != nil {
			return err
		}
		files = append(files, random...)
	}
	e, err := newExporter(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		x, err := e.export(file)
		if err == nil {
			err = x.verify(w, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// randomCheckpoints writes random networks with all groups of planes and all pooling, which no
// shipped model has.
func randomCheckpoints(dir string) ([]string, error) {
	var files []string
	for i, rules := range []string{"epaminondas:8x8", "crossings", "epaminondas"} {
		weights, err := randomWeights(net.Config{Blocks: 2, Channels: 16, PoolEvery: 2, ValueHidden: 16,
			Planes: net.Attack, Pooling: net.PoolLines})
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, fmt.Sprintf("attack%d.checkpoint", i))
		if err := net.SaveCheckpoint(file,
			&net.Checkpoint{Weights: weights, Meta: net.Meta{Rules: rules}}); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// verify checks all exports of a checkpoint, and prints a line.
func (x *exported) verify(w *worker, out io.Writer) error {
	c, err := net.LoadCheckpoint(x.file)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s, step %d", x.name, x.card.Rules, x.card.Step)
	read, err := w.ask(request{Do: "read", File: x.safetensors})
	if err != nil {
		return err
	}
	if err := errors.Join(x.sameWeights(c.Weights, read.Tensors), x.sameCard(read)); err != nil {
		return err
	}
	fmt.Fprintf(out, "; %d weights read back", x.card.Parameters)
	if err := check(x.onnx); err != nil {
		return err
	}
	fmt.Fprint(out, "; onnx.checker accepts it")
	n, err := x.open(w, c)
	if err != nil {
		return err
	}
	for _, batch := range []int{1, 32} {
		d, err := n.judge(w, batch)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "; batch %d: %v", batch, d)
	}
	_, err = fmt.Fprintf(out, " in %d positions\n", positions)
	return err
}

// sameWeights checks that other readers of the safetensors get the checkpoint's weights.
func (x *exported) sameWeights(w *net.Weights, read []tensor) error {
	if len(read) != len(w.Params) {
		return fmt.Errorf("%s: %d tensors are read, want %d", x.safetensors, len(read), len(w.Params))
	}
	count := 0
	for i, p := range w.Params {
		if read[i].Name != p.Name || !slices.Equal(read[i].Shape, p.Shape) ||
			!slices.Equal(read[i].Values, p.Data) {
			return fmt.Errorf("%s: tensor %d is read as %s %v, want %s %v with the same values",
				x.safetensors, i, read[i].Name, read[i].Shape, p.Name, p.Shape)
		}
		count += len(p.Data)
	}
	if count != x.card.Parameters {
		return fmt.Errorf("export --json counts %d parameters in %s, there are %d", x.card.Parameters,
			x.file, count)
	}
	return nil
}

// sameCard checks that export --json agrees with other readers of the safetensors.
func (x *exported) sameCard(read answer) error {
	want := map[string]string{"rules": x.card.Rules, "step": fmt.Sprint(x.card.Step), "parent": x.card.Parent}
	for key, value := range x.card.Network {
		want[key] = fmt.Sprint(value)
	}
	for key, value := range map[string]string{"planes": "lines", "pooling": "board"} {
		if want[key] == value {
			want[key] = "" // only files of a later version than 1 name it
		}
	}
	for key, value := range want {
		if read.Metadata[key] != value {
			return fmt.Errorf("export --json says of %s that its %s is %q, the file says %q", x.file, key,
				value, read.Metadata[key])
		}
	}
	if len(x.card.Network) != 6 || read.Digest != x.card.SHA256 {
		return fmt.Errorf("export --json says of %s: network %v, SHA-256 %s; the digest is %s", x.file,
			x.card.Network, x.card.SHA256, read.Digest)
	}
	return nil
}

// open loads the model into ONNX Runtime from its file alone, and returns our engine for the same
// board.
func (x *exported) open(w *worker, c *net.Checkpoint) (*network, error) {
	said, err := w.ask(request{Do: "open", Name: x.name, Model: x.onnx})
	if err != nil {
		return nil, err
	}
	rules, err := game.ParseRules(said.Metadata["rules"])
	if err != nil {
		return nil, err
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		return nil, err
	}
	if rules.Name() != x.card.Rules || said.Metadata["trained"] != x.card.Rules ||
		said.Metadata["step"] != fmt.Sprint(x.card.Step) {
		return nil, fmt.Errorf("%s says of itself %v, want %s and step %d", x.onnx, said.Metadata,
			x.card.Rules, x.card.Step)
	}
	for _, key := range []string{"view", "planes", "policy", "wdl", "network"} {
		if said.Metadata[key] == "" {
			return nil, fmt.Errorf("%s does not say what its %s are: it has %v", x.onnx, key,
				slices.Sorted(maps.Keys(said.Metadata)))
		}
	}
	size := fmt.Sprintf("%d,%d", board.Height(), board.Width())
	planes := fmt.Sprint(c.Weights.Config.Planes.Count())
	want := "planes float32 batch," + planes + "," + size + "; policy float32 batch,72," + size +
		"; wdl float32 batch,3"
	if strings.Join(said.Signature, "; ") != want {
		return nil, fmt.Errorf("%s has %q, want %q", x.onnx, said.Signature, want)
	}
	return newNetwork(x.name, board, c.Weights), nil
}

// judge compares the outputs of both engines on all positions. ONNX Runtime gets them as text.
func (n *network) judge(w *worker, batch int) (difference, error) {
	var found difference
	r := request{Do: "judge", Name: n.name, Batch: batch}
	for i := range n.states {
		q := question{Position: n.states[i].String()}
		for _, m := range n.moves[i] {
			q.Moves = append(q.Moves, n.states[i].FormatMove(m, game.RearNotation))
		}
		r.Questions = append(r.Questions, q)
	}
	a, err := w.ask(r)
	if err != nil {
		return found, err
	}
	if len(a.Opinions) != len(n.states) {
		return found, fmt.Errorf("%s: %d opinions on %d positions", n.name, len(a.Opinions), len(n.states))
	}
	for i, o := range a.Opinions {
		p, prior, err := n.predict(i)
		if err != nil {
			return found, err
		}
		if len(o.Prior) != len(prior) || len(o.Logits) != len(prior) || len(o.WDL) != 3 {
			return found, fmt.Errorf("%s: position %d: %d priors and %d outcomes for %d moves", n.name, i,
				len(o.Prior), len(o.WDL), len(prior))
		}
		found.add(p, o.WDL, prior, o.Logits)
		for k := range prior {
			found.prior = max(found.prior, math.Abs(float64(prior[k])-o.Prior[k]))
		}
	}
	return found, found.check(n.name, batch)
}
