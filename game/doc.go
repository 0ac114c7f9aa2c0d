// Package game holds the rules of Epaminondas (Robert Abbott, 1975) and of its 8x8 parent
// Crossings, exactly, on boards of 3 to 16 squares a side.
//
// [Rules] are data, and [Board] is the geometry that follows from them. [State] is a position, a
// small value that a caller can copy and later return to. A [Move] is two bytes: the rear stone of
// a phalanx, one of eight directions, and a distance.
//
// Two players move phalanxes. A phalanx is an unbroken straight line of stones of one colour. A
// phalanx of n stones moves up to n squares along its own line, over empty squares, and captures a
// shorter enemy line that it meets. Here the three white stones b2 to d2 move east by two and take
// f2 and g2; the stone on i2 stands behind a gap and stays:
//
//	2  · ○ ○ ○ · ● ● · ●            2  · · · ○ ○ ○ · · ●
//	   a b c d e f g h i    b2xd2      a b c d e f g h i
//
// A player has won if the player begins a turn with more stones on the far row than the opponent
// has on theirs. A player who cannot move has lost.
//
// Sets of squares are bitboards of sixteen columns a row on every board, and the move generator
// shifts all phalanxes at once. If the caller passes a slice that is long enough, the package
// generates and plays moves without allocations.
package game
