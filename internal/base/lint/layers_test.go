package lint

// layers lists the groups of the module, from the top layer to the lowest layer. A group is a folder
// whose packages share a subject; docs/design.md lists the packages of each. A package may import
// packages of its own group and of the layers below. The groups of one layer do not import each other.
var layers = [][]string{
	{"cmd"},
	{"internal/page"},
	{"internal/training"},
	{"internal/match"},
	{"models"},
	{"internal/engine"},
	{"net", "mcts", "replay"},
	{"game", "configs", "internal/base"},
}

// narrow lists packages that import fewer of our packages than their layer allows, because the
// design promises it.
var narrow = map[string][]string{
	// It shares no code with mcts, so it plays in another way.
	"internal/engine/alphabeta": {"game", "internal/base/memory", "internal/base/noun",
		"internal/base/textfile", "internal/engine", "internal/engine/alphabeta/lines"},
	"internal/engine/alphabeta/lines": {"game", "net/kernel", "internal/base/noun"},
	"internal/engine/backend":         {"game", "mcts", "net", "net/kernel", "internal/base/noun"},
	"internal/match/judge": {"game", "mcts", "internal/base/noun", "internal/base/textfile",
		"internal/engine/alphabeta", "internal/engine/solve",
		"internal/match/player"},
	"internal/match/rating": {"internal/base/noun", "internal/match/result"},
	"internal/match/record": {"game", "internal/base/durable", "internal/base/noun",
		"internal/base/textfile"},
	"internal/match/result": {"internal/base/noun", "internal/engine", "internal/engine/solve"},
	"internal/page/api": {"game", "mcts", "net", "internal/base/noun", "internal/base/textfile",
		"internal/engine", "internal/engine/alphabeta", "internal/engine/alphabeta/lines",
		"internal/engine/backend", "internal/engine/puzzle", "internal/engine/treesearch",
		"internal/match/record", "internal/page/lesson"},
	"internal/page/standings": {"game", "internal/base/noun", "internal/match/result",
		"internal/match/record", "internal/page/web"},
	"internal/page/web": {},
	"internal/training/fleet/ledger": {"internal/base/noun", "internal/base/sqlite",
		"internal/training/runs", "replay"},
	"models": {"game", "net", "internal/engine/alphabeta/lines"},
	"net": {"game", "net/kernel", "internal/base/durable",
		"internal/base/noun"},
	"net/kernel":      {},
	"net/kernel/simd": {},
	"net/train/hyper": {},
}

// libraries lists the libraries that a package may import, each with all packages below its path. A
// package without an entry uses only the standard library.
var libraries = map[string][]string{
	"cmd/export": {"github.com/evanw/esbuild/pkg/api"},
	"cmd/fleet":  {"golang.org/x/sync", "github.com/nats-io/nkeys"},
	"internal/base/cli": {"github.com/alecthomas/kong", "github.com/schollz/progressbar/v3",
		"golang.org/x/term"},
	"internal/base/memory":           {"golang.org/x/sys"},
	"internal/base/process":          {"golang.org/x/sys"},
	"internal/base/durable":          {"golang.org/x/sys"},
	"internal/engine/alphabeta/tune": {"golang.org/x/sync", "gonum.org/v1/gonum"},
	"internal/engine/solve":          {"golang.org/x/sync"},
	"internal/engine/ugi":            {"golang.org/x/sync"},
	"internal/base/sqlite":           {"modernc.org/sqlite"},
	"internal/match/arena":           {"golang.org/x/sync"},
	"internal/match/judge":           {"golang.org/x/sync"},
	"internal/match/rating":          {"gonum.org/v1/gonum"},
	"internal/match/result":          {"gonum.org/v1/gonum/mathext"},
	"internal/training/ab":           {"golang.org/x/sync", "gonum.org/v1/gonum"},
	"internal/training/doctor":       {"golang.org/x/sync", "golang.org/x/sys"},
	"internal/training/fleet":        {"golang.org/x/sync", "github.com/nats-io/nkeys"},
	"internal/training/fleet/hub":    {"github.com/nats-io/nats-server/v2", "github.com/nats-io/nkeys"},
	"internal/training/fleet/wire": {"golang.org/x/sync", "github.com/nats-io/nats.go",
		"github.com/nats-io/nkeys"},
	"internal/training/learning": {"golang.org/x/sync"},
	"internal/training/loop":     {"golang.org/x/sync"},
	"internal/training/config":   {"golang.org/x/sys", "github.com/pelletier/go-toml/v2"},
	"internal/training/pack":     {"github.com/klauspost/compress/zstd"},
	"internal/training/selfplay": {"golang.org/x/sync"},
	"net/kernel":                 {"golang.org/x/sys/cpu"},
	"net/onnx":                   {"google.golang.org/protobuf/encoding/protowire"},
	"net/train": {
		"gorgonia.org/gorgonia", "gorgonia.org/tensor",
		"github.com/chewxy/hm",               // the types of gorgonia's ops
		"go4.org/unsafe/assume-no-moving-gc", // gorgonia does not start without it
	},
	"replay": {"github.com/klauspost/compress/zstd"},
}

// carriers are the packages that depend on gorgonia, directly or through others. No other package
// may, so programs that only play do not contain it.
var carriers = []string{"net/train", "internal/training/doctor", "internal/training/learning",
	"internal/training/loop", "cmd/train"}

// without lists packages that a command must not depend on, directly or through others, because it
// does not use them. A web server, for example, adds 5 MB to a program.
var without = map[string][]string{
	"cmd/train": {"net/http", "html/template"},
	"cmd/arena": {"net/http"},
	"cmd/engine": {
		"net/http", "html/template", "modernc.org/sqlite", "github.com/klauspost/compress/zstd",
		"gonum.org/v1/gonum", "internal/match", "internal/training",
	},
	"cmd/selfplay": {
		"internal/engine/alphabeta", "internal/engine/treesearch", "internal/engine/ugi",
		"internal/match/arena", "internal/match/judge", "internal/match/player", "internal/match/record",
		"internal/match/rating", "internal/training/loop", "gonum.org/v1/gonum/mat",
	},
	"cmd/play": {
		"internal/engine/ugi", "internal/match/arena", "internal/match/judge", "internal/match/player",
		"internal/training/loop",
	},
	"cmd/export": {"internal/engine/ugi", "internal/match/arena", "internal/match/player",
		"internal/training/loop"},
}

// natsCarriers are the packages that link the client of NATS, and serverCarriers the packages that
// link its server. No other package may link them. So NATS does not make train, play, arena and
// engine larger. The fleet and the trainer share only the run's folder.
var (
	natsCarriers = []string{"internal/training/fleet/wire", "internal/training/fleet/hub", "cmd/fleet",
		"cmd/selfplay"}
	serverCarriers = []string{"internal/training/fleet/hub", "cmd/fleet"}
)
