// Command play serves a page on which a person plays against an engine: see play --help.
package main

import "epaminondas/internal/base/cli"

func main() { cli.Main(run) }
