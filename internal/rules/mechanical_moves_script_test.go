package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

func TestScriptsFollowMovedModules(t *testing.T) {
	const body = "export const a = 1;\n"
	move := pure("src/a/x.ts", "src/z/x.ts", body)
	checkImports(t, pr.ByImports, []importCase{
		{"a module without its extension", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './z/x';\na();\n", []pr.File{move}},
		{"a module with its extension", "src/u.js", "import a from \"./a/x.js\"\na();\n", "import a from \"./z/x.js\"\na();\n",
			[]pr.File{pure("src/a/x.js", "src/z/x.js", body)}},
		{"from another folder", "src/q/u.tsx", "import type { A } from '../a/x';\nlet a: A;\n", "import type { A } from '../z/x';\nlet a: A;\n", []pr.File{move}},
		{"a new name in the same folder", "src/u.ts", "import { a } from './x';\na();\n", "import { a } from './y';\na();\n",
			[]pr.File{pure("src/x.ts", "src/y.ts", "import { b } from './b';\n"+body)}},
		{"beside a module about configuration", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './z/x';\na();\n",
			[]pr.File{move, edited("src/appConfig.ts", "a;\n", "b;\n")}},
		{"a folder with an index", "src/u.ts", "import { a } from './a';\na();\n", "import { a } from './z';\na();\n",
			[]pr.File{pure("src/a/index.ts", "src/z/index.ts", body)}},
		{"names over several lines", "src/u.ts", "import {\n  a,\n  b,\n} from './a/x';\na(b);\n", "import {\n  a,\n  b,\n} from './z/x';\na(b);\n", []pr.File{move}},
		{"a module that moves with its test", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './z/x';\na();\n",
			[]pr.File{move, pure("src/a/x.test.ts", "src/z/x.test.ts", "import { a } from './x';\na();\n")}},
		{"a module that imports one that moves along", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './z/x';\na();\n",
			[]pr.File{pure("src/a/x.ts", "src/z/x.ts", "import { b } from './b';\n"+body), pure("src/a/b.ts", "src/z/b.ts", body)}},
		{"a module whose own import is corrected", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './q/z/x';\na();\n",
			[]pr.File{movedFile("src/a/x.ts", "src/q/z/x.ts", "import { b } from '../b';\n"+body, "import { b } from '../../b';\n"+body)}},
	})
	importer := func(spec string) string {
		return "import { a } from '" + spec + "';\nimport { b } from './b';\na(b);\n"
	}
	old, now := importer("./a/x"), importer("./z/x")
	checkImports(t, pr.NotMechanical, []importCase{
		{"no rename", "src/u.ts", old, now, nil},
		{"another target", "src/u.ts", old, importer("./y/x"), []pr.File{move}},
		{"another old target", "src/u.ts", importer("./b/x"), now, []pr.File{move}},
		{"a package of the same name", "src/u.ts", importer("a/x"), importer("z/x"), []pr.File{pure("a/x.ts", "z/x.ts", body)}},
		{"seen from another folder", "src/q/u.ts", old, now, []pr.File{move}},
		{"a new neighbour that resolvers take first", "src/u.ts", old, now, []pr.File{move, newFile("src/z/x.js", body)}},
		{"a new neighbour for one platform", "src/u.ts", old, now, []pr.File{move, newFile("src/z/x.ios.ts", body)}},
		{"a new neighbour with types", "src/u.ts", old, now, []pr.File{move, newFile("src/z/x.d.ts", body)}},
		{"a new folder of the name", "src/u.ts", old, now, []pr.File{move, newFile("src/z/x/index.ts", body)}},
		{"a new package of the name", "src/u.ts", old, now, []pr.File{move, newFile("src/z/x/package.json", "{}\n")}},
		{"a neighbour in another case", "src/u.ts", old, now, []pr.File{move, newFile("src/Z/X.js", body)}},
		{"a neighbour of the old name", "src/u.ts", old, now, []pr.File{move, edited("src/a/x.js", "a\n", body)}},
		{"a file that steers resolvers", "src/u.ts", old, now, []pr.File{move, edited("tsconfig.json", "{}\n", "{\"paths\": {}}\n")}},
		{"a bundler", "src/u.ts", old, now, []pr.File{move, edited("vite.config.ts", "a\n", "b\n")}},
		{"a manifest in the new folder", "src/u.ts", old, now, []pr.File{move, newFile("src/z/package.json", "{}\n")}},
		{"a rename to a folder that differs by case", "src/u.ts", old, now, []pr.File{move, pure("src/a/y.ts", "src/Z/y.ts", body)}},
		{"two renames from one name", "src/u.ts", old, now, []pr.File{move, pure("src/a/x.ts", "src/y/x.ts", body)}},
		{"two renames to one name", "src/u.ts", old, now, []pr.File{move, pure("src/y/x.ts", "src/z/x.ts", body)}},
		{"a rename of case only", "src/u.ts", old, importer("./A/x"), []pr.File{pure("src/a/x.ts", "src/A/x.ts", body)}},
		{"a letter that looks the same", "src/u.ts", old, importer("./а/x"), []pr.File{pure("src/a/x.ts", "src/а/x.ts", body)}},
		{"a rename with changed content", "src/u.ts", old, now, []pr.File{movedFile("src/a/x.ts", "src/z/x.ts", body, "export const a = 2;\n")}},
		{"a rename whose text was not read", "src/u.ts", old, now, []pr.File{{Path: "src/z/x.ts", OldPath: "src/a/x.ts", Status: pr.Renamed, OldMode: pr.ModeFile, NewMode: pr.ModeFile}}},
		{"a symlink that moves", "src/u.ts", old, now, []pr.File{func() pr.File {
			f := move
			f.OldMode, f.NewMode = pr.ModeSymlink, pr.ModeSymlink
			return f
		}()}},
		{"another extension", "src/u.ts", old, now, []pr.File{pure("src/a/x.ts", "src/z/x.js", body)}},
		{"an extension more", "src/u.ts", old, importer("./z/x.ts"), []pr.File{move}},
		{"a file becomes the index of a folder", "src/u.ts", importer("./x"), importer("./y"), []pr.File{pure("src/x.ts", "src/y/index.ts", body)}},
		{"another binding", "src/u.ts", old, "import { a as b } from './z/x';\nimport { b as a } from './b';\na(b);\n", []pr.File{move}},
		{"other quotes", "src/u.ts", old, "import { a } from \"./z/x\";\nimport { b } from './b';\na(b);\n", []pr.File{move}},
		{"another order", "src/u.ts", old, "import { b } from './b';\nimport { a } from './z/x';\na(b);\n", []pr.File{move}},
		{"a comment behind", "src/u.ts", "import { a } from './a/x'; // x\na();\n", "import { a } from './z/x'; // x\na();\n", []pr.File{move}},
		{"a comment between", "src/u.ts", "import { a } from './a/x';\n// @ts-ignore\nimport { b } from './b';\na(b);\n",
			"import { a } from './z/x';\n// @ts-ignore\nimport { b } from './b';\na(b);\n", []pr.File{move}},
		{"a query", "src/u.ts", old, importer("./z/x?raw"), []pr.File{move}},
		{"steps in the middle", "src/u.ts", old, importer("./q/../z/x"), []pr.File{move}},
		{"a step out of the repository", "src/u.ts", importer("../../a/x"), importer("../../z/x"), []pr.File{pure("a/x.ts", "z/x.ts", body)}},
		{"an import for its side effect", "src/u.ts", "import './a/x';\na();\n", "import './z/x';\na();\n", []pr.File{move}},
		{"attributes", "src/u.ts", "import a from './a/x' with { type: 'x' };\na();\n", "import a from './z/x' with { type: 'x' };\na();\n", []pr.File{move}},
		{"a module that looks around itself", "src/u.ts", old, now, []pr.File{pure("src/a/x.ts", "src/z/x.ts", "import { g } from './guard';\n"+body)}},
		{"a module that exports its neighbour", "src/u.ts", old, now, []pr.File{pure("src/a/x.ts", "src/z/x.ts", body+"export * from './guard';\n")}},
		{"a module that knows its folder", "src/u.ts", old, now, []pr.File{pure("src/a/x.ts", "src/z/x.ts", body+"load(import.meta.url);\n")}},
		{"names over several lines that change", "src/u.ts", "import {\n  a,\n} from './a/x';\na();\n", "import {\n  b as a,\n} from './z/x';\na();\n", []pr.File{move}},
		{"one more entry", "src/u.ts", old, now + "", []pr.File{pure("src/a/y.ts", "src/z/y.ts", body)}},
	})
}
