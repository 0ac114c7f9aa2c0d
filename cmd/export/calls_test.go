package main

import (
	"epaminondas/internal/page/api"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page knows for each call of the service whether it is a search.
func TestPageKnowsTheCalls(t *testing.T) {
	d, err := api.New(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := own.ReadFile("web/backend.js")
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, list := range regexp.MustCompile(`(?:quick|searches) = \[(.*)\]`).FindAllSubmatch(text, -1) {
		for _, name := range regexp.MustCompile(`"(\w+)"`).FindAllSubmatch(list[1], -1) {
			known = append(known, string(name[1]))
		}
	}
	slices.Sort(known)
	if want := slices.Sorted(slices.Values(d.Calls())); !slices.Equal(known, want) {
		t.Errorf("the page knows %q, the service answers %q", known, want)
	}
}

// A call that the page does not know starts no engine. The answer names the call.
func TestUnknownCallIsRefused(t *testing.T) {
	backend := strings.NewReplacer(`import { load, unpack } from "./files.js";`, "const load = () => {};",
		`import { packed } from "./first.js";`, `const packed = "", unpack = async () => new Uint8Array([123, 125]);`,
		`import { t, told } from "./language.js";`, "",
		`import { code, folder } from "./place.js";`, "const code = undefined, folder = undefined;",
		`export { onLoading } from "./files.js";`, "")
	text, err := own.ReadFile("web/backend.js")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`globalThis.Worker = class { constructor() { console.log("an engine starts"); } };
const { call, Refused } = await import("data:text/javascript," + encodeURIComponent(%q));
for (const name of ["cancel", "constructor", "", "Move", "move "])
  await call(name, {}).catch((error) => console.log(error instanceof Refused && !error.lost, error.message));
`, backend.Replace(string(text)))
	out := runScript(t, script)
	if strings.Contains(out, "an engine starts") || !strings.Contains(out, `"cancel"`) ||
		strings.Count(out, "true The engine of this page has no call") != 5 {
		t.Errorf("the calls give\n%s", out)
	}
}
