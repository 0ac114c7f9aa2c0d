// Command fleet lets other machines play for a run: see fleet --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
