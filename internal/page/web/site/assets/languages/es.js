// The texts of the pages in Spanish. en.js explains the form.
export default {
  // The header and the parts that all pages share.
  "language": "Idioma",
  "pages": "Páginas",
  "page.play": "Jugar",
  "page.learn": "Aprender",
  "page.puzzles": "Problemas",
  "page.training": "Entrenamiento",
  "theme": "Tema",
  "theme.system": "Tema del sistema",
  "theme.light": "Tema claro",
  "theme.dark": "Tema oscuro",
  "loading": "Cargando…",
  "again": "Preguntar otra vez",
  "try-again": "Otra vez",
  "close": "Cerrar",
  "next": "Siguiente",
  "hint": "Pista",
  "white": "Blancas",
  "black": "Negras",
  "side.white": "las blancas",
  "side.black": "las negras",
  "you": "Tú",
  "board": "Tablero",
  "board.keys": "Tablero. Las flechas mueven el cursor, Intro elige una casilla y Escape anula la elección.",
  "far-row": "última fila:",
  "flip": "Girar",
  "copied": "Copiado.",
  "copy.selected": "El texto está seleccionado: cópialo con Ctrl-C.",
  "loaded": "{done} de {all} MB",
  "gone": "El programa no responde: ¿sigue en marcha?",
  "missing": "Falta la respuesta del programa.",
  "missing.choose": "Falta la respuesta del programa: elige «{button}».",
  "busy":
    "El programa ya hace todas las búsquedas que puede, para otras pestañas o navegadores. Esta página " +
    "vuelve a preguntar sola.",
  "wait.move":
    "El motor ya piensa en dos pestañas de este navegador. En esta pestaña empieza cuando haya jugado " +
    "en una de ellas.",
  "wait.analysis":
    "En pestañas de este navegador ya hay dos análisis o repasos en marcha. La búsqueda de esta pestaña " +
    "empieza cuando termine uno de ellos.",
  "engine.failed": "El motor ha fallado ({why}): pregunta otra vez o vuelve a cargar la página.",
  "file.missing":
    "La página no puede cargar un archivo que necesita. {why} Comprueba la conexión e inténtalo otra " +
    "vez.",

  // Texts that the style sheets show.
  "css.answer-now": "Responde ahora.",
  "css.no-move": "Todavía no hay jugadas.",
  "css.step": "Paso",
  "css.you": ", tú",
  "css.right": "Bien.",
  "css.solved": "Resuelto.",
  "css.not-yet": "Todavía no.",
  "css.white": "Blancas",
  "css.black": "Negras",

  // Players, levels and boards.
  "level.white": "Nivel de las blancas",
  "level.black": "Nivel de las negras",
  "level.1": "principiante",
  "level.2": "aprendiz",
  "level.3": "novato",
  "level.4": "jugador ocasional",
  "level.5": "aficionado",
  "level.6": "en progreso",
  "level.7": "amateur",
  "level.8": "con experiencia",
  "level.9": "jugador de club",
  "level.10": "hábil",
  "level.11": "avanzado",
  "level.12": "fuerte",
  "level.13": "muy fuerte",
  "level.14": "maestro: 1 s por jugada",
  "level.15": "el más fuerte: 3 s por jugada",
  "player.classical": "Motor clásico",
  "player.lines": "Clásico, instruido por la red",
  "board.epaminondas": "Epaminondas",
  "board.crossings": "Crossings",
  "board.small": "Pequeño",
  "board.size": "{width} × {height}",
  "board.rows": { "one": "{n} fila de fichas", "other": "{n} filas de fichas" },
  "board.symmetry-left-right": "regla de simetría izquierda-derecha",
  "board.symmetry-rotation": "regla de simetría por giro",
  "board.symmetry-none": "sin regla de simetría",
  "board.capture-line": "capturas de líneas enteras",
  "board.capture-single": "capturas de una ficha",
  "board.crossed-free": "las fichas cruzadas se mueven",
  "board.crossed-fixed": "las fichas cruzadas se quedan",
  "board.behind-free": "sin deber de igualar",
  "board.behind-level": "deber de igualar",
  "board.no-limit": "sin límite",
  "board.draw-after": { "one": "tablas tras {n} jugada", "other": "tablas tras {n} jugadas" },
  "board.at-most": { "one": "{n} jugada como mucho", "other": "{n} jugadas como mucho" },
  "board.other": "otro tablero",
  "captured": { "one": "{n} ficha capturada", "other": "{n} fichas capturadas" },

  // The play page.
  "keep-line": "Guardar la variante",
  "here": "Seguir desde aquí",
  "aside": "Partida",
  "ending": "Resultado",
  "rematch": "Revancha",
  "harder": "Nivel siguiente",
  "to-review": "Repaso",
  "share": "Compartir",
  "tabs": "Paneles",
  "tab.game": "Partida",
  "tab.analysis": "Análisis",
  "tab.review": "Repaso",
  "tab.rules": "Reglas",
  "branch": "La variante mostrada",
  "adopt": "Hacerla partida",
  "raise": "Subir",
  "delete": "Borrar",
  "delete.from": "Borrar desde aquí",
  "notation": "Jugadas como",
  "notation.head": "cola – frente",
  "notation.rear": "cola – cola",
  "pause": "Pausa",
  "pause.end": "Seguir",
  "step": "Una jugada",
  "pace": "Velocidad",
  "pace.fast": "rápido",
  "pace.1": "1 s por jugada",
  "pace.3": "3 s por jugada",
  "new": "Nueva partida",
  "exchange": "Cambiar bando",
  "texts": "Copiar o pegar",
  "threats": "Amenazas",
  "sound": "Sonido",
  "two": "Dos personas",
  "ownership": "Dominio",
  "analysis.off":
    "Muestra las mejores variantes de la posición del tablero y la probabilidad de que ganen las " +
    "blancas.",
  "engine": "Motor",
  "lines": "Variantes",
  "arrows": "Flechas",
  "arrows.best": "mejores variantes",
  "arrows.policy": "intuición de la red",
  "arrows.none": "ninguna",
  "edit": "Preparar una posición",
  "sketch": "Dibujar flechas",
  "review.none":
    "Un repaso muestra las jugadas que más han costado. Puede empezar tras la primera jugada, también a " +
    "mitad de la partida.",
  "review.of": "Jugadas de",
  "retry": "Repetir errores",

  // The rules.
  "rules.aim": "Ten más fichas en tu última fila, la primera del contrario, que el contrario en la suya.",
  "rules.phalanx":
    "Las fichas en línea recta y sin huecos forman una <em>falange</em>. Elige la ficha de cola y luego " +
    "una casilla marcada para la de frente. También puedes arrastrar la ficha. Una falange de " +
    "<em>n</em> fichas avanza hasta <em>n</em> casillas por su línea. Si eliges una ficha de dentro de " +
    "la línea, con ella solo se mueven las de delante.",
  "rules.turn":
    "Gana quien empieza su turno con más fichas en su última fila que el contrario en la suya. Por eso " +
    "el contrario siempre tiene una jugada para igualar. Quien no puede mover, pierde.",
  "rules.capture.single":
    "La falange captura la ficha enemiga en la que cae su ficha de frente, si la línea enemiga que " +
    "empieza en esa casilla es más corta que la falange.",
  "rules.capture.line":
    "La falange captura toda la línea enemiga en la que cae su ficha de frente, si esa línea es más " +
    "corta que la falange.",
  "rules.fixed": "Una ficha en la última fila ha cruzado: ya no se mueve ni se captura.",
  "rules.level": "Quien tiene menos fichas cruzadas debe igualar de inmediato.",
  "rules.left-right":
    "La regla de simetría: ninguna ficha puede entrar en la última fila con una jugada que deje todo el " +
    "tablero igual a su imagen reflejada de izquierda a derecha.",
  "rules.rotation":
    "La regla de simetría: ninguna ficha puede entrar en la última fila con una jugada que deje el " +
    "tablero igual a sí mismo girado media vuelta y con los colores cambiados.",
  "rules.limit.draw": {
    "one": "La partida es tablas tras {n} jugada de ambos bandos en total.",
    "other": "La partida es tablas tras {n} jugadas de ambos bandos en total.",
  },
  "rules.limit.advance": {
    "one":
      "La partida termina tras {n} jugada de ambos bandos en total. Entonces gana quien está más " +
      "avanzado. Se comparan las filas una por una, desde la última hacia atrás. Decide la primera fila " +
      "en la que un bando tiene más fichas. Si ninguna decide, gana quien capturó por última vez. Si " +
      "nadie ha capturado, ganan las negras.",
    "other":
      "La partida termina tras {n} jugadas de ambos bandos en total. Entonces gana quien está más " +
      "avanzado. Se comparan las filas una por una, desde la última hacia atrás. Decide la primera fila " +
      "en la que un bando tiene más fichas. Si ninguna decide, gana quien capturó por última vez. Si " +
      "nadie ha capturado, ganan las negras.",
  },

  // Buttons below the board.
  "retry.show": "Mostrar",
  "retry.finish": "Terminar",
  "retry.end": "Salir",
  "brush.empty": "Quitar",
  "editor.turn": "Quién juega",
  "editor.turn.white": "Juegan blancas",
  "editor.turn.black": "Juegan negras",
  "editor.clear": "Vaciar",
  "editor.start": "Inicio",
  "editor.cancel": "Cancelar",
  "editor.analyse": "Analizar",
  "first": "Al inicio",
  "previous": "Una jugada atrás",
  "forward": "Una jugada adelante",
  "last": "Volver a la partida",
  "undo": "Deshacer",
  "more": "Más",

  // Dialogs.
  "drop.title": "¿Dejar esta partida?",
  "drop.text": {
    "one":
      "Esta partida tiene {n} jugada y no ha terminado. La encuentras de nuevo con el botón Atrás del " +
      "navegador.",
    "other":
      "Esta partida tiene {n} jugadas y no ha terminado. La encuentras de nuevo con el botón Atrás del " +
      "navegador.",
  },
  "drop.no": "Seguir jugando",
  "drop.yes": "Dejarla",
  "keys.button": "Atajos: ?",
  "keys": "Atajos",
  "keys.game": "Partida",
  "keys.undo": "deshacer, o retroceder junto a la partida",
  "keys.hint": "pista; otra vez para jugarla",
  "keys.flip": "girar el tablero",
  "keys.exchange": "cambiar de bando",
  "keys.new": "nueva partida",
  "keys.threats": "amenazas del contrario",
  "keys.watch": "al mirar: pausa, una jugada",
  "keys.looking": "Mirar",
  "keys.browse": "una jugada atrás, una adelante",
  "keys.ends": "al inicio, volver a la partida",
  "keys.analysis": "análisis",
  "keys.ownership": "dominio de las casillas",
  "keys.board": "En el tablero",
  "keys.arrows": "Flechas",
  "keys.cursor": "mover el cursor, tras Tab",
  "keys.choose": "elegir una casilla",
  "keys.escape": "soltar una ficha o quitar tus marcas",
  "keys.right": "Botón derecho",
  "keys.marks": "un clic marca una casilla, arrastrar dibuja una flecha",
  "keys.sketch": "dibujar con cualquier puntero, también con el dedo",
  "keys.retry": "Repetir errores",
  "keys.retry.hint": "pista, luego la jugada",
  "keys.retry.back": "otra vez",
  "keys.retry.next": "error siguiente",
  "texts.in": "Una posición, una lista de jugadas, una partida o un enlace para cargar",
  "texts.open": "Abrir archivo",
  "texts.load": "Cargar",
  "texts.position": "Posición",
  "texts.moves": "Jugadas",
  "texts.position-link": "Enlace a la posición",
  "texts.game-link": "Enlace a la partida",
  "texts.game": "Partida",
  "texts.json": "Como JSON",
  "texts.copy": "Copiar",
  "texts.save": "Guardar",
  "texts.beside": {
    "one":
      "Los textos y enlaces contienen la partida, pero no la {n} variante que la acompaña. Este " +
      "navegador guarda las variantes hasta que empiece otra partida.",
    "other":
      "Los textos y enlaces contienen la partida, pero no las {n} variantes que la acompañan. Este " +
      "navegador guarda las variantes hasta que empiece otra partida.",
  },
  "texts.loaded": "Cargado.",
  "texts.loaded.open": "Cargado en el tablero abierto, {board}.",
  "texts.both": "Tienes los dos colores: elige un jugador para uno de ellos si quieres seguir jugando.",
  "texts.read-as": "Las jugadas se han leído como {notation}.",
  "texts.ambiguous":
    "Las jugadas se han leído como {notation}. Leídas como {other}, son otra partida: para ella, elige " +
    "{other} en «Copiar o pegar» y carga las jugadas otra vez.",
  "texts.empty": "Pega primero una posición, una lista de jugadas, una partida o un enlace.",
  "texts.large": "El archivo tiene más de 200 kB, así que no es una partida.",
  "share.title": "Compartir esta partida",
  "share.file": "Compartir imagen",
  "share.save": "Guardar imagen",
  "share.film": "Guardar como GIF",
  "share.frames": "Jugadas en la animación",
  "share.out": "Compartir enlace",
  "share.copy": "Copiar enlace",
  "share.facts": { "one": "en {n} jugada", "other": "en {n} jugadas" },
  "share.against": {
    "one": "en {n} jugada contra el nivel {level}",
    "other": "en {n} jugadas contra el nivel {level}",
  },
  "share.picture": "El tablero final. {result} {facts}.",
  "share.no-picture": "El navegador no puede dibujar la imagen.",
  "share.no-film": "El navegador no puede crear la animación.",
  "share.no-share": "El sistema no comparte esto. Copia el enlace o guarda la imagen.",
  "share.won": "Victoria",
  "share.lost": "Derrota",
  "share.far": "{result} {a} a {b}",
  "share.me": "Yo",
  "share.level": "Nivel {level}",

  // The strip below the board.
  "refused": "Esta partida no se puede mostrar. Empieza una nueva.",
  "no-start": "La página no puede empezar.",
  "preview": "Esta variante es del análisis y no se ha jugado. Haz clic en el tablero para volver.",
  "after-move": "Tras la jugada {ply} de {n}.",
  "hint.looking": "Buscando una pista…",
  "paused": "En pausa.",
  "thinking": "Piensan {side}…",
  "engine.thinking": "El motor piensa…",
  "engine.turn": "Le toca al motor.",
  "beside": "Esta variante deja la partida tras la jugada {ply}.",
  "beside.start": "Esta variante deja la partida al principio.",
  "to-move.sentence": "Juegan {side}.",
  "to-move": "Juegan {side}",
  "your-move": "Te toca",
  "choose.landing": "{whose}: elige dónde cae la ficha de frente.",
  "choose.stone": "{whose}: elige la ficha.",
  "choose.line":
    "{whose}: elige la ficha de cola de una línea y luego una casilla marcada. Gana quien tiene más " +
    "fichas en su última fila.",
  "danger": {
    "one": "{Enemy} tienen {n} ficha en la última fila contra {own}: iguala con esta jugada o pierdes.",
    "other": "{Enemy} tienen {n} fichas en la última fila contra {own}: iguala con esta jugada o pierdes.",
  },
  "danger.saves": {
    "one": "{n} jugada te salva: captura en la fila {home} o llega a la fila {far}.",
    "other": "{n} jugadas te salvan: captura en la fila {home} o llega a la fila {far}.",
  },
  "danger.none": "Ninguna jugada te salva.",
  "played": "{Side} han jugado {move}.",
  "played.taking": {
    "one": "{Side} han jugado {move} y capturado una ficha.",
    "other": "{Side} han jugado {move} y capturado {n} fichas.",
  },
  "hint.move": "Pista: {move}. Pulsa «Pista» otra vez para jugarla.",
  "hint.play": "Jugarla",
  "opinion": "El motor da a las blancas un {chance} de probabilidad.",
  "no-undo": "No hay jugada que deshacer.",
  "over.here": "En esta posición la partida ha terminado.",
  "over.why": "En esta posición la partida ha terminado: {why}",
  "over": "La partida ha terminado: deshaz una jugada o empieza otra.",
  "aim": "Toca {square} otra vez para jugar.",
  "aim.taking": {
    "one": "Captura {n} ficha. Toca {square} otra vez para jugar.",
    "other": "Captura {n} fichas. Toca {square} otra vez para jugar.",
  },
  "stuck.crossed": "Una ficha que ha cruzado ya no se mueve.",
  "stuck": "Ninguna falange que empiece o acabe en {square} puede moverse.",
  "choose.own": "Elige primero una ficha de {side}.",
  "choose.rear": {
    "one": "Una falange puede caer en {square}: elige su cola.",
    "other": "{n} falanges pueden caer en {square}: elige la cola de una.",
  },
  "square.white": "{square}, ficha blanca",
  "square.black": "{square}, ficha negra",
  "square.empty": "{square}, vacía",
  "square.chosen": "{square}, se puede elegir",
  "square.free": "{square}, puede moverse",
  "square.capture": "{square}, captura",
  "chosen.rears": "{square} elegida. La cola está en {squares}.",
  "chosen.landings": "{square} elegida. La ficha de frente puede caer en {squares}.",

  // The end of a game.
  "draw": "Tablas",
  "wins": "Ganan {side}",
  "you.win": "Ganas tú",
  "you.lose": "Pierdes",
  "has-won.white": "Han ganado las blancas",
  "has-won.black": "Han ganado las negras",
  "ended": "{result}: {how}",
  "ended.length": { "one": "la partida ha durado {n} jugada.", "other": "la partida ha durado {n} jugadas." },
  "ended.far-row": {
    "one": "{winner} empiezan el turno con {n} ficha en la última fila contra {theirs}.",
    "other": "{winner} empiezan el turno con {n} fichas en la última fila contra {theirs}.",
  },
  "ended.level": {
    "one": "{loser} no pueden igualar: tienen {n} ficha en la última fila contra {own}.",
    "other": "{loser} no pueden igualar: tienen {n} fichas en la última fila contra {own}.",
  },
  "ended.no-moves": "{loser} no tienen jugada legal.",
  "ended.advanced": {
    "one": "la partida ha durado {n} jugada, y {winner} están más avanzadas.",
    "other": "la partida ha durado {n} jugadas, y {winner} están más avanzadas.",
  },
  "ended.last-capture": {
    "one":
      "la partida ha durado {n} jugada, ambos bandos están igual de avanzados, y {winner} capturaron " +
      "por última vez.",
    "other":
      "la partida ha durado {n} jugadas, ambos bandos están igual de avanzados, y {winner} capturaron " +
      "por última vez.",
  },
  "ended.black": {
    "one":
      "la partida ha durado {n} jugada, ambos bandos están igual de avanzados y nadie ha capturado, así " +
      "que ganan las negras.",
    "other":
      "la partida ha durado {n} jugadas, ambos bandos están igual de avanzados y nadie ha capturado, " +
      "así que ganan las negras.",
  },

  // Why a move is illegal.
  "refusal.same": "En {square} hay una ficha del mismo color.",
  "refusal.askew": "{square} no está en línea recta con {from}.",
  "refusal.far.single": {
    "one": "Una ficha sola avanza como mucho {n} casilla.",
    "other": "Una ficha sola avanza como mucho {n} casillas.",
  },
  "refusal.far": {
    "one": "La falange de {rear} a {front} avanza como mucho {n} casilla.",
    "other": "La falange de {rear} a {front} avanza como mucho {n} casillas.",
  },
  "refusal.between": "{square} está en medio.",
  "refusal.long.single":
    "Una ficha sola no puede capturar una línea de {enemies}: la línea debe ser más corta.",
  "refusal.long":
    "Una falange de {size} no puede capturar una línea de {enemies}: la línea debe ser más corta.",
  "refusal.moves-crossed": "La ficha de {square} ha cruzado: ya no se mueve.",
  "refusal.takes-crossed": "La ficha de {square} ha cruzado: ya no se captura.",
  "refusal.behind": {
    "one": "{Enemy} tienen {n} ficha en la última fila contra {own}: solo vale una jugada que iguale.",
    "other": "{Enemy} tienen {n} fichas en la última fila contra {own}: solo vale una jugada que iguale.",
  },
  "refusal.other": "Las reglas prohíben aquí esa jugada.",
  "refusal.left-right":
    "La regla de simetría prohíbe esta jugada: {side} entrarían en la última fila y el tablero quedaría " +
    "igual a su imagen reflejada de izquierda a derecha.",
  "refusal.rotation":
    "La regla de simetría prohíbe esta jugada: {side} entrarían en la última fila y el tablero quedaría " +
    "igual al girarlo media vuelta y cambiar los colores.",
  "link.strange": "El enlace tiene la parte «{name}», que la página no conoce.",
  "link.twice": "El enlace tiene la parte «{name}» dos veces, y la página usa la primera.",
  "link.no-board": "El enlace no nombra ningún tablero, así que no contiene ninguna partida.",

  // Refusals of the program.
  "refused.move": "jugada {n}, «{move}»: {why}",
  "refused.illegal": "las reglas no permiten aquí esta jugada",
  "refused.not-a-move": "no es una jugada como a1-a3",
  "refused.not-a-move-here": "no es una jugada como a1-a3 en este tablero ({board})",
  "refused.start": "la posición inicial «{start}»: {why}",
  "refused.no-side": "falta quién juega: escribe w o b después de las filas",
  "refused.more": "quita «{text}»: una posición termina con el bando que juega y el número de jugadas",
  "refused.rows": {
    "one": "la posición tiene {n} fila, pero el tablero ({board}) tiene {height}",
    "other": "la posición tiene {n} filas, pero el tablero ({board}) tiene {height}",
  },
  "refused.columns": {
    "one": "la fila {row} tiene {n} casilla, pero el tablero ({board}) tiene {width} columnas",
    "other": "la fila {row} tiene {n} casillas, pero el tablero ({board}) tiene {width} columnas",
  },
  "refused.stopped": "la búsqueda se detuvo antes de encontrar nada: pregunta otra vez",
  "refused.no-rules": "el texto no nombra las reglas de la partida: elige un tablero",
  "refused.empty": "el texto está vacío: pega una partida, una lista de jugadas o una posición",
  "refused.nothing": "el texto no contiene jugadas ni posición",
  "refused.link-damaged":
    "el enlace «{link}» está dañado ({why}): copia otra vez la dirección completa de la página",
  "refused.link-no-game":
    "el enlace «{link}» no tiene ninguna partida: copia la dirección completa de la página o un enlace " +
    "de la ventana «Copiar o pegar»",
  "refused.no-proof": "no hay victoria demostrada desde esta posición: vuelve al principio del problema",

  // Analysis, threats and review.
  "ownership.unknown": "Este motor no conoce el dominio de las casillas, pero las redes sí.",
  "ownership.note":
    "Un cuadrado pequeño muestra de quién puede ser la ficha que esté ahí al final. Cuanto mayor, más " +
    "seguro.",
  "analysis.over": "La partida ha terminado.",
  "analysis.waits": "El análisis espera mientras juega el motor.",
  "analysis.proved": "Demostrado",
  "analysis.depth": "profundidad {depth}",
  "positions": { "one": "{written} posición", "other": "{written} posiciones" },
  "visits": { "one": "{written} visita", "other": "{written} visitas" },
  "wins.soon": { "one": "Ganan {side} en {n} jugada", "other": "Ganan {side} en {n} jugadas" },
  "white.chance": "Blancas {chance}",
  "bar.unknown": "Valoración: desconocida",
  "bar.chance": "Probabilidad de que ganen las blancas: {chance}",
  "graph": "Probabilidades de las blancas durante la partida: {points}",
  "threats.leads": "{Enemy} ya llevan ventaja.",
  "threats.some": {
    "one": "{Enemy} amenazan con tomar ventaja con {n} jugada.",
    "other": "{Enemy} amenazan con tomar ventaja con {n} jugadas.",
  },
  "threats.none": "{Enemy} no tienen jugada que les dé ventaja.",
  "both-sides": "ambos bandos",
  "review.not-found": "no encontrada",
  "review.better-one": "una mejor",
  "review.stop": "Parar el repaso",
  "review.start": "¿Qué se me escapó?",
  "review.progress": { "one": "{done} de {n} posición{left}…", "other": "{done} de {n} posiciones{left}…" },
  "review.minutes": ", quedan {n} min",
  "review.seconds": ", quedan {n} s",
  "review.stopped": {
    "one": "Parado tras {done} de {n} posición.",
    "other": "Parado tras {done} de {n} posiciones.",
  },
  "review.found": {
    "one": "{n} jugada cuesta un {cost} por ciento o más.",
    "other": "{n} jugadas cuestan un {cost} por ciento o más.",
  },
  "review.found.of": {
    "one": "{n} jugada de {side} cuesta un {cost} por ciento o más.",
    "other": "{n} jugadas de {side} cuestan un {cost} por ciento o más.",
  },
  "review.clean": "Ninguna jugada costó mucho.",
  "review.clean.of": "Ninguna jugada de {side} costó mucho.",
  "review.theirs": {
    "one": "{Side} tienen {n}, con una marca hueca en la curva.",
    "other": "{Side} tienen {n}, con marcas huecas en la curva.",
  },
  "review.later": {
    "one": "La última {n} jugada vino después del repaso.",
    "other": "Las últimas {n} jugadas vinieron después del repaso.",
  },
  "review.better": "mejor {move}",
  "review.verdict": "{played}, que se jugó, costó un {n} por ciento; {best} era mejor.",
  "review.verdict.why": "{played}, que se jugó, costó un {n} por ciento: {why}. {best} era mejor.",
  "review.hinted":
    "Una pista también daría {move}. La pista busca en {positions}; el repaso, en {each} tras cada una " +
    "de las dos jugadas.",
  "review.as-many": "otras tantas",
  "reason.joint": "{a}, y {b}",
  "reason.lets-win.now": "pierde en el acto",
  "reason.lets-win": "deja que {enemy} ganen de forma demostrada con {line}",
  "reason.lets-win.in": {
    "one": "deja que {enemy} ganen de forma demostrada en {n} jugada con {line}",
    "other": "deja que {enemy} ganen de forma demostrada en {n} jugadas con {line}",
  },
  "reason.misses-win": "deja pasar una victoria demostrada con {line}",
  "reason.misses-win.in": {
    "one": "deja pasar una victoria demostrada en {n} jugada con {line}",
    "other": "deja pasar una victoria demostrada en {n} jugadas con {line}",
  },
  "reason.loses-stones": { "one": "pierde {n} ficha por {line}", "other": "pierde {n} fichas por {line}" },
  "reason.loses-stones.for": {
    "one": "pierde {n} ficha a cambio de {for} por {line}",
    "other": "pierde {n} fichas a cambio de {for} por {line}",
  },
  "reason.lets-cross": "deja que {enemy} crucen con {line}",
  "reason.lets-cross.in": {
    "one": "deja que {enemy} crucen en {n} jugada, {line}",
    "other": "deja que {enemy} crucen en {n} jugadas, {line}",
  },
  "reason.misses-take": {
    "one": "deja pasar {line}, que captura {n} ficha",
    "other": "deja pasar {line}, que captura {n} fichas",
  },
  "reason.misses-take.for": {
    "one": "deja pasar {line}, que captura {n} ficha a cambio de {for}",
    "other": "deja pasar {line}, que captura {n} fichas a cambio de {for}",
  },
  "reason.misses-cross": "deja pasar {line}, que cruza",
  "reason.and": "{a} y {b}",

  // Mistakes played again.
  "retry.found": {
    "one": "Has encontrado una buena jugada en {found} de {n}.",
    "other": "Has encontrado una buena jugada en {found} de {n}.",
  },
  "looks": "El programa examina tu jugada…",
  "retry.task": "Error {at} de {all}. {Mover} jugaron aquí {move}, que costó un {n} por ciento.",
  "retry.find": "Encuentra una jugada mejor.",
  "retry.stones": "Es mejor mover las fichas marcadas.",
  "retry.prefers": "El repaso prefiere {move}.",
  "retry.good.best": "Bien. {move} es la jugada que prefiere el repaso.",
  "retry.good": "Bien. {move} cuesta un {n} por ciento, y {played} costó un {before}.",
  "retry.better": "Mejor, pero {move} aún cuesta un {n} por ciento en vez de un {before}{why}",
  "retry.same": "{move} es la jugada de la partida, que costó un {n} por ciento{why}",
  "retry.again": "Todavía no. {move} cuesta un {n} por ciento{why}",
  "retry.reason": ": {why}.",
  "retry.reply": ". La mejor respuesta es {move}.",

  // The editor.
  "editor.white": "Haz clic en una casilla para poner una ficha blanca o quitarla.",
  "editor.black": "Haz clic en una casilla para poner una ficha negra o quitarla.",
  "editor.empty": "Haz clic en una ficha para quitarla.",

  // The card for new visitors.
  "welcome": "Bienvenida",
  "welcome.new": "¿Es tu primera vez?",
  "welcome.text": "Aprende las reglas en el tablero en cinco minutos. O juega ya, contra el nivel 1.",
  "welcome.learn": "Aprender las reglas",
  "welcome.play": "Jugar",

  // The lesson.
  "lesson": "Lección",
  "lesson.steps": "Pasos",
  "lesson.goal": "Objetivo",
  "lesson.show": "Muéstrame",
  "lesson.start": "Empezar la partida",
  "lesson.count": "{at} de {n}",
  "lesson.step": "Paso {at}, {title}",
  "lesson.step.done": "Paso {at}, {title}, hecho",
  "lesson.answer": "La respuesta: elige {rear} y luego {head}.",
  "lesson.ready": "Elige «Empezar la partida» cuando quieras.",
  "lesson.reached": "Bien hecho.",
  "lesson.missed": "Todavía no.",
  "lesson.choose.square": "Ahora elige una casilla con un punto: ahí cae la ficha de frente.",
  "lesson.choose.stone": "Te toca: elige una ficha blanca.",
  "lesson.loading": "El programa aún se está cargando. Luego examinará tu jugada.",
  "lesson.stone.title": "Una ficha",
  "lesson.stone.text":
    "Juegas con blancas. Una ficha sola avanza una casilla, en cualquiera de las ocho direcciones.",
  "lesson.stone.goal": "Lleva tu ficha a la casilla marcada.",
  "lesson.line.title": "Una línea se mueve junta",
  "lesson.line.text":
    "Las fichas en línea recta y sin huecos son una falange. Una falange de tres avanza hasta tres " +
    "casillas por su línea. Elige la ficha de cola y luego la casilla donde cae la de frente.",
  "lesson.line.goal": "Lleva las tres fichas a las casillas marcadas.",
  "lesson.part.title": "Parte de una línea",
  "lesson.part.text":
    "Una línea puede dividirse. Si eliges una ficha de dentro, solo se mueven esa ficha y las de " +
    "delante. Una parte de dos avanza hasta dos casillas.",
  "lesson.part.goal":
    "Lleva las dos fichas de delante a las casillas marcadas. Las otras dos se quedan atrás.",
  "lesson.capture.title": "Captura",
  "lesson.capture.text":
    "Una falange captura una línea enemiga en su camino si esa línea es más corta. La ficha de frente " +
    "cae en la más cercana de la línea, y toda la línea sale del tablero.",
  "lesson.capture.goal": "Captura las dos fichas marcadas.",
  "lesson.answer.title": "Responder enseguida",
  "lesson.answer.text":
    "Tu última fila es la 6, y la de las negras es la 1. Las negras acaban de llegar a la fila 1 y " +
    "ganan por 1 a 0. Quien empieza su turno con ventaja ha ganado, así que debes igualar con esta " +
    "jugada.",
  "lesson.answer.goal": "Captura la ficha de la fila 1, o llega tú a la fila 6.",
  "lesson.crossing.title": "Un cruce que gana",
  "lesson.crossing.text":
    "Si tomas ventaja en las últimas filas, el contrario tiene una jugada para igualar. Busca, pues, un " +
    "cruce que las negras no puedan capturar. Su línea de dos avanza hasta dos casillas.",
  "lesson.crossing.goal": "Llega a la fila 8 de modo que las negras no tengan respuesta.",
  "lesson.symmetry.title": "La regla de simetría",
  "lesson.symmetry.text":
    "Ninguna ficha puede entrar en su última fila con una jugada que deje todo el tablero igual a su " +
    "imagen reflejada de izquierda a derecha. Aquí esta regla prohíbe c6.",
  "lesson.symmetry.goal": "Llega a la fila 6 por otra casilla.",
  "lesson.game.title": "Tu primera partida",
  "lesson.game.text":
    "Ya sabes todas las reglas. Juega ahora en un tablero pequeño contra el nivel 1, que se equivoca a " +
    "menudo. Ganas si tu turno empieza con más fichas en la fila 6 que las negras en la fila 1.",
  "lesson.game.goal": "Lleva tus fichas hasta la fila 6.",
  "verdict.stone-there": "La ficha está en su casilla.",
  "verdict.as-one": { "one": "La {n} ficha se movió.", "other": "Las {n} fichas se movieron a la vez." },
  "verdict.fewer": {
    "one": "Solo se movió {n} ficha. Si eliges {from}, se mueven {wanted} fichas.",
    "other": "Solo se movieron {n} fichas. Si eliges {from}, se mueven {wanted} fichas.",
  },
  "verdict.more": {
    "one": "Se movieron {moved} fichas. Si eliges {from}, solo se mueve {n} ficha, y las demás se quedan.",
    "other":
      "Se movieron {moved} fichas. Si eliges {from}, solo se mueven {n} fichas, y las demás se quedan.",
  },
  "verdict.stone-elsewhere": "Tu ficha cayó en {landing}. Debía caer en {wanted}.",
  "verdict.front-elsewhere": "La ficha de frente cayó en {landing}. Debía caer en {wanted}.",
  "verdict.no-capture":
    "Esa jugada no capturó nada. Elige {from} y haz que la ficha de frente caiga en {wanted}, la ficha " +
    "negra más cercana.",
  "verdict.captured": "Tu línea de {line} ha capturado una línea de {taken}.",
  "verdict.behind": {
    "one":
      "El turno de las negras empieza con {n} ficha en la fila 1 contra {own} en la fila {row}. Así que " +
      "han ganado las negras.",
    "other":
      "El turno de las negras empieza con {n} fichas en la fila 1 contra {own} en la fila {row}. Así " +
      "que han ganado las negras.",
  },
  "verdict.nobody-leads":
    "Has capturado la ficha, así que nadie lleva ventaja. Las negras han respondido y la partida sigue.",
  "verdict.level": "Has igualado: {own} a {theirs}. Las negras han respondido y la partida sigue.",
  "verdict.won": {
    "one":
      "Las negras no tenían respuesta. Tu turno empieza con {n} ficha en la fila {row} contra {theirs}, " +
      "así que has ganado.",
    "other":
      "Las negras no tenían respuesta. Tu turno empieza con {n} fichas en la fila {row} contra " +
      "{theirs}, así que has ganado.",
  },
  "verdict.lost-stone":
    "La línea negra de {line} ha capturado tu ficha en {landing}, así que nadie lleva ventaja. Busca " +
    "una casilla a la que esa línea no llegue.",
  "verdict.black-level": "Las negras han igualado en las últimas filas.",
  "verdict.unlike": "Ahora la mitad izquierda del tablero difiere de la derecha, así que la jugada es legal.",
  "verdict.not-across":
    "Tu ficha de frente cayó en {landing}, así que aún no tienes ninguna ficha en la fila {row}.",

  // The puzzles.
  "puzzles.title": "Problemas · Epaminondas",
  "puzzle": "Problema",
  "puzzle.none": "Ningún problema",
  "puzzle.moves": "Jugadas hasta ahora",
  "puzzle.score": "Tus problemas",
  "puzzle.streak": "Racha",
  "puzzle.best": "Mejor",
  "puzzle.rating": "Puntos",
  "puzzle.solved-count": "Resueltos",
  "puzzle.difficulty": "Dificultad",
  "puzzle.near": "cerca de mis puntos",
  "puzzle.easy": "fácil",
  "puzzle.medium": "media",
  "puzzle.hard": "difícil",
  "puzzle.link": "Copiar enlace",
  "puzzle.link.copied": "El enlace está copiado.",
  "puzzle.link.here": "El navegador no copia. El enlace es {link}",
  "puzzle.solution": "Solución",
  "puzzle.repeat": "Repetir",
  "puzzle.task": { "one": "Juegan {side} y ganan con esta jugada", "other": "Juegan {side} y ganan en {n}" },
  "puzzle.facts": "Problema {id}, de {rating} puntos.",
  "puzzle.prior": "La red sola da a la primera jugada un {chance}.",
  "puzzle.less": "menos del {chance}",
  "puzzle.before": "Ya lo habías resuelto.",
  "puzzle.testing": "El programa comprueba la jugada…",
  "puzzle.wrong": "{move} no gana.",
  "puzzle.wrong.lost": "{move} no gana: han ganado {side}.",
  "puzzle.wrong.answer": "{move} no gana: {side} responden {answer}.",
  "puzzle.wrong.wins": "{move} no gana: {side} responden {answer} y ganan.",
  "puzzle.defenceless": "{Side} ya no tienen defensa.",
  "puzzle.showing": "Esta es la solución.",
  "puzzle.shown": "Esta era la solución: {side} ya no tienen defensa.",
  "puzzle.missing": "Falta una respuesta del programa.",
  "puzzle.rises": "Tus puntos suben {n}.",
  "puzzle.falls": "Tus puntos bajan {n}.",
  "puzzle.one-wins": "Solo gana una jugada.",
  "puzzle.leads": "{Side} llevan ventaja en la última fila, así que además hay que igualar.",
  "puzzle.onward": "{Side} se defienden con {move}. Encuentra la siguiente jugada que gana.",
  "puzzle.you": "tú",
  "puzzle.program": "el programa",
  "puzzle.over": "Este problema ha terminado: elige «Siguiente» o «Repetir».",
  "puzzle.no-such": "El tablero no tiene el problema del enlace, así que aquí va otro.",
  "puzzle.no-board": "El enlace nombra un tablero sin problemas.",
};
