// Command export writes a checkpoint in formats that other programs read: see export --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
