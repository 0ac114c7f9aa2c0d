// Command train teaches a player from the rules alone: see train --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
