package ugi

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"epaminondas/game"
)

// maxPerft limits the depth of a perft. No machine can count a board to that depth.
const maxPerft = 100

// noMove is the answer to go if the server refused the last position.
const noMove = "(none)"

// bareCommands returns the commands without arguments that refuse arguments. The other commands
// without arguments are ugi, isready, uginewgame, stop and quit. They ignore arguments, because a
// client waits for their effect.
func bareCommands() []string { return []string{"moves", "show", "eval", "help"} }

// execute runs the next command. No job runs at the same time.
func (s *server) execute(r request) {
	word, rest := nextWord(r.text)
	if r.err != nil {
		s.lose(word, r)
		return
	}
	if rest != "" && slices.Contains(bareCommands(), word) {
		s.say(errorLine(word, fmt.Errorf("takes no argument, got %s", quote(rest))))
		return
	}
	var err error
	switch word {
	case "ugi":
		s.identify()
	case "setoption":
		err = s.setOption(rest)
	case "uginewgame":
		err = s.newGame()
		s.restart()
	case "position":
		err = s.setPosition(rest)
		s.refused = err
	case "query":
		err = s.query(rest)
	case "go":
		s.search(rest, r.stopped)
	case "moves":
		s.say(strings.Join(append([]string{"moves"}, moveTexts(&s.state, s.settings.Notation)...), " "))
	case "perft":
		err = s.perft(rest, r.stopped)
	case "show":
		s.say("position " + s.state.String())
	case "eval":
		err = s.evaluate()
	case "help":
		s.say(strings.TrimRight(s.config.Help, "\n"))
	default:
		word, err = "command", fmt.Errorf("%s is unknown", quote(word))
	}
	if err != nil {
		s.say(errorLine(word, err))
	}
}

// lose answers a command whose line is too long, given its first word. A go still needs a bestmove,
// and the moves after a lost position would belong to another one.
func (s *server) lose(word string, r request) {
	s.say(errorLine("input", r.err))
	switch word {
	case "position":
		s.refused = r.err
	case "go":
		s.search("", r.stopped)
	}
}

// identify answers ugi with the name, the author and the options of the engine.
func (s *server) identify() {
	s.say("id name " + s.config.Name)
	s.say("id author " + s.config.Author)
	for _, o := range options() {
		s.say("option name " + o.name + " type " + o.declare(s.config.Settings))
	}
	s.say("ugiok")
}

// setOption sets one option. An option that changes the board also sets up the start position.
func (s *server) setOption(text string) error {
	o, value, err := parseOption(text)
	if err != nil {
		return err
	}
	settings := s.settings
	if err := o.set(&settings, value); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	if !o.rebuild {
		s.settings = settings
		return nil
	}
	if err := s.apply(settings); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	if o.restart {
		s.restart()
	}
	return nil
}

// setPosition reads startpos or fen TEXT, and the moves after it.
func (s *server) setPosition(text string) error {
	base, moves, _ := cutWord(text, "moves")
	kind, position := nextWord(base)
	var state game.State
	switch {
	case kind == "startpos" && position == "":
		state = s.board.Start()
	case kind == "fen":
		var err error
		if state, err = s.board.ParseState(position); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s is neither startpos nor fen TEXT", quote(base))
	}
	for i, word := range strings.Fields(moves) {
		m, err := state.ParseMove(word, s.settings.Notation)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		state.Play(m)
	}
	s.state = state
	return nil
}

// query answers a query about the position.
func (s *server) query(text string) error {
	outcome, _ := s.state.Outcome()
	switch text {
	case "p1turn":
		s.say("response " + strconv.FormatBool(s.state.Turn() == game.White))
	case "gameover":
		s.say("response " + strconv.FormatBool(outcome != game.Ongoing))
	case "result":
		s.say("response " + resultText(outcome))
	default:
		return fmt.Errorf("%s is unknown: want p1turn, gameover or result", quote(text))
	}
	return nil
}

// resultText returns the name of an outcome. Player 1 is White.
func resultText(o game.Outcome) string {
	switch o {
	case game.WhiteWins:
		return "p1win"
	case game.BlackWins:
		return "p2win"
	case game.Draw:
		return "draw"
	}
	return "none"
}

// search starts a search of the position. If the game is over, or if the position was refused, it
// answers at once.
func (s *server) search(text string, stopped bool) {
	if s.refused != nil {
		s.say(errorLine("go", fmt.Errorf("the position was refused: %w", s.refused)))
		s.say("bestmove " + noMove)
		return
	}
	o, warnings := parseGo(text, &s.state, s.settings.defaultNodes())
	if len(warnings) > 0 {
		s.say("info string warning: go: " + strings.Join(warnings[:min(len(warnings), maxWarnings)], "; "))
	}
	if outcome, _ := s.state.Outcome(); outcome != game.Ongoing {
		s.say("bestmove " + nullMove)
		return
	}
	t := &thought{engine: s.engine, state: s.state, order: o, settings: s.settings, rng: s.rng}
	s.start(stopped || s.ended, true, t.run)
}

// maxWarnings is the largest number of warnings about one command.
const maxWarnings = 3

// perft starts a count of the sequences of moves of a given length.
func (s *server) perft(text string, stopped bool) error {
	var depth int
	if err := setInt(&depth, text, 0, maxPerft); err != nil {
		return err
	}
	state, threads := s.state, s.settings.Threads
	s.start(stopped, false, func(ctx context.Context, say func(string)) {
		count, err := perft(ctx, state, depth, threads)
		if err != nil {
			say(errorLine("perft", errors.New("stopped")))
			return
		}
		say(fmt.Sprintf("perft %d %d", depth, count))
	})
	return nil
}

// moveTexts returns the texts of all legal moves, sorted by bytes.
func moveTexts(s *game.State, notation game.Notation) []string {
	var texts []string
	for _, m := range s.AppendMoves(nil) {
		texts = append(texts, s.FormatMove(m, notation))
	}
	slices.Sort(texts)
	return texts
}

// evaluate answers with the engine's evaluation without a search: the value for the side to move
// and the policy, with moves sorted by bytes. If the game is over the value is its outcome.
func (s *server) evaluate() error {
	if outcome, _ := s.state.Outcome(); outcome != game.Ongoing {
		s.say(fmt.Sprintf("eval value %.6f policy", float64(outcome.For(s.state.Turn()))))
		return nil
	}
	moves := s.state.AppendMoves(nil)
	prior := make([]float32, len(moves))
	value, err := s.engine.Evaluate(&s.state, moves, prior)
	if err != nil {
		return err
	}
	probability := make(map[string]float32, len(moves))
	for i, m := range moves {
		probability[s.state.FormatMove(m, s.settings.Notation)] = prior[i]
	}
	answer := fmt.Sprintf("eval value %.6f policy", value)
	for _, text := range slices.Sorted(maps.Keys(probability)) {
		answer += fmt.Sprintf(" %s:%.6f", text, probability[text])
	}
	s.say(answer)
	return nil
}
