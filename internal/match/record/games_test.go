package record

import (
	"bufio"
	"fmt"
	"io"
)

// readGames reads a whole file of games into memory.
func readGames(r io.Reader) ([]Game, error) {
	var games []Game
	for reader := NewReader(r); ; {
		g, err := reader.Next()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		games = append(games, *g)
	}
}

// writeGames writes a file of games.
func writeGames(w io.Writer, games []Game) error {
	out := bufio.NewWriter(w)
	out.WriteString(Header)
	var text []byte
	for i := range games {
		var err error
		if text, err = games[i].AppendText(text[:0]); err != nil {
			return err
		}
		out.Write(text)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("record: write games: %w", err)
	}
	return nil
}
