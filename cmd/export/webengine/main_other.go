//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "webengine runs in browsers only: export --web makes a folder of it and a model")
	os.Exit(2)
}
