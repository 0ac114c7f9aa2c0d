// Command arena lets players meet and measures them: see arena --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
