// Command arena plays matches between players and measures them: see arena --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
