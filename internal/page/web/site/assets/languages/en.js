// The texts of the pages in English. language.js says what the braces and the plural forms mean.
// The files of this folder have the same keys, and a test reads them as JSON.
export default {
  // The header and the parts that all pages share.
  "language": "Language",
  "pages": "Pages",
  "page.play": "Play",
  "page.learn": "Learn",
  "page.puzzles": "Puzzles",
  "page.training": "Training",
  "theme": "Theme",
  "theme.system": "System theme",
  "theme.light": "Light theme",
  "theme.dark": "Dark theme",
  "loading": "Loading…",
  "again": "Ask again",
  "try-again": "Try again",
  "close": "Close",
  "next": "Next",
  "hint": "Hint",
  "white": "White",
  "black": "Black",
  "side.white": "White",
  "side.black": "Black",
  "you": "You",
  "board": "Board",
  "board.keys": "Board. Arrow keys move the cursor, Enter chooses a square, Escape cancels the choice.",
  "far-row": "far row:",
  "flip": "Flip",
  "copied": "Copied.",
  "copy.selected": "The text is selected: copy it with Ctrl-C.",
  "loaded": "{done} of {all} MB",
  "gone": "The program does not answer: is it still running?",
  "missing": "The answer of the program is missing.",
  "missing.choose": "The answer of the program is missing: choose “{button}”.",
  "busy":
    "The program already runs as many searches as it may, for other tabs or browsers. This page asks " +
    "again by itself.",
  "wait.move":
    "Engines already think in two tabs of this browser. This tab's engine starts when one of those has " +
    "moved.",
  "wait.analysis":
    "Two analyses or reviews already run in tabs of this browser. This tab's search starts when one of " +
    "those ends.",
  "engine.failed": "The engine failed ({why}): ask again, or reload the page.",
  "file.missing": "The page cannot load a file that it needs. {why} Check the connection, and try again.",

  // Texts that the style sheets show.
  "css.answer-now": "Answer now.",
  "css.no-move": "No move yet.",
  "css.step": "Step",
  "css.you": ", you",
  "css.right": "Right.",
  "css.solved": "Solved.",
  "css.not-yet": "Not yet.",
  "css.white": "White",
  "css.black": "Black",

  // Players, levels and boards.
  "level.white": "White's level",
  "level.black": "Black's level",
  "level.1": "beginner",
  "level.2": "learner",
  "level.3": "novice",
  "level.4": "casual",
  "level.5": "hobbyist",
  "level.6": "improver",
  "level.7": "amateur",
  "level.8": "experienced",
  "level.9": "club player",
  "level.10": "skilled",
  "level.11": "advanced",
  "level.12": "strong",
  "level.13": "very strong",
  "level.14": "master: 1 s a move",
  "level.15": "strongest: 3 s a move",
  "player.classical": "Classical engine",
  "player.lines": "Classical, taught by the network",
  "board.epaminondas": "Epaminondas",
  "board.crossings": "Crossings",
  "board.small": "Small",
  "board.size": "{width} × {height}",
  "board.rows": { "one": "{n} row of stones", "other": "{n} rows of stones" },
  "board.symmetry-left-right": "left-right symmetry rule",
  "board.symmetry-rotation": "rotation symmetry rule",
  "board.symmetry-none": "no symmetry rule",
  "board.capture-line": "captures of whole lines",
  "board.capture-single": "captures of one stone",
  "board.crossed-free": "crossed stones move",
  "board.crossed-fixed": "crossed stones stay",
  "board.behind-free": "no duty to draw level",
  "board.behind-level": "a duty to draw level",
  "board.no-limit": "no limit",
  "board.draw-after": { "one": "a draw after {n} move", "other": "a draw after {n} moves" },
  "board.at-most": { "one": "{n} move at most", "other": "{n} moves at most" },
  "board.other": "another board",
  "captured": { "one": "{n} stone captured", "other": "{n} stones captured" },

  // The play page.
  "keep-line": "Keep the line",
  "here": "Play on from here",
  "aside": "Game",
  "ending": "Result",
  "rematch": "Rematch",
  "harder": "Next level",
  "to-review": "Review",
  "share": "Share",
  "tabs": "Panels",
  "tab.game": "Game",
  "tab.analysis": "Analysis",
  "tab.review": "Review",
  "tab.rules": "Rules",
  "branch": "The shown line",
  "adopt": "Make it the game",
  "raise": "Move up",
  "delete": "Delete",
  "delete.from": "Delete from here",
  "notation": "Moves as",
  "notation.head": "rear – front",
  "notation.rear": "rear – rear",
  "pause": "Pause",
  "pause.end": "Go on",
  "step": "One move",
  "pace": "Speed",
  "pace.fast": "fast",
  "pace.1": "1 s a move",
  "pace.3": "3 s a move",
  "new": "New game",
  "exchange": "Change sides",
  "texts": "Copy or paste",
  "threats": "Threats",
  "sound": "Sound",
  "two": "Two people",
  "ownership": "Ownership",
  "analysis.off": "Shows the best lines of the position on the board, and White's chance to win.",
  "engine": "Engine",
  "lines": "Lines",
  "arrows": "Arrows",
  "arrows.best": "best lines",
  "arrows.policy": "policy",
  "arrows.none": "none",
  "edit": "Set up a position",
  "sketch": "Draw arrows",
  "review.none":
    "A review lists the moves that cost most. It can begin after the first move, and also within a game.",
  "review.of": "Moves of",
  "retry": "Retry mistakes",

  // The rules.
  "rules.aim": "Have more stones on your far row than the opponent has on theirs.",
  "rules.phalanx":
    "Stones in an unbroken straight line are a <em>phalanx</em>. Choose its hindmost stone, then a " +
    "marked square for its front stone. You can also drag the stone. A phalanx of <em>n</em> moves up " +
    "to <em>n</em> squares along its line. If you choose a stone inside a line, only the stones in " +
    "front of it move with it.",
  "rules.turn":
    "A side wins if it begins its turn with more stones on its far row than the opponent has on theirs. " +
    "So the opponent always has one move to draw level. A side that cannot move loses.",
  "rules.capture.single":
    "The phalanx captures the enemy stone that its front stone lands on, if the enemy line that starts " +
    "on that square is shorter than the phalanx.",
  "rules.capture.line":
    "The phalanx captures the whole enemy line that its front stone lands on, if that line is shorter " +
    "than the phalanx.",
  "rules.fixed": "A stone on the far row has crossed: it never moves again and is never captured.",
  "rules.level": "A side with fewer crossed stones must draw level at once.",
  "rules.left-right":
    "The symmetry rule: no stone may enter the far row by a move that makes the whole board its own " +
    "mirror image, left to right.",
  "rules.rotation":
    "The symmetry rule: no stone may enter the far row by a move that makes the board equal to itself " +
    "turned half round with the colours exchanged.",
  "rules.limit.draw": {
    "one": "The game is a draw after {n} move of both sides together.",
    "other": "The game is a draw after {n} moves of both sides together.",
  },
  "rules.limit.advance": {
    "one":
      "The game ends after {n} move of both sides together. Then the side that is further advanced " +
      "wins. Rows are compared one by one, from the far row back. The first row on which one side has " +
      "more stones decides. If no row decides, the side that captured last wins. If nobody has " +
      "captured, Black wins.",
    "other":
      "The game ends after {n} moves of both sides together. Then the side that is further advanced " +
      "wins. Rows are compared one by one, from the far row back. The first row on which one side has " +
      "more stones decides. If no row decides, the side that captured last wins. If nobody has " +
      "captured, Black wins.",
  },

  // Buttons below the board.
  "retry.show": "Show it",
  "retry.finish": "Finish",
  "retry.end": "End",
  "brush.empty": "Remove",
  "editor.turn": "Side to move",
  "editor.turn.white": "White moves",
  "editor.turn.black": "Black moves",
  "editor.clear": "Clear",
  "editor.start": "Start",
  "editor.cancel": "Cancel",
  "editor.analyse": "Analyse",
  "first": "To the start",
  "previous": "One move back",
  "forward": "One move on",
  "last": "Back to the game",
  "undo": "Take back",
  "more": "More",

  // Dialogs.
  "drop.title": "Drop this game?",
  "drop.text": {
    "one": "This game has {n} move and is not over. You find it again with the browser's button to go back.",
    "other":
      "This game has {n} moves and is not over. You find it again with the browser's button to go back.",
  },
  "drop.no": "Keep playing",
  "drop.yes": "Drop it",
  "keys.button": "Shortcuts: ?",
  "keys": "Shortcuts",
  "keys.game": "Game",
  "keys.undo": "take back, or step back beside the game",
  "keys.hint": "hint; press it again to play the hint",
  "keys.flip": "flip the board",
  "keys.exchange": "change sides",
  "keys.new": "new game",
  "keys.threats": "the opponent's threats",
  "keys.watch": "while watching: pause, one move",
  "keys.looking": "Looking",
  "keys.browse": "one move back, one move on",
  "keys.ends": "to the start, back to the game",
  "keys.analysis": "analysis",
  "keys.ownership": "ownership of the squares",
  "keys.board": "On the board",
  "keys.arrows": "Arrows",
  "keys.cursor": "move the cursor, after Tab",
  "keys.choose": "choose a square",
  "keys.escape": "let go of a stone, or remove your own marks",
  "keys.right": "Right button",
  "keys.marks": "click marks a square, drag draws an arrow",
  "keys.sketch": "draw with every pointer, also with a finger",
  "keys.retry": "Retrying mistakes",
  "keys.retry.hint": "hint, then the move",
  "keys.retry.back": "try again",
  "keys.retry.next": "next mistake",
  "texts.in": "A position, a list of moves, a game or a link to load",
  "texts.open": "Open a file",
  "texts.load": "Load",
  "texts.position": "Position",
  "texts.moves": "Moves",
  "texts.position-link": "Link to the position",
  "texts.game-link": "Link to the game",
  "texts.game": "Game",
  "texts.json": "As JSON",
  "texts.copy": "Copy",
  "texts.save": "Save",
  "texts.beside": {
    "one":
      "The texts and links hold the game, but not the {n} line beside it. This browser keeps the lines " +
      "until another game begins.",
    "other":
      "The texts and links hold the game, but not the {n} lines beside it. This browser keeps the lines " +
      "until another game begins.",
  },
  "texts.loaded": "Loaded.",
  "texts.loaded.open": "Loaded on the open board, {board}.",
  "texts.both": "You have both colours: choose a player for one colour to play on.",
  "texts.read-as": "The moves are read as {notation}.",
  "texts.ambiguous":
    "The moves are read as {notation}. Read as {other}, the moves are another game: for that game, " +
    "choose {other} in “Copy or paste” and load the moves again.",
  "texts.empty": "Paste a position, a list of moves, a game or a link first.",
  "texts.large": "The file has more than 200 kB, so it is not a game.",
  "share.title": "Share this game",
  "share.file": "Share picture",
  "share.save": "Save picture",
  "share.film": "Save as GIF",
  "share.frames": "Moves in the film",
  "share.out": "Share link",
  "share.copy": "Copy link",
  "share.facts": { "one": "in {n} move", "other": "in {n} moves" },
  "share.against": {
    "one": "in {n} move against level {level}",
    "other": "in {n} moves against level {level}",
  },
  "share.picture": "The final board. {result} {facts}.",
  "share.no-picture": "The browser cannot draw the picture.",
  "share.no-film": "The browser cannot make the film.",
  "share.no-share": "The system does not share this. Copy the link, or save the picture.",
  "share.won": "Won",
  "share.lost": "Lost",
  "share.far": "{result} {a} to {b}",
  "share.me": "Me",
  "share.level": "Level {level}",

  // The strip below the board.
  "refused": "This game cannot be shown. Begin a new one.",
  "no-start": "The page cannot start.",
  "preview": "This line is from the analysis and was not played. Click the board to go back.",
  "after-move": "After move {ply} of {n}.",
  "hint.looking": "Looking for a hint…",
  "paused": "Paused.",
  "thinking": "{Side} is thinking…",
  "engine.thinking": "The engine is thinking…",
  "engine.turn": "It is the engine's turn.",
  "beside": "This line leaves the game after move {ply}.",
  "beside.start": "This line leaves the game at its start.",
  "to-move.sentence": "{Side} to move.",
  "to-move": "{Side} to move",
  "your-move": "Your move",
  "choose.landing": "{whose}: choose where the front stone lands.",
  "choose.stone": "{whose}: choose the stone.",
  "choose.line":
    "{whose}: choose the hindmost stone of a line, then a marked square. The side with more stones on " +
    "its far row wins.",
  "danger": {
    "one": "{Enemy} has {n} stone on the far row against {own}: draw level with this move, or lose.",
    "other": "{Enemy} has {n} stones on the far row against {own}: draw level with this move, or lose.",
  },
  "danger.saves": {
    "one": "{n} move saves you: capture on row {home}, or reach row {far}.",
    "other": "{n} moves save you: capture on row {home}, or reach row {far}.",
  },
  "danger.none": "No move saves you.",
  "played": "{Side} has played {move}.",
  "played.taking": {
    "one": "{Side} has played {move}, and taken a stone.",
    "other": "{Side} has played {move}, and taken {n} stones.",
  },
  "hint.move": "Hint: {move}. Press Hint again to play it.",
  "hint.play": "Play it",
  "opinion": "The engine gives White a chance of {chance}.",
  "no-undo": "There is no move to take back.",
  "over.here": "The game is over in this position.",
  "over.why": "The game is over in this position: {why}",
  "over": "The game is over: take a move back, or begin a new game.",
  "aim": "Tap {square} again to play.",
  "aim.taking": {
    "one": "Captures {n} stone. Tap {square} again to play.",
    "other": "Captures {n} stones. Tap {square} again to play.",
  },
  "stuck.crossed": "A stone that has crossed never moves again.",
  "stuck": "No phalanx that begins or ends on {square} can move.",
  "choose.own": "Choose one of {side}'s stones first.",
  "choose.rear": {
    "one": "One phalanx can land on {square}: choose its rear.",
    "other": "{n} phalanxes can land on {square}: choose the rear of one phalanx.",
  },
  "square.white": "{square}, white stone",
  "square.black": "{square}, black stone",
  "square.empty": "{square}, empty",
  "square.chosen": "{square}, can be chosen",
  "square.free": "{square}, can move",
  "square.capture": "{square}, a capture",
  "chosen.rears": "{square} chosen. The rear is on {squares}.",
  "chosen.landings": "{square} chosen. The front stone can land on {squares}.",

  // The end of a game.
  "draw": "A draw",
  "wins": "{Side} wins",
  "you.win": "You win",
  "you.lose": "You lose",
  "has-won.white": "White has won",
  "has-won.black": "Black has won",
  "ended": "{result}: {how}",
  "ended.length": { "one": "the game has lasted {n} move.", "other": "the game has lasted {n} moves." },
  "ended.far-row": {
    "one": "{Winner} begins the turn with {n} stone on the far row against {theirs}.",
    "other": "{Winner} begins the turn with {n} stones on the far row against {theirs}.",
  },
  "ended.level": {
    "one": "{Loser} cannot draw level: it has {n} stone on the far row against {own}.",
    "other": "{Loser} cannot draw level: it has {n} stones on the far row against {own}.",
  },
  "ended.no-moves": "{Loser} has no legal move.",
  "ended.advanced": {
    "one": "the game has lasted {n} move, and {Winner} is further advanced.",
    "other": "the game has lasted {n} moves, and {Winner} is further advanced.",
  },
  "ended.last-capture": {
    "one":
      "the game has lasted {n} move, and both sides are equally far advanced, and {Winner} captured " +
      "last.",
    "other":
      "the game has lasted {n} moves, and both sides are equally far advanced, and {Winner} captured " +
      "last.",
  },
  "ended.black": {
    "one":
      "the game has lasted {n} move, and both sides are equally far advanced, and neither side has " +
      "captured, so Black wins.",
    "other":
      "the game has lasted {n} moves, and both sides are equally far advanced, and neither side has " +
      "captured, so Black wins.",
  },

  // Why a move is illegal.
  "refusal.same": "{square} holds a stone of the same colour.",
  "refusal.askew": "{square} is not on a straight line from {from}.",
  "refusal.far.single": {
    "one": "A single stone moves {n} square at most.",
    "other": "A single stone moves {n} squares at most.",
  },
  "refusal.far": {
    "one": "The phalanx from {rear} to {front} moves {n} square at most.",
    "other": "The phalanx from {rear} to {front} moves {n} squares at most.",
  },
  "refusal.between": "{square} is in the way.",
  "refusal.long.single": "A single stone cannot capture a line of {enemies}: the line must be shorter.",
  "refusal.long": "A phalanx of {size} cannot capture a line of {enemies}: the line must be shorter.",
  "refusal.moves-crossed": "The stone on {square} has crossed: it never moves again.",
  "refusal.takes-crossed": "The stone on {square} has crossed: it is never captured.",
  "refusal.behind": {
    "one": "{Enemy} has {n} stone on the far row against {own}: only a move that draws level is allowed.",
    "other": "{Enemy} has {n} stones on the far row against {own}: only a move that draws level is allowed.",
  },
  "refusal.other": "The rules forbid that move here.",
  "refusal.left-right":
    "The symmetry rule forbids this move: {Side} would enter the far row and make a board that is its " +
    "own mirror image, left to right.",
  "refusal.rotation":
    "The symmetry rule forbids this move: {Side} would enter the far row and make the same board when " +
    "it is turned half round with the colours exchanged.",
  "link.strange": "The link has the part \"{name}\", which the page does not know.",
  "link.twice": "The link has the part \"{name}\" twice, and the page uses the first.",
  "link.no-board": "The link names no board, so it holds no game.",

  // Refusals of the program.
  "refused.move": "move {n}, \"{move}\": {why}",
  "refused.illegal": "the rules do not allow this move here",
  "refused.not-a-move": "this is not a move, such as a1-a3",
  "refused.not-a-move-here": "this is not a move, such as a1-a3, on this board ({board})",
  "refused.start": "the start position \"{start}\": {why}",
  "refused.no-side": "the side to move is missing: write w or b after the rows",
  "refused.more": "remove \"{text}\": a position ends with the side to move and the number of moves",
  "refused.rows": {
    "one": "the position has {n} row, but the board ({board}) has {height}",
    "other": "the position has {n} rows, but the board ({board}) has {height}",
  },
  "refused.columns": {
    "one": "row {row} has {n} square, but the board ({board}) has {width} columns",
    "other": "row {row} has {n} squares, but the board ({board}) has {width} columns",
  },
  "refused.stopped": "the search was stopped before it found anything: ask again",
  "refused.no-rules": "the text does not name the rules of the game: choose a board",
  "refused.empty": "the text is empty: paste a game, a list of moves or a position",
  "refused.nothing": "the text holds no moves and no position",
  "refused.link-damaged": "the link \"{link}\" is damaged ({why}): copy the whole address of the page again",
  "refused.link-no-game":
    "the link \"{link}\" has no game: copy the whole address of the page, or a link from the window " +
    "“Copy or paste”",
  "refused.no-proof": "no win is proven from this position: go back to the start of the puzzle",

  // Analysis, threats and review.
  "ownership.unknown": "This engine does not know the ownership of squares, but networks do.",
  "ownership.note":
    "A small square shows whose stone may stand there at the end. A larger square is more certain.",
  "analysis.over": "The game is over.",
  "analysis.waits": "The analysis waits while the engine moves.",
  "analysis.proved": "Proved",
  "analysis.depth": "depth {depth}",
  "positions": { "one": "{written} position", "other": "{written} positions" },
  "visits": { "one": "{written} visit", "other": "{written} visits" },
  "wins.soon": { "one": "{Side} wins in {n} move", "other": "{Side} wins in {n} moves" },
  "white.chance": "White {chance}",
  "bar.unknown": "Value: unknown",
  "bar.chance": "White's chance to win: {chance}",
  "graph": "White's chances over the game: {points}",
  "threats.leads": "{Enemy} leads already.",
  "threats.some": {
    "one": "{Enemy} threatens to take the lead with {n} move.",
    "other": "{Enemy} threatens to take the lead with {n} moves.",
  },
  "threats.none": "{Enemy} has no move that takes the lead.",
  "both-sides": "both sides",
  "review.not-found": "not found",
  "review.better-one": "a better one",
  "review.stop": "Stop the review",
  "review.start": "What did I miss?",
  "review.progress": { "one": "{done} of {n} position{left}…", "other": "{done} of {n} positions{left}…" },
  "review.minutes": ", {n} min left",
  "review.seconds": ", {n} s left",
  "review.stopped": {
    "one": "Stopped after {done} of {n} position.",
    "other": "Stopped after {done} of {n} positions.",
  },
  "review.found": {
    "one": "{n} move costs {cost} percent or more.",
    "other": "{n} moves cost {cost} percent or more.",
  },
  "review.found.of": {
    "one": "{n} move of {Side} costs {cost} percent or more.",
    "other": "{n} moves of {Side} cost {cost} percent or more.",
  },
  "review.clean": "No move cost much.",
  "review.clean.of": "No move of {Side} cost much.",
  "review.theirs": {
    "one": "{Side} has {n}, with hollow marks on the curve.",
    "other": "{Side} has {n}, with hollow marks on the curve.",
  },
  "review.later": {
    "one": "The last {n} move came after the review.",
    "other": "The last {n} moves came after the review.",
  },
  "review.better": "better {move}",
  "review.verdict": "{played}, which was played, cost {n} percent; {best} was better.",
  "review.verdict.why": "{played}, which was played, cost {n} percent: {why}. {best} was better.",
  "review.hinted":
    "A hint would also name {move}. The hint searches {positions}, the review {each} after each of the " +
    "two moves.",
  "review.as-many": "as many",
  "reason.joint": "{a}, and {b}",
  "reason.lets-win.now": "it loses at once",
  "reason.lets-win": "it lets {Enemy} win by proof with {line}",
  "reason.lets-win.in": {
    "one": "it lets {Enemy} win by proof in {n} move with {line}",
    "other": "it lets {Enemy} win by proof in {n} moves with {line}",
  },
  "reason.misses-win": "it misses a proven win with {line}",
  "reason.misses-win.in": {
    "one": "it misses a proven win in {n} move with {line}",
    "other": "it misses a proven win in {n} moves with {line}",
  },
  "reason.loses-stones": { "one": "it loses {n} stone to {line}", "other": "it loses {n} stones to {line}" },
  "reason.loses-stones.for": {
    "one": "it loses {n} stone for {for} to {line}",
    "other": "it loses {n} stones for {for} to {line}",
  },
  "reason.lets-cross": "it lets {Enemy} cross with {line}",
  "reason.lets-cross.in": {
    "one": "it lets {Enemy} cross in {n} move, {line}",
    "other": "it lets {Enemy} cross in {n} moves, {line}",
  },
  "reason.misses-take": {
    "one": "it misses {line}, which takes {n} stone",
    "other": "it misses {line}, which takes {n} stones",
  },
  "reason.misses-take.for": {
    "one": "it misses {line}, which takes {n} stone for {for}",
    "other": "it misses {line}, which takes {n} stones for {for}",
  },
  "reason.misses-cross": "it misses {line}, which crosses",
  "reason.and": "{a} and {b}",

  // Mistakes played again.
  "retry.found": {
    "one": "You have found a good move in {found} of {n}.",
    "other": "You have found a good move in {found} of {n}.",
  },
  "looks": "The program looks at your move…",
  "retry.task": "Mistake {at} of {all}. {Mover} played {move} here, which cost {n} percent.",
  "retry.find": "Find a better move.",
  "retry.stones": "A move of the marked stones is better.",
  "retry.prefers": "The review prefers {move}.",
  "retry.good.best": "Good. {move} is the move that the review prefers.",
  "retry.good": "Good. {move} costs {n} percent, and {played} cost {before}.",
  "retry.better": "Better, but {move} still costs {n} percent instead of {before}{why}",
  "retry.same": "{move} is the move of the game, which cost {n} percent{why}",
  "retry.again": "Not yet. {move} costs {n} percent{why}",
  "retry.reason": ": {why}.",
  "retry.reply": ". The best reply is {move}.",

  // The editor.
  "editor.white": "Click a square to place a white stone, or to remove one.",
  "editor.black": "Click a square to place a black stone, or to remove one.",
  "editor.empty": "Click a stone to remove it.",

  // The card for new visitors.
  "welcome": "Welcome",
  "welcome.new": "New here?",
  "welcome.text": "Learn the rules on the board in five minutes. Or play at once, against level 1.",
  "welcome.learn": "Learn the rules",
  "welcome.play": "Play",

  // The lesson.
  "lesson": "Lesson",
  "lesson.steps": "Steps",
  "lesson.goal": "Goal",
  "lesson.show": "Show me",
  "lesson.start": "Start the game",
  "lesson.count": "{at} of {n}",
  "lesson.step": "Step {at}, {title}",
  "lesson.step.done": "Step {at}, {title}, done",
  "lesson.answer": "The answer: choose {rear}, and then {head}.",
  "lesson.ready": "Choose “Start the game” when you are ready.",
  "lesson.reached": "Well done.",
  "lesson.missed": "Not yet.",
  "lesson.choose.square": "Now choose a square with a dot: there the front stone lands.",
  "lesson.choose.stone": "Your move: choose a white stone.",
  "lesson.loading": "The program is still loading. It will look at your move then.",
  "lesson.stone.title": "One stone",
  "lesson.stone.text": "You play White. A single stone moves one square, in any of the eight directions.",
  "lesson.stone.goal": "Move your stone to the marked square.",
  "lesson.line.title": "A line moves together",
  "lesson.line.text":
    "Stones in an unbroken straight line are a phalanx. A phalanx of three moves up to three squares " +
    "along its line. Choose its hindmost stone, and then the square where its front stone lands.",
  "lesson.line.goal": "Bring all three stones to the marked squares.",
  "lesson.part.title": "Part of a line",
  "lesson.part.text":
    "A line may split. If you choose a stone inside it, only this stone and the stones in front of it " +
    "move. A part of two moves up to two squares.",
  "lesson.part.goal": "Move the two front stones to the marked squares. The other two stay behind.",
  "lesson.capture.title": "Capture",
  "lesson.capture.text":
    "A phalanx captures an enemy line in its way if that line is shorter. The front stone lands on the " +
    "nearest stone of the line, and the whole line leaves the board.",
  "lesson.capture.goal": "Capture the two marked stones.",
  "lesson.answer.title": "Answer at once",
  "lesson.answer.text":
    "Your far row is row 6, and Black's is row 1. Black has just reached row 1 and leads by 1 to 0. A " +
    "side that begins its turn in the lead has won, so you must draw level with this move.",
  "lesson.answer.goal": "Capture the stone on row 1, or reach row 6 yourself.",
  "lesson.crossing.title": "A crossing that wins",
  "lesson.crossing.text":
    "If you take the lead on the far rows, the opponent has one move to draw level. So look for a " +
    "crossing that Black cannot capture. Black's line of two moves up to two squares.",
  "lesson.crossing.goal": "Reach row 8 so that Black has no answer.",
  "lesson.symmetry.title": "The symmetry rule",
  "lesson.symmetry.text":
    "No stone may enter its far row by a move that makes the whole board its own mirror image, left to " +
    "right. Here this rule forbids c6.",
  "lesson.symmetry.goal": "Reach row 6 on another square.",
  "lesson.game.title": "Your first game",
  "lesson.game.text":
    "You know all the rules. Now play on a small board against level 1, which often makes mistakes. You " +
    "win if your turn begins with more stones on row 6 than Black has on row 1.",
  "lesson.game.goal": "Bring your stones across to row 6.",
  "verdict.stone-there": "The stone is on its square.",
  "verdict.as-one": { "one": "The {n} stone moved as one.", "other": "The {n} stones moved as one." },
  "verdict.fewer": {
    "one": "Only {n} stone moved. If you choose {from}, {wanted} stones move.",
    "other": "Only {n} stones moved. If you choose {from}, {wanted} stones move.",
  },
  "verdict.more": {
    "one": "{moved} stones moved. If you choose {from}, only {n} stone move, and the others stay.",
    "other": "{moved} stones moved. If you choose {from}, only {n} stones move, and the others stay.",
  },
  "verdict.stone-elsewhere": "Your stone landed on {landing}. It should land on {wanted}.",
  "verdict.front-elsewhere": "The front stone landed on {landing}. It should land on {wanted}.",
  "verdict.no-capture":
    "That move captured nothing. Choose {from}, and let the front stone land on {wanted}, the nearest " +
    "black stone.",
  "verdict.captured": "Your line of {line} has captured a line of {taken}.",
  "verdict.behind": {
    "one": "Black's turn begins with {n} stone on row 1 against {own} on row {row}. So Black has won.",
    "other": "Black's turn begins with {n} stones on row 1 against {own} on row {row}. So Black has won.",
  },
  "verdict.nobody-leads":
    "You have captured the stone, so nobody leads. Black has replied, and the game goes on.",
  "verdict.level": "You have drawn level: {own} to {theirs}. Black has replied, and the game goes on.",
  "verdict.won": {
    "one":
      "Black had no answer. Your turn begins with {n} stone on row {row} against {theirs}, so you have " +
      "won.",
    "other":
      "Black had no answer. Your turn begins with {n} stones on row {row} against {theirs}, so you have " +
      "won.",
  },
  "verdict.lost-stone":
    "Black's line of {line} has captured your stone on {landing}, so nobody leads. Find a square that " +
    "this line cannot reach.",
  "verdict.black-level": "Black has drawn level on the far rows.",
  "verdict.unlike": "Now the left half of the board differs from the right half, so the move is legal.",
  "verdict.not-across": "Your front stone landed on {landing}, so no stone of yours is on row {row} yet.",

  // The puzzles.
  "puzzles.title": "Puzzles · Epaminondas",
  "puzzle": "Puzzle",
  "puzzle.none": "No puzzle",
  "puzzle.moves": "Moves so far",
  "puzzle.score": "Your puzzles",
  "puzzle.streak": "Streak",
  "puzzle.best": "Best",
  "puzzle.rating": "Rating",
  "puzzle.solved-count": "Solved",
  "puzzle.difficulty": "Difficulty",
  "puzzle.near": "near my rating",
  "puzzle.easy": "easy",
  "puzzle.medium": "medium",
  "puzzle.hard": "hard",
  "puzzle.link": "Copy link",
  "puzzle.link.copied": "The link is copied.",
  "puzzle.link.here": "The browser does not copy. The link is {link}",
  "puzzle.solution": "Solution",
  "puzzle.repeat": "Repeat",
  "puzzle.task": { "one": "{Side} to move and win with this move", "other": "{Side} to move and win in {n}" },
  "puzzle.facts": "Puzzle {id}, rated {rating}.",
  "puzzle.prior": "The network alone gives the first move {chance}.",
  "puzzle.less": "less than {chance}",
  "puzzle.before": "You have solved it before.",
  "puzzle.testing": "The program tests the move…",
  "puzzle.wrong": "{move} does not win.",
  "puzzle.wrong.lost": "{move} does not win: {Side} has won.",
  "puzzle.wrong.answer": "{move} does not win: {Side} answers {answer}.",
  "puzzle.wrong.wins": "{move} does not win: {Side} answers {answer} and wins.",
  "puzzle.defenceless": "{Side} has no defence left.",
  "puzzle.showing": "This is the solution.",
  "puzzle.shown": "This was the solution: {Side} has no defence left.",
  "puzzle.missing": "An answer of the program is missing.",
  "puzzle.rises": "Your rating rises by {n}.",
  "puzzle.falls": "Your rating falls by {n}.",
  "puzzle.one-wins": "Only one move wins.",
  "puzzle.leads": "{Side} leads on the far row, so it must also draw level.",
  "puzzle.onward": "{Side} defends with {move}. Find the next move that wins.",
  "puzzle.you": "you",
  "puzzle.program": "the program",
  "puzzle.over": "This puzzle is over: choose “Next” or “Repeat”.",
  "puzzle.no-such": "The board has no puzzle of the link, so here is another one.",
  "puzzle.no-board": "The link names a board without puzzles.",
};
