// Package ugi implements both sides of UGI, the Universal Game Interface: the line protocol of chess's
// UCI for other games. A client writes commands to the engine's standard input and reads answers from
// its standard output.
//
// [Serve] is the engine's side. It searches with any engine.Engine. [Start] is the client's side, which
// plays with an engine in another process and does not trust it: the process may crash, hang, flood its
// pipes or write nonsense. For every request the caller gets a move or a [Misconduct] that describes the
// problem in one line. The answer takes bounded time and memory, and no process and no goroutine is left
// behind.
//
// Beyond plain UGI the package has four commands for analysis (moves, perft, show, eval), and a few
// rules that make both sides robust:
//
//   - Commands take effect in the order in which they were sent. While a search
//     or a perft is running, isready, stop and quit are answered at once; all
//     others wait for its end.
//   - Every go is answered by exactly one bestmove. It is 0000 only if the game is
//     over, and (none) only if the last position was refused. If the search fails, as
//     with a network whose output is not finite, "info string error: go: WHY" comes
//     first and the move is the first of moves.
//   - Odd limits never stop a go: numbers out of range become the nearest ones, and
//     other words are ignored. "info string warning: go: WHAT" says so.
//   - stop ends the running search or perft, and all waiting ones. quit and the
//     end of input stop every search too, but let a perft finish, so that a piped
//     script gets its counts.
//   - Any other command that cannot be carried out changes nothing and is answered by one
//     line "info string error: WHAT: WHY".
package ugi
