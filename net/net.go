// Package net scores positions with a small convolutional network. A position is encoded by
// [Encoder], always from the view of the side to move, so that nothing tells the colours apart;
// a norm-free residual trunk with global pooling reads the planes; a policy head gives a
// probability for every legal move and a value head the chances of a win, a draw and a loss.
// No layer depends on the size of the board, so that one set of [Weights] serves all boards.
//
// [Weights] are what training changes and a [Checkpoint] stores. [Network] is the same, frozen
// and laid out for inference; it is shared by any number of [Evaluator]s, one a goroutine.
package net
