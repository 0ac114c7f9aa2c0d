package player

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
	"epaminondas/net"
)

// netKind returns the kind of networks.
func netKind() kind {
	policy := option{
		key: "policy", about: "no search: plays the first choice of the network's policy",
		set: func(s *Spec, _, _ string) error { s.limit.policy = true; return nil },
	}
	return kind{
		name: "net", argument: "FILE", about: "search with the network of a checkpoint",
		limit: limit{nodes: 64}, limits: limitsBy("sims", "nodes", "time"),
		options: append([]option{levelOption(), policy, threadsOption(), deviceOption()}, tuningOptions()...),
		read: func(s *Spec, argument string) error {
			if s.file = argument; argument == "" {
				return errors.New("no checkpoint is named: write net:FILE")
			}
			return nil
		},
		ready: networkFactory,
		trainedOn: func(s Spec) (string, error) {
			checkpoint, err := s.checkpoint()
			if err != nil {
				return "", err
			}
			return checkpoint.Meta.Rules, nil
		},
	}
}

// threadsOption returns the option of a search with several threads.
func threadsOption() option {
	return option{
		key: "threads", value: "N",
		about: "threads that search one tree, 1 to 64: 1; they use as many cores",
		set: func(s *Spec, key, value string) (err error) {
			if s.threads, err = parseCount(value); err == nil && s.threads > maxThreads {
				err = fmt.Errorf("want at most %d", maxThreads)
			}
			return wrong(key, value, err)
		},
	}
}

// deviceOption returns the option of the device that evaluates positions.
func deviceOption() option {
	return option{
		key: "device", value: "NAME", about: "what evaluates positions: " + backend.Choices(),
		set: func(s *Spec, key, value string) error {
			return wrong(key, value, s.device.UnmarshalText([]byte(value)))
		},
	}
}

// maxThreads limits the threads of a player. With more, too many positions would be in flight.
const maxThreads = 64

// tuningOptions returns an option for each constant of the search. The first option describes all
// of them.
func tuningOptions() []option {
	keys := mcts.TuningKeys()
	var list []option
	for _, key := range keys {
		list = append(list, option{key: key, value: "X", set: (*Spec).tune})
	}
	list[0].about = "a constant of the search, instead of the checkpoint's or the default; also\n" +
		listed(keys[1:], "and") + " (docs/arena.md)"
	return list
}

// tune adds one constant of the search.
func (s *Spec) tune(key, value string) error {
	setting := key + "=" + value
	if _, err := mcts.Play().Tuned(setting); err != nil {
		return err
	}
	s.tuning = strings.TrimPrefix(s.tuning+","+setting, ",")
	return nil
}

// checkpoint reads the player's network.
func (s Spec) checkpoint() (*net.Checkpoint, error) {
	checkpoint, err := net.LoadCheckpoint(s.file)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", s.text, err)
	}
	return checkpoint, nil
}

// networkFactory makes players that share the weights of the network that s names.
func networkFactory(s Spec, b *game.Board, own searchLimit) (Factory, error) {
	checkpoint, err := s.checkpoint()
	if err != nil {
		return Factory{}, err
	}
	from, err := backend.Open(checkpoint.Weights, backend.Options{Device: s.device})
	if err != nil {
		return Factory{}, fmt.Errorf("player %q: %w", s.text, err)
	}
	search, err := mcts.Play().Tuned(checkpoint.Weights.Search)
	if err == nil && own.limit.level == 0 {
		search, err = search.Tuned(s.tuning)
	}
	if err != nil {
		return Factory{}, fmt.Errorf("player %q: %w", s.text, err)
	}
	c := networkPlayers(s.text, from, b, search, own, max(1, s.threads))
	if own.brief() {
		c.Together = from.Attributes().Together() / max(1, s.threads)
	}
	return c, nil
}

// NetFactory makes players that search with a network. The search uses cfg without its noise.
func NetFactory(name string, from backend.Evaluators, b *game.Board, cfg mcts.Config,
	simulations mcts.Limit) Factory {
	own := searchLimit{limit: limit{nodes: simulations.Simulations, time: simulations.Time}}
	return networkPlayers(name, from, b, cfg, own, 1)
}

// PolicyFactory makes players that play the first choice of a network's policy, without a search.
func PolicyFactory(name string, from backend.Evaluators, b *game.Board) Factory {
	return networkPlayers(name, from, b, mcts.Play(), searchLimit{limit: limit{policy: true}}, 1)
}

// networkPlayers makes players that search with a network in a number of threads.
func networkPlayers(name string, from backend.Evaluators, b *game.Board, cfg mcts.Config, limit searchLimit,
	threads int) Factory {
	return factoryOf(name, limit, threads, func(ctx context.Context) (engine.Engine, error) {
		e, err := treesearch.Open(ctx, from, b, cfg, threads)
		if err != nil {
			return nil, fmt.Errorf("player: make %s: %w", name, err)
		}
		return e, nil
	})
}
