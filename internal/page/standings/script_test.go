package standings

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

var declared = regexp.MustCompile(`(?m)^(?:export )?(?:const|let|class|function|async function) ([\w$]+)`)

// TestModules checks the modules of the script: all are used, each imported name is exported, and
// no name is declared twice in the scope that they share.
func TestModules(t *testing.T) {
	sources := map[string]string{}
	j := joiner{seen: map[string]bool{}, read: func(name string) ([]byte, error) {
		text, err := readModule(name)
		sources[name] = string(text)
		return text, err
	}}
	if err := j.add(entry); err != nil {
		t.Fatal(err)
	}
	own, err := fs.Glob(files, "script/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		if !j.seen["standings/"+name] {
			t.Errorf("nothing imports %s", name)
		}
	}
	for _, name := range []string{"diagram", "shapes", "squares", "stones"} {
		if !j.seen["web/site/assets/"+name+".js"] {
			t.Errorf("the page does not share %s.js", name)
		}
	}
	places := map[string]string{}
	for name, text := range sources {
		for _, found := range declared.FindAllStringSubmatch(text, -1) {
			if other, ok := places[found[1]]; ok {
				t.Errorf("%s and %s declare %s", other, name, found[1])
			}
			places[found[1]] = name
		}
	}
	list := regexp.MustCompile(`(?m)^import \{([^}]*)\} from "(?:.*/)?([^"/]+)";`)
	for name, text := range sources {
		for _, found := range list.FindAllStringSubmatch(text, -1) {
			for _, wanted := range strings.Split(found[1], ",") {
				wanted = strings.TrimSpace(wanted)
				place := places[wanted]
				export := regexp.MustCompile(`(?m)^export .*\b` + regexp.QuoteMeta(wanted) + `(\W|$)`)
				if wanted == "$" {
					export = regexp.MustCompile(`(?m)^export const \$ `)
				}
				if !strings.HasSuffix(place, "/"+found[2]) || !export.MatchString(sources[place]) {
					t.Errorf("%s imports %s from %s, which does not export it", name, wanted, found[2])
				}
			}
		}
	}
}

// TestJoin joins small modules.
func TestJoin(t *testing.T) {
	join := func(modules map[string]string) (string, error) {
		j := joiner{seen: map[string]bool{}, read: func(name string) ([]byte, error) {
			if text, ok := modules[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}}
		err := j.add("a/main.js")
		return j.out.String(), err
	}
	got, err := join(map[string]string{
		"a/main.js": "import { b } from \"./b.js\";\nimport {\n  c,\n} from \"../c/c.js\";\nb(c);\n",
		"a/b.js":    "import { c } from \"../c/c.js\";\nexport const b = (x) => x + c;\n",
		"c/c.js":    "import { b } from \"../a/b.js\";\nexport function c() {\n  return b;\n}\n",
	})
	if want := "function c() {\n  return b;\n}\nconst b = (x) => x + c;\nb(c);\n"; err != nil || got != want {
		t.Errorf("joined: %v\n%s\nwant\n%s", err, got, want)
	}
	for _, line := range []string{"import d from \"./b.js\";", "import { b as d } from \"./b.js\";",
		"export { b };", "export default b;"} {
		_, err := join(map[string]string{"a/main.js": "const b = 1;\n" + line + "\n", "a/b.js": ""})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", line)) {
			t.Errorf("%s: error %v", line, err)
		}
	}
	if _, err := join(map[string]string{"a/main.js": "import { b } from \"./b.js\";\n"}); err == nil ||
		!strings.Contains(err.Error(), "a/b.js") {
		t.Errorf("a missing module: error %v", err)
	}
}
