//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "webengine runs only in browsers: export --web writes a folder with it and a model")
	os.Exit(2)
}
