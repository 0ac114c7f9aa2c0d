package ugi

import (
	"epaminondas/game"
	"epaminondas/internal/engine"
)

// A Builder makes the engine for some settings. The server calls it at the start and whenever
// Rules, MaxPlies, Model, Eval, Threads or Seed changes. After an error the server keeps the old engine
// and the old settings.
type Builder func(*game.Board, Settings) (engine.Engine, error)
