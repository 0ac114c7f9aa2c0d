// Command selfplay plays games of a model against itself: see selfplay --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
