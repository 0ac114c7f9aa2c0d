// The texts of the pages in German. en.js explains the form.
export default {
  // The header and the parts that all pages share.
  "language": "Sprache",
  "pages": "Seiten",
  "page.play": "Spielen",
  "page.learn": "Lernen",
  "page.puzzles": "Aufgaben",
  "page.training": "Training",
  "theme": "Farben",
  "theme.system": "Systemfarben",
  "theme.light": "Helle Farben",
  "theme.dark": "Dunkle Farben",
  "loading": "Lädt…",
  "again": "Noch einmal fragen",
  "try-again": "Nochmal",
  "close": "Schließen",
  "next": "Weiter",
  "hint": "Tipp",
  "white": "Weiß",
  "black": "Schwarz",
  "side.white": "Weiß",
  "side.black": "Schwarz",
  "you": "Du",
  "board": "Brett",
  "board.keys": "Brett. Die Pfeiltasten bewegen den Zeiger, Enter wählt ein Feld, Escape bricht die Wahl ab.",
  "far-row": "Zielreihe:",
  "flip": "Drehen",
  "copied": "Kopiert.",
  "copy.selected": "Der Text ist markiert: Kopiere ihn mit Strg-C.",
  "loaded": "{done} von {all} MB",
  "gone": "Das Programm antwortet nicht: Läuft es noch?",
  "missing": "Die Antwort des Programms fehlt.",
  "missing.choose": "Die Antwort des Programms fehlt: Wähle „{button}“.",
  "busy":
    "Das Programm rechnet schon für so viele andere Tabs oder Browser, wie es darf. Diese Seite fragt " +
    "von selbst wieder.",
  "wait.move":
    "In zwei Tabs dieses Browsers denkt der Computer schon nach. In diesem Tab beginnt er, sobald er " +
    "dort einmal gezogen hat.",
  "wait.analysis":
    "In Tabs dieses Browsers laufen schon zwei Analysen oder Rückblicke. Die Suche in diesem Tab " +
    "beginnt, sobald dort eine endet.",
  "engine.failed": "Der Computer ist ausgefallen ({why}): Frag noch einmal, oder lade die Seite neu.",
  "file.missing":
    "Die Seite kann eine nötige Datei nicht laden. {why} Prüfe die Verbindung, und versuch es noch " +
    "einmal.",

  // Texts that the style sheets show.
  "css.answer-now": "Antworte jetzt.",
  "css.no-move": "Noch kein Zug.",
  "css.step": "Schritt",
  "css.you": ", du",
  "css.right": "Richtig.",
  "css.solved": "Gelöst.",
  "css.not-yet": "Noch nicht.",
  "css.white": "Weiß",
  "css.black": "Schwarz",

  // Players, levels and boards.
  "level.white": "Stufe von Weiß",
  "level.black": "Stufe von Schwarz",
  "level.1": "Neuling",
  "level.2": "Lehrling",
  "level.3": "Anfänger",
  "level.4": "Gelegenheitsspieler",
  "level.5": "Hobbyspieler",
  "level.6": "Aufsteiger",
  "level.7": "Amateur",
  "level.8": "erfahren",
  "level.9": "Klubspieler",
  "level.10": "geübt",
  "level.11": "fortgeschritten",
  "level.12": "stark",
  "level.13": "sehr stark",
  "level.14": "Meister: 1 s je Zug",
  "level.15": "am stärksten: 3 s je Zug",
  "player.classical": "Klassische Engine",
  "player.lines": "Klassisch, vom Netz gelehrt",
  "board.epaminondas": "Epaminondas",
  "board.crossings": "Crossings",
  "board.small": "Klein",
  "board.size": "{width} × {height}",
  "board.rows": { "one": "{n} Reihe Steine", "other": "{n} Reihen Steine" },
  "board.symmetry-left-right": "Symmetrieregel links-rechts",
  "board.symmetry-rotation": "Symmetrieregel Drehung",
  "board.symmetry-none": "keine Symmetrieregel",
  "board.capture-line": "geschlagen wird die ganze Linie",
  "board.capture-single": "geschlagen wird ein Stein",
  "board.crossed-free": "Steine am Ziel ziehen weiter",
  "board.crossed-fixed": "Steine am Ziel bleiben stehen",
  "board.behind-free": "keine Pflicht zum Ausgleich",
  "board.behind-level": "Pflicht zum Ausgleich",
  "board.no-limit": "ohne Grenze",
  "board.draw-after": { "one": "unentschieden nach {n} Zug", "other": "unentschieden nach {n} Zügen" },
  "board.at-most": { "one": "höchstens {n} Zug", "other": "höchstens {n} Züge" },
  "board.other": "ein anderes Brett",
  "captured": { "one": "{n} Stein geschlagen", "other": "{n} Steine geschlagen" },

  // The play page.
  "keep-line": "Variante behalten",
  "here": "Von hier weiterspielen",
  "aside": "Partie",
  "ending": "Ergebnis",
  "rematch": "Revanche",
  "harder": "Nächste Stufe",
  "to-review": "Rückblick",
  "share": "Teilen",
  "tabs": "Bereiche",
  "tab.game": "Partie",
  "tab.analysis": "Analyse",
  "tab.review": "Rückblick",
  "tab.rules": "Regeln",
  "branch": "Die gezeigte Variante",
  "adopt": "Als Partie nehmen",
  "raise": "Nach oben",
  "delete": "Löschen",
  "delete.from": "Ab hier löschen",
  "notation": "Züge als",
  "notation.head": "hinten – vorn",
  "notation.rear": "hinten – hinten",
  "pause": "Pause",
  "pause.end": "Weiter",
  "step": "Ein Zug",
  "pace": "Tempo",
  "pace.fast": "schnell",
  "pace.1": "1 s je Zug",
  "pace.3": "3 s je Zug",
  "new": "Neue Partie",
  "exchange": "Seiten tauschen",
  "texts": "Kopieren, einfügen",
  "threats": "Drohungen",
  "sound": "Ton",
  "two": "Zu zweit",
  "ownership": "Besitz",
  "analysis.off": "Zeigt die besten Varianten der Stellung auf dem Brett und die Gewinnchance von Weiß.",
  "engine": "Engine",
  "lines": "Varianten",
  "arrows": "Pfeile",
  "arrows.best": "beste Varianten",
  "arrows.policy": "Vorschläge des Netzes",
  "arrows.none": "keine",
  "edit": "Stellung aufbauen",
  "sketch": "Pfeile zeichnen",
  "review.none":
    "Ein Rückblick nennt die Züge, die am meisten gekostet haben. Er kann nach dem ersten Zug beginnen, " +
    "auch mitten in der Partie.",
  "review.of": "Züge von",
  "retry": "Fehler neu spielen",

  // The rules.
  "rules.aim":
    "Habe mehr Steine auf deiner Zielreihe, der Grundlinie des Gegners, als der Gegner auf seiner.",
  "rules.phalanx":
    "Steine in einer geraden Linie ohne Lücke bilden eine <em>Phalanx</em>. Wähle ihren hintersten " +
    "Stein und dann ein markiertes Feld für den vordersten. Du kannst den Stein auch ziehen. Eine " +
    "Phalanx aus <em>n</em> Steinen zieht bis zu <em>n</em> Felder weit auf ihrer Linie. Wählst du " +
    "einen Stein mitten in einer Linie, ziehen nur die Steine vor ihm mit.",
  "rules.turn":
    "Eine Seite gewinnt, wenn sie zu Beginn ihres Zuges mehr Steine auf ihrer Zielreihe hat als der " +
    "Gegner auf seiner. Der Gegner hat also immer einen Zug, um auszugleichen. Wer nicht ziehen kann, " +
    "verliert.",
  "rules.capture.single":
    "Die Phalanx schlägt den gegnerischen Stein, auf dem ihr vorderster Stein landet, wenn die " +
    "gegnerische Linie ab diesem Feld kürzer ist als die Phalanx.",
  "rules.capture.line":
    "Die Phalanx schlägt die ganze gegnerische Linie, auf der ihr vorderster Stein landet, wenn diese " +
    "Linie kürzer ist als die Phalanx.",
  "rules.fixed":
    "Ein Stein auf der Zielreihe ist am Ziel: Er zieht nicht mehr und wird nicht mehr geschlagen.",
  "rules.level": "Wer weniger Steine am Ziel hat, muss sofort ausgleichen.",
  "rules.left-right":
    "Die Symmetrieregel: Kein Stein darf die Zielreihe mit einem Zug betreten, nach dem das ganze Brett " +
    "links und rechts spiegelgleich ist.",
  "rules.rotation":
    "Die Symmetrieregel: Kein Stein darf die Zielreihe mit einem Zug betreten, nach dem das Brett " +
    "gleich aussieht, wenn man es halb dreht und die Farben tauscht.",
  "rules.limit.draw": {
    "one": "Die Partie endet nach {n} Zug beider Seiten zusammen unentschieden.",
    "other": "Die Partie endet nach {n} Zügen beider Seiten zusammen unentschieden.",
  },
  "rules.limit.advance": {
    "one":
      "Die Partie endet nach {n} Zug beider Seiten zusammen. Dann gewinnt, wer weiter vorn ist. Die " +
      "Reihen werden einzeln verglichen, von der Zielreihe rückwärts. Die erste Reihe, auf der eine " +
      "Seite mehr Steine hat, entscheidet. Entscheidet keine Reihe, gewinnt, wer zuletzt geschlagen " +
      "hat. Hat niemand geschlagen, gewinnt Schwarz.",
    "other":
      "Die Partie endet nach {n} Zügen beider Seiten zusammen. Dann gewinnt, wer weiter vorn ist. Die " +
      "Reihen werden einzeln verglichen, von der Zielreihe rückwärts. Die erste Reihe, auf der eine " +
      "Seite mehr Steine hat, entscheidet. Entscheidet keine Reihe, gewinnt, wer zuletzt geschlagen " +
      "hat. Hat niemand geschlagen, gewinnt Schwarz.",
  },

  // Buttons below the board.
  "retry.show": "Zeigen",
  "retry.finish": "Fertig",
  "retry.end": "Beenden",
  "brush.empty": "Entfernen",
  "editor.turn": "Wer am Zug ist",
  "editor.turn.white": "Weiß zieht",
  "editor.turn.black": "Schwarz zieht",
  "editor.clear": "Leeren",
  "editor.start": "Anfang",
  "editor.cancel": "Abbrechen",
  "editor.analyse": "Analysieren",
  "first": "Zum Anfang",
  "previous": "Einen Zug zurück",
  "forward": "Einen Zug vor",
  "last": "Zurück zur Partie",
  "undo": "Zurück",
  "more": "Mehr",

  // Dialogs.
  "drop.title": "Diese Partie aufgeben?",
  "drop.text": {
    "one":
      "Diese Partie hat {n} Zug und ist nicht zu Ende. Mit dem Zurück-Knopf des Browsers findest du sie " +
      "wieder.",
    "other":
      "Diese Partie hat {n} Züge und ist nicht zu Ende. Mit dem Zurück-Knopf des Browsers findest du " +
      "sie wieder.",
  },
  "drop.no": "Weiterspielen",
  "drop.yes": "Aufgeben",
  "keys.button": "Tasten: ?",
  "keys": "Tasten",
  "keys.game": "Partie",
  "keys.undo": "Zug zurücknehmen, neben der Partie einen Zug zurück",
  "keys.hint": "Tipp; noch einmal, um ihn zu spielen",
  "keys.flip": "Brett drehen",
  "keys.exchange": "Seiten tauschen",
  "keys.new": "neue Partie",
  "keys.threats": "Drohungen des Gegners",
  "keys.watch": "beim Zuschauen: Pause, ein Zug",
  "keys.looking": "Ansehen",
  "keys.browse": "einen Zug zurück, einen Zug vor",
  "keys.ends": "zum Anfang, zurück zur Partie",
  "keys.analysis": "Analyse",
  "keys.ownership": "Besitz der Felder",
  "keys.board": "Auf dem Brett",
  "keys.arrows": "Pfeile",
  "keys.cursor": "Zeiger bewegen, nach Tab",
  "keys.choose": "Feld wählen",
  "keys.escape": "Stein loslassen, eigene Marken löschen",
  "keys.right": "Rechte Taste",
  "keys.marks": "Klick markiert ein Feld, Ziehen zeichnet einen Pfeil",
  "keys.sketch": "mit jedem Zeiger zeichnen, auch mit dem Finger",
  "keys.retry": "Fehler neu spielen",
  "keys.retry.hint": "Tipp, dann der Zug",
  "keys.retry.back": "nochmal",
  "keys.retry.next": "nächster Fehler",
  "texts.in": "Eine Stellung, eine Liste von Zügen, eine Partie oder ein Link zum Laden",
  "texts.open": "Datei öffnen",
  "texts.load": "Laden",
  "texts.position": "Stellung",
  "texts.moves": "Züge",
  "texts.position-link": "Link zur Stellung",
  "texts.game-link": "Link zur Partie",
  "texts.game": "Partie",
  "texts.json": "Als JSON",
  "texts.copy": "Kopieren",
  "texts.save": "Sichern",
  "texts.beside": {
    "one":
      "Die Texte und Links enthalten die Partie, aber nicht die {n} Variante daneben. Dieser Browser " +
      "behält die Varianten, bis eine andere Partie beginnt.",
    "other":
      "Die Texte und Links enthalten die Partie, aber nicht die {n} Varianten daneben. Dieser Browser " +
      "behält die Varianten, bis eine andere Partie beginnt.",
  },
  "texts.loaded": "Geladen.",
  "texts.loaded.open": "Auf dem offenen Brett geladen: {board}.",
  "texts.both": "Du hast beide Farben: Wähle für eine Farbe einen Spieler, um weiterzuspielen.",
  "texts.read-as": "Die Züge sind als {notation} gelesen.",
  "texts.ambiguous":
    "Die Züge sind als {notation} gelesen. Als {other} gelesen, sind sie eine andere Partie: Für diese " +
    "wähle {other} in „Kopieren, einfügen“ und lade die Züge noch einmal.",
  "texts.empty": "Füge zuerst eine Stellung, eine Liste von Zügen, eine Partie oder einen Link ein.",
  "texts.large": "Die Datei hat mehr als 200 kB, ist also keine Partie.",
  "share.title": "Diese Partie teilen",
  "share.file": "Bild teilen",
  "share.save": "Bild sichern",
  "share.film": "Als GIF sichern",
  "share.frames": "Züge im Film",
  "share.out": "Link teilen",
  "share.copy": "Link kopieren",
  "share.facts": { "one": "in {n} Zug", "other": "in {n} Zügen" },
  "share.against": { "one": "in {n} Zug gegen Stufe {level}", "other": "in {n} Zügen gegen Stufe {level}" },
  "share.picture": "Das Brett am Ende. {result} {facts}.",
  "share.no-picture": "Der Browser kann das Bild nicht zeichnen.",
  "share.no-film": "Der Browser kann den Film nicht erstellen.",
  "share.no-share": "Das System teilt das nicht. Kopiere den Link, oder sichere das Bild.",
  "share.won": "Gewonnen",
  "share.lost": "Verloren",
  "share.far": "{result} {a} zu {b}",
  "share.me": "Ich",
  "share.level": "Stufe {level}",

  // The strip below the board.
  "refused": "Diese Partie lässt sich nicht zeigen. Beginne eine neue.",
  "no-start": "Die Seite kann nicht beginnen.",
  "preview":
    "Diese Variante stammt aus der Analyse und wurde nicht gespielt. Klick aufs Brett, um " +
    "zurückzukehren.",
  "after-move": "Nach Zug {ply} von {n}.",
  "hint.looking": "Sucht einen Tipp…",
  "paused": "Pause.",
  "thinking": "{Side} denkt nach…",
  "engine.thinking": "Der Computer denkt nach…",
  "engine.turn": "Der Computer ist am Zug.",
  "beside": "Diese Variante verlässt die Partie nach Zug {ply}.",
  "beside.start": "Diese Variante verlässt die Partie am Anfang.",
  "to-move.sentence": "{Side} ist am Zug.",
  "to-move": "{Side} ist am Zug",
  "your-move": "Du bist am Zug",
  "choose.landing": "{whose}: Wähle, wo der vorderste Stein landet.",
  "choose.stone": "{whose}: Wähle den Stein.",
  "choose.line":
    "{whose}: Wähle den hintersten Stein einer Linie, dann ein markiertes Feld. Es gewinnt, wer mehr " +
    "Steine auf seiner Zielreihe hat.",
  "danger": {
    "one":
      "{Enemy} hat {n} Stein auf der Zielreihe gegen {own}: Gleiche mit diesem Zug aus, sonst verlierst " +
      "du.",
    "other":
      "{Enemy} hat {n} Steine auf der Zielreihe gegen {own}: Gleiche mit diesem Zug aus, sonst " +
      "verlierst du.",
  },
  "danger.saves": {
    "one": "{n} Zug rettet dich: Schlage auf Reihe {home}, oder erreiche Reihe {far}.",
    "other": "{n} Züge retten dich: Schlage auf Reihe {home}, oder erreiche Reihe {far}.",
  },
  "danger.none": "Kein Zug rettet dich.",
  "played": "{Side} hat {move} gespielt.",
  "played.taking": {
    "one": "{Side} hat {move} gespielt und einen Stein geschlagen.",
    "other": "{Side} hat {move} gespielt und {n} Steine geschlagen.",
  },
  "hint.move": "Tipp: {move}. Drück noch einmal auf „Tipp“, um ihn zu spielen.",
  "hint.play": "Spielen",
  "opinion": "Der Computer gibt Weiß eine Chance von {chance}.",
  "no-undo": "Es gibt keinen Zug zum Zurücknehmen.",
  "over.here": "In dieser Stellung ist die Partie zu Ende.",
  "over.why": "In dieser Stellung ist die Partie zu Ende: {why}",
  "over": "Die Partie ist zu Ende: Nimm einen Zug zurück, oder beginne eine neue.",
  "aim": "Tippe noch einmal auf {square}, um zu ziehen.",
  "aim.taking": {
    "one": "Schlägt {n} Stein. Tippe noch einmal auf {square}, um zu ziehen.",
    "other": "Schlägt {n} Steine. Tippe noch einmal auf {square}, um zu ziehen.",
  },
  "stuck.crossed": "Ein Stein am Ziel zieht nicht mehr.",
  "stuck": "Keine Phalanx, die auf {square} beginnt oder endet, kann ziehen.",
  "choose.own": "Wähle zuerst einen Stein von {side}.",
  "choose.rear": {
    "one": "Eine Phalanx kann auf {square} landen: Wähle ihr hinteres Ende.",
    "other": "{n} Phalangen können auf {square} landen: Wähle das hintere Ende einer Phalanx.",
  },
  "square.white": "{square}, weißer Stein",
  "square.black": "{square}, schwarzer Stein",
  "square.empty": "{square}, leer",
  "square.chosen": "{square}, wählbar",
  "square.free": "{square}, kann ziehen",
  "square.capture": "{square}, schlägt",
  "chosen.rears": "{square} gewählt. Das hintere Ende steht auf {squares}.",
  "chosen.landings": "{square} gewählt. Der vorderste Stein kann landen auf {squares}.",

  // The end of a game.
  "draw": "Unentschieden",
  "wins": "{Side} gewinnt",
  "you.win": "Du gewinnst",
  "you.lose": "Du verlierst",
  "has-won.white": "Weiß hat gewonnen",
  "has-won.black": "Schwarz hat gewonnen",
  "ended": "{result}: {how}",
  "ended.length": { "one": "Die Partie hat {n} Zug gedauert.", "other": "Die Partie hat {n} Züge gedauert." },
  "ended.far-row": {
    "one": "{Winner} beginnt den Zug mit {n} Stein auf der Zielreihe gegen {theirs}.",
    "other": "{Winner} beginnt den Zug mit {n} Steinen auf der Zielreihe gegen {theirs}.",
  },
  "ended.level": {
    "one": "{Loser} kann nicht ausgleichen und hat {n} Stein auf der Zielreihe gegen {own}.",
    "other": "{Loser} kann nicht ausgleichen und hat {n} Steine auf der Zielreihe gegen {own}.",
  },
  "ended.no-moves": "{Loser} hat keinen erlaubten Zug.",
  "ended.advanced": {
    "one": "Die Partie hat {n} Zug gedauert, und {Winner} ist weiter vorn.",
    "other": "Die Partie hat {n} Züge gedauert, und {Winner} ist weiter vorn.",
  },
  "ended.last-capture": {
    "one":
      "Die Partie hat {n} Zug gedauert, beide Seiten sind gleich weit, und {Winner} hat zuletzt " +
      "geschlagen.",
    "other":
      "Die Partie hat {n} Züge gedauert, beide Seiten sind gleich weit, und {Winner} hat zuletzt " +
      "geschlagen.",
  },
  "ended.black": {
    "one":
      "Die Partie hat {n} Zug gedauert, beide Seiten sind gleich weit, und niemand hat geschlagen. " +
      "Darum gewinnt Schwarz.",
    "other":
      "Die Partie hat {n} Züge gedauert, beide Seiten sind gleich weit, und niemand hat geschlagen. " +
      "Darum gewinnt Schwarz.",
  },

  // Why a move is illegal.
  "refusal.same": "Auf {square} steht ein Stein derselben Farbe.",
  "refusal.askew": "{square} liegt auf keiner geraden Linie mit {from}.",
  "refusal.far.single": {
    "one": "Ein einzelner Stein zieht höchstens {n} Feld weit.",
    "other": "Ein einzelner Stein zieht höchstens {n} Felder weit.",
  },
  "refusal.far": {
    "one": "Die Phalanx von {rear} bis {front} zieht höchstens {n} Feld weit.",
    "other": "Die Phalanx von {rear} bis {front} zieht höchstens {n} Felder weit.",
  },
  "refusal.between": "{square} steht im Weg.",
  "refusal.long.single":
    "Ein einzelner Stein kann keine Linie aus {enemies} schlagen: Die Linie muss kürzer sein.",
  "refusal.long":
    "Eine Phalanx aus {size} kann keine Linie aus {enemies} schlagen: Die Linie muss kürzer sein.",
  "refusal.moves-crossed": "Der Stein auf {square} ist am Ziel: Er zieht nicht mehr.",
  "refusal.takes-crossed": "Der Stein auf {square} ist am Ziel: Er wird nicht mehr geschlagen.",
  "refusal.behind": {
    "one": "{Enemy} hat {n} Stein auf der Zielreihe gegen {own}: Nur ein Zug, der ausgleicht, ist erlaubt.",
    "other":
      "{Enemy} hat {n} Steine auf der Zielreihe gegen {own}: Nur ein Zug, der ausgleicht, ist erlaubt.",
  },
  "refusal.other": "Die Regeln verbieten diesen Zug hier.",
  "refusal.left-right":
    "Die Symmetrieregel verbietet diesen Zug: {Side} käme auf die Zielreihe, und das Brett wäre danach " +
    "links und rechts spiegelgleich.",
  "refusal.rotation":
    "Die Symmetrieregel verbietet diesen Zug: {Side} käme auf die Zielreihe, und das Brett sähe danach " +
    "halb gedreht und mit getauschten Farben gleich aus.",
  "link.strange": "Der Link hat den Teil „{name}“, den die Seite nicht kennt.",
  "link.twice": "Der Link hat den Teil „{name}“ zweimal, und die Seite nimmt den ersten.",
  "link.no-board": "Der Link nennt kein Brett, enthält also keine Partie.",

  // Refusals of the program.
  "refused.move": "Zug {n}, „{move}“: {why}",
  "refused.illegal": "Die Regeln erlauben diesen Zug hier nicht",
  "refused.not-a-move": "Das ist kein Zug wie a1-a3",
  "refused.not-a-move-here": "Das ist kein Zug wie a1-a3 auf diesem Brett ({board})",
  "refused.start": "Die Stellung am Anfang, „{start}“: {why}",
  "refused.no-side": "Es fehlt, wer am Zug ist: Schreib w oder b hinter die Reihen",
  "refused.more": "Entferne „{text}“: Eine Stellung endet mit der Seite am Zug und der Zahl der Züge",
  "refused.rows": {
    "one": "Die Stellung hat {n} Reihe, aber das Brett ({board}) hat {height}",
    "other": "Die Stellung hat {n} Reihen, aber das Brett ({board}) hat {height}",
  },
  "refused.columns": {
    "one": "Reihe {row} hat {n} Feld, aber das Brett ({board}) hat {width} Spalten",
    "other": "Reihe {row} hat {n} Felder, aber das Brett ({board}) hat {width} Spalten",
  },
  "refused.stopped": "Die Suche wurde angehalten, bevor sie etwas fand: Frag noch einmal",
  "refused.no-rules": "Der Text nennt die Regeln der Partie nicht: Wähle ein Brett",
  "refused.empty": "Der Text ist leer: Füge eine Partie, eine Liste von Zügen oder eine Stellung ein",
  "refused.nothing": "Der Text enthält keine Züge und keine Stellung",
  "refused.link-damaged":
    "Der Link „{link}“ ist beschädigt ({why}): Kopiere die ganze Adresse der Seite noch einmal",
  "refused.link-no-game":
    "Der Link „{link}“ enthält keine Partie: Kopiere die ganze Adresse der Seite oder einen Link aus " +
    "dem Fenster „Kopieren, einfügen“",
  "refused.no-proof": "Aus dieser Stellung ist kein Gewinn bewiesen: Geh zurück an den Anfang der Aufgabe",

  // Analysis, threats and review.
  "ownership.unknown": "Diese Engine kennt den Besitz der Felder nicht, Netze aber schon.",
  "ownership.note":
    "Ein kleines Quadrat zeigt, wessen Stein am Ende dort stehen dürfte. Je größer es ist, desto " +
    "sicherer.",
  "analysis.over": "Die Partie ist zu Ende.",
  "analysis.waits": "Die Analyse wartet, bis der Computer gezogen hat.",
  "analysis.proved": "Bewiesen",
  "analysis.depth": "Tiefe {depth}",
  "positions": { "one": "{written} Stellung", "other": "{written} Stellungen" },
  "visits": { "one": "{written} Besuch", "other": "{written} Besuche" },
  "wins.soon": { "one": "{Side} gewinnt in {n} Zug", "other": "{Side} gewinnt in {n} Zügen" },
  "white.chance": "Weiß {chance}",
  "bar.unknown": "Bewertung: unbekannt",
  "bar.chance": "Gewinnchance von Weiß: {chance}",
  "graph": "Chancen von Weiß im Lauf der Partie: {points}",
  "threats.leads": "{Enemy} führt schon.",
  "threats.some": {
    "one": "{Enemy} droht mit {n} Zug, in Führung zu gehen.",
    "other": "{Enemy} droht mit {n} Zügen, in Führung zu gehen.",
  },
  "threats.none": "{Enemy} hat keinen Zug, der in Führung bringt.",
  "both-sides": "beiden Seiten",
  "review.not-found": "nicht gefunden",
  "review.better-one": "ein besserer",
  "review.stop": "Rückblick anhalten",
  "review.start": "Was habe ich übersehen?",
  "review.progress": { "one": "{done} von {n} Stellung{left}…", "other": "{done} von {n} Stellungen{left}…" },
  "review.minutes": ", noch {n} min",
  "review.seconds": ", noch {n} s",
  "review.stopped": {
    "one": "Angehalten nach {done} von {n} Stellung.",
    "other": "Angehalten nach {done} von {n} Stellungen.",
  },
  "review.found": {
    "one": "{n} Zug kostet {cost} Prozent oder mehr.",
    "other": "{n} Züge kosten {cost} Prozent oder mehr.",
  },
  "review.found.of": {
    "one": "{n} Zug von {Side} kostet {cost} Prozent oder mehr.",
    "other": "{n} Züge von {Side} kosten {cost} Prozent oder mehr.",
  },
  "review.clean": "Kein Zug hat viel gekostet.",
  "review.clean.of": "Kein Zug von {Side} hat viel gekostet.",
  "review.theirs": {
    "one": "{Side} hat {n}, als hohlen Punkt auf der Kurve.",
    "other": "{Side} hat {n}, als hohle Punkte auf der Kurve.",
  },
  "review.later": {
    "one": "Der letzte {n} Zug kam nach dem Rückblick.",
    "other": "Die letzten {n} Züge kamen nach dem Rückblick.",
  },
  "review.better": "besser {move}",
  "review.verdict": "{played} wurde gespielt und kostete {n} Prozent; {best} war besser.",
  "review.verdict.why": "{played} wurde gespielt und kostete {n} Prozent: {why}. {best} war besser.",
  "review.hinted":
    "Auch ein Tipp würde {move} nennen. Der Tipp untersucht {positions}, der Rückblick {each} nach " +
    "jedem der beiden Züge.",
  "review.as-many": "ebenso viele",
  "reason.joint": "{a}, und {b}",
  "reason.lets-win.now": "er verliert sofort",
  "reason.lets-win": "er lässt {Enemy} mit {line} beweisbar gewinnen",
  "reason.lets-win.in": {
    "one": "er lässt {Enemy} mit {line} beweisbar in {n} Zug gewinnen",
    "other": "er lässt {Enemy} mit {line} beweisbar in {n} Zügen gewinnen",
  },
  "reason.misses-win": "er verpasst einen bewiesenen Gewinn mit {line}",
  "reason.misses-win.in": {
    "one": "er verpasst einen bewiesenen Gewinn in {n} Zug mit {line}",
    "other": "er verpasst einen bewiesenen Gewinn in {n} Zügen mit {line}",
  },
  "reason.loses-stones": {
    "one": "er verliert {n} Stein durch {line}",
    "other": "er verliert {n} Steine durch {line}",
  },
  "reason.loses-stones.for": {
    "one": "er verliert {n} Stein gegen {for} durch {line}",
    "other": "er verliert {n} Steine gegen {for} durch {line}",
  },
  "reason.lets-cross": "er lässt {Enemy} mit {line} die Zielreihe erreichen",
  "reason.lets-cross.in": {
    "one": "er lässt {Enemy} in {n} Zug die Zielreihe erreichen, {line}",
    "other": "er lässt {Enemy} in {n} Zügen die Zielreihe erreichen, {line}",
  },
  "reason.misses-take": {
    "one": "er verpasst {line}, was {n} Stein schlägt",
    "other": "er verpasst {line}, was {n} Steine schlägt",
  },
  "reason.misses-take.for": {
    "one": "er verpasst {line}, was {n} Stein gegen {for} schlägt",
    "other": "er verpasst {line}, was {n} Steine gegen {for} schlägt",
  },
  "reason.misses-cross": "er verpasst {line}, was die Zielreihe erreicht",
  "reason.and": "{a} und {b}",

  // Mistakes played again.
  "retry.found": {
    "one": "In {found} von {n} hast du einen guten Zug gefunden.",
    "other": "In {found} von {n} hast du einen guten Zug gefunden.",
  },
  "looks": "Das Programm prüft deinen Zug…",
  "retry.task": "Fehler {at} von {all}. {Mover} spielte hier {move}, was {n} Prozent kostete.",
  "retry.find": "Finde einen besseren Zug.",
  "retry.stones": "Ein Zug der markierten Steine ist besser.",
  "retry.prefers": "Der Rückblick zieht {move} vor.",
  "retry.good.best": "Gut. {move} ist der Zug, den der Rückblick vorzieht.",
  "retry.good": "Gut. {move} kostet {n} Prozent, und {played} kostete {before}.",
  "retry.better": "Besser, aber {move} kostet noch {n} Prozent statt {before}{why}",
  "retry.same": "{move} ist der Zug der Partie, der {n} Prozent kostete{why}",
  "retry.again": "Noch nicht. {move} kostet {n} Prozent{why}",
  "retry.reason": ": {why}.",
  "retry.reply": ". Die beste Antwort ist {move}.",

  // The editor.
  "editor.white": "Klick auf ein Feld, um einen weißen Stein zu setzen oder zu entfernen.",
  "editor.black": "Klick auf ein Feld, um einen schwarzen Stein zu setzen oder zu entfernen.",
  "editor.empty": "Klick auf einen Stein, um ihn zu entfernen.",

  // The card for new visitors.
  "welcome": "Willkommen",
  "welcome.new": "Neu hier?",
  "welcome.text": "Lerne die Regeln in fünf Minuten am Brett. Oder spiel gleich los, gegen Stufe 1.",
  "welcome.learn": "Regeln lernen",
  "welcome.play": "Spielen",

  // The lesson.
  "lesson": "Lektion",
  "lesson.steps": "Schritte",
  "lesson.goal": "Ziel",
  "lesson.show": "Zeig es mir",
  "lesson.start": "Partie beginnen",
  "lesson.count": "{at} von {n}",
  "lesson.step": "Schritt {at}, {title}",
  "lesson.step.done": "Schritt {at}, {title}, erledigt",
  "lesson.answer": "Die Antwort: Wähle {rear}, und dann {head}.",
  "lesson.ready": "Wähle „Partie beginnen“, wenn du so weit bist.",
  "lesson.reached": "Gut gemacht.",
  "lesson.missed": "Noch nicht.",
  "lesson.choose.square": "Wähle jetzt ein Feld mit einem Punkt: Dort landet der vorderste Stein.",
  "lesson.choose.stone": "Du bist am Zug: Wähle einen weißen Stein.",
  "lesson.loading": "Das Programm lädt noch. Danach prüft es deinen Zug.",
  "lesson.stone.title": "Ein Stein",
  "lesson.stone.text":
    "Du spielst Weiß. Ein einzelner Stein zieht ein Feld weit, in jede der acht Richtungen.",
  "lesson.stone.goal": "Zieh deinen Stein auf das markierte Feld.",
  "lesson.line.title": "Eine Linie zieht zusammen",
  "lesson.line.text":
    "Steine in einer geraden Linie ohne Lücke sind eine Phalanx. Eine Phalanx aus drei Steinen zieht " +
    "bis zu drei Felder weit auf ihrer Linie. Wähle ihren hintersten Stein und dann das Feld, auf dem " +
    "der vorderste landet.",
  "lesson.line.goal": "Bring alle drei Steine auf die markierten Felder.",
  "lesson.part.title": "Ein Teil einer Linie",
  "lesson.part.text":
    "Eine Linie darf sich teilen. Wählst du einen Stein in der Mitte, ziehen nur er und die Steine vor " +
    "ihm. Ein Teil aus zwei Steinen zieht bis zu zwei Felder weit.",
  "lesson.part.goal":
    "Zieh die zwei vorderen Steine auf die markierten Felder. Die anderen zwei bleiben stehen.",
  "lesson.capture.title": "Schlagen",
  "lesson.capture.text":
    "Eine Phalanx schlägt eine gegnerische Linie auf ihrem Weg, wenn diese kürzer ist. Der vorderste " +
    "Stein landet auf dem nächsten Stein der Linie, und die ganze Linie verlässt das Brett.",
  "lesson.capture.goal": "Schlage die zwei markierten Steine.",
  "lesson.answer.title": "Sofort antworten",
  "lesson.answer.text":
    "Deine Zielreihe ist Reihe 6, die von Schwarz ist Reihe 1. Schwarz hat gerade Reihe 1 erreicht und " +
    "führt 1 zu 0. Wer seinen Zug in Führung beginnt, hat gewonnen. Du musst also mit diesem Zug " +
    "ausgleichen.",
  "lesson.answer.goal": "Schlage den Stein auf Reihe 1, oder erreiche selbst Reihe 6.",
  "lesson.crossing.title": "Ein Durchbruch, der gewinnt",
  "lesson.crossing.text":
    "Gehst du auf den Zielreihen in Führung, hat der Gegner einen Zug, um auszugleichen. Such also " +
    "einen Durchbruch, den Schwarz nicht schlagen kann. Die schwarze Linie aus zwei Steinen zieht bis " +
    "zu zwei Felder weit.",
  "lesson.crossing.goal": "Erreiche Reihe 8 so, dass Schwarz keine Antwort hat.",
  "lesson.symmetry.title": "Die Symmetrieregel",
  "lesson.symmetry.text":
    "Kein Stein darf seine Zielreihe mit einem Zug betreten, nach dem das ganze Brett links und rechts " +
    "spiegelgleich ist. Hier verbietet diese Regel c6.",
  "lesson.symmetry.goal": "Erreiche Reihe 6 auf einem anderen Feld.",
  "lesson.game.title": "Deine erste Partie",
  "lesson.game.text":
    "Du kennst alle Regeln. Spiel jetzt auf einem kleinen Brett gegen Stufe 1, die oft Fehler macht. Du " +
    "gewinnst, wenn du zu Beginn deines Zuges mehr Steine auf Reihe 6 hast als Schwarz auf Reihe 1.",
  "lesson.game.goal": "Bring deine Steine hinüber auf Reihe 6.",
  "verdict.stone-there": "Der Stein steht auf seinem Feld.",
  "verdict.as-one": { "one": "Der {n} Stein ist gezogen.", "other": "Die {n} Steine sind zusammen gezogen." },
  "verdict.fewer": {
    "one": "Nur {n} Stein ist gezogen. Wenn du {from} wählst, ziehen {wanted} Steine.",
    "other": "Nur {n} Steine sind gezogen. Wenn du {from} wählst, ziehen {wanted} Steine.",
  },
  "verdict.more": {
    "one":
      "{moved} Steine sind gezogen. Wenn du {from} wählst, zieht nur {n} Stein, und die anderen bleiben.",
    "other":
      "{moved} Steine sind gezogen. Wenn du {from} wählst, ziehen nur {n} Steine, und die anderen " +
      "bleiben.",
  },
  "verdict.stone-elsewhere": "Dein Stein ist auf {landing} gelandet. Er sollte auf {wanted} landen.",
  "verdict.front-elsewhere": "Der vorderste Stein ist auf {landing} gelandet. Er sollte auf {wanted} landen.",
  "verdict.no-capture":
    "Dieser Zug hat nichts geschlagen. Wähle {from}, und lass den vordersten Stein auf {wanted} landen, " +
    "dem nächsten schwarzen Stein.",
  "verdict.captured": "Deine Linie aus {line} hat eine Linie aus {taken} geschlagen.",
  "verdict.behind": {
    "one":
      "Schwarz beginnt seinen Zug mit {n} Stein auf Reihe 1 gegen {own} auf Reihe {row}. Damit hat " +
      "Schwarz gewonnen.",
    "other":
      "Schwarz beginnt seinen Zug mit {n} Steinen auf Reihe 1 gegen {own} auf Reihe {row}. Damit hat " +
      "Schwarz gewonnen.",
  },
  "verdict.nobody-leads":
    "Du hast den Stein geschlagen, also führt niemand. Schwarz hat geantwortet, und die Partie geht " +
    "weiter.",
  "verdict.level":
    "Du hast ausgeglichen: {own} zu {theirs}. Schwarz hat geantwortet, und die Partie geht weiter.",
  "verdict.won": {
    "one":
      "Schwarz hatte keine Antwort. Du beginnst deinen Zug mit {n} Stein auf Reihe {row} gegen {theirs} " +
      "und hast gewonnen.",
    "other":
      "Schwarz hatte keine Antwort. Du beginnst deinen Zug mit {n} Steinen auf Reihe {row} gegen " +
      "{theirs} und hast gewonnen.",
  },
  "verdict.lost-stone":
    "Die schwarze Linie aus {line} hat deinen Stein auf {landing} geschlagen, also führt niemand. Such " +
    "ein Feld, das diese Linie nicht erreicht.",
  "verdict.black-level": "Schwarz hat auf den Zielreihen ausgeglichen.",
  "verdict.unlike": "Jetzt ist die linke Hälfte des Bretts anders als die rechte, also ist der Zug erlaubt.",
  "verdict.not-across":
    "Dein vorderster Stein ist auf {landing} gelandet, also steht noch kein Stein von dir auf Reihe " +
    "{row}.",

  // The puzzles.
  "puzzles.title": "Aufgaben · Epaminondas",
  "puzzle": "Aufgabe",
  "puzzle.none": "Keine Aufgabe",
  "puzzle.moves": "Bisherige Züge",
  "puzzle.score": "Deine Aufgaben",
  "puzzle.streak": "Serie",
  "puzzle.best": "Beste",
  "puzzle.rating": "Wertung",
  "puzzle.solved-count": "Gelöst",
  "puzzle.difficulty": "Schwierigkeit",
  "puzzle.near": "um meine Wertung",
  "puzzle.easy": "leicht",
  "puzzle.medium": "mittel",
  "puzzle.hard": "schwer",
  "puzzle.link": "Link kopieren",
  "puzzle.link.copied": "Der Link ist kopiert.",
  "puzzle.link.here": "Der Browser kopiert nicht. Der Link ist {link}",
  "puzzle.solution": "Lösung",
  "puzzle.repeat": "Wiederholen",
  "puzzle.task": {
    "one": "{Side} zieht und gewinnt mit diesem Zug",
    "other": "{Side} zieht und gewinnt in {n}",
  },
  "puzzle.facts": "Aufgabe {id}, Wertung {rating}.",
  "puzzle.prior": "Das Netz allein gibt dem ersten Zug {chance}.",
  "puzzle.less": "weniger als {chance}",
  "puzzle.before": "Du hast sie schon gelöst.",
  "puzzle.testing": "Das Programm prüft den Zug…",
  "puzzle.wrong": "{move} gewinnt nicht.",
  "puzzle.wrong.lost": "{move} gewinnt nicht: {Side} hat gewonnen.",
  "puzzle.wrong.answer": "{move} gewinnt nicht: {Side} antwortet {answer}.",
  "puzzle.wrong.wins": "{move} gewinnt nicht: {Side} antwortet {answer} und gewinnt.",
  "puzzle.defenceless": "{Side} hat keine Verteidigung mehr.",
  "puzzle.showing": "Das ist die Lösung.",
  "puzzle.shown": "Das war die Lösung: {Side} hat keine Verteidigung mehr.",
  "puzzle.missing": "Eine Antwort des Programms fehlt.",
  "puzzle.rises": "Deine Wertung steigt um {n}.",
  "puzzle.falls": "Deine Wertung fällt um {n}.",
  "puzzle.one-wins": "Nur ein Zug gewinnt.",
  "puzzle.leads": "{Side} führt auf der Zielreihe, also muss der Zug auch ausgleichen.",
  "puzzle.onward": "{Side} verteidigt sich mit {move}. Finde den nächsten Zug, der gewinnt.",
  "puzzle.you": "du",
  "puzzle.program": "das Programm",
  "puzzle.over": "Diese Aufgabe ist vorbei: Wähle „Weiter“ oder „Wiederholen“.",
  "puzzle.no-such": "Das Brett hat die Aufgabe des Links nicht, darum hier eine andere.",
  "puzzle.no-board": "Der Link nennt ein Brett ohne Aufgaben.",
};
