// Package net scores positions with a small convolutional network. An [Encoder] encodes a position
// from the view of the side to move, so the network cannot tell the colours apart. A norm-free
// residual trunk with global pooling reads the planes. A policy head gives a probability for every
// legal move, and a value head the chances of a win, a draw and a loss. No layer depends on the
// size of the board, so one set of [Weights] serves all boards.
//
// Training changes [Weights], and a [Checkpoint] stores them. A [Network] is a frozen copy, laid
// out for inference. Any number of [Evaluator]s share it, one for each goroutine.
package net
