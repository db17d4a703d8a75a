package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

func TestClassesAreFollowed(t *testing.T) {
	java := func(old, head string) pr.File {
		return movedFile("m/src/main/java/a/Ant.java", "m/src/main/java/z/Ant.java", old, head)
	}
	kotlin := func(old, head string) pr.File {
		return movedFile("m/src/main/kotlin/a/Ant.kt", "m/src/main/kotlin/z/Ant.kt", old, head)
	}
	javaMove := java("package a;\n\n/** An ant. */\n@Deprecated\n@Named(\"x\")\npublic final class Ant {}\n", "package z;\n\n/** An ant. */\n@Deprecated\n@Named(\"x\")\npublic final class Ant {}\n")
	kotlinMove := kotlin("package a\n\nimport q.Q\n\ndata class Ant(val q: Q)\n\nclass Other\n", "package z\n\nimport q.Q\n\ndata class Ant(val q: Q)\n\nclass Other\n")
	use := func(name, body string) string {
		return "package u\n\nimport " + name + "\nimport q.Q\n\n" + body + "\n"
	}
	types := "class U(private val ant: Ant, val q: Q) : Ant(q) {\n    // Ant(x) is no use\n    fun f(x: Any): List<Ant> = listOf(x as Ant)\n}"
	jOld, jNow := "package u;\n\nimport a.Ant;\n\nclass U { Ant a; }\n", "package u;\n\nimport z.Ant;\n\nclass U { Ant a; }\n"
	kOld, kNow := use("a.Ant", types), use("z.Ant", types)
	const j, k = "m/src/main/java/u/U.java", "m/src/main/kotlin/u/U.kt"
	checkImports(t, pr.ByImports, []importCase{
		{"a class of Java", j, jOld, jNow, []pr.File{javaMove}},
		{"a class of Java seen by a test", "m/src/test/java/u/U.java", jOld, jNow, []pr.File{javaMove}},
		{"a class of Kotlin", k, kOld, kNow, []pr.File{kotlinMove}},
		{"a class of Kotlin in the folder of Java", "m/src/main/java/u/U.kt", kOld, kNow,
			[]pr.File{movedFile("m/src/main/java/a/Ant.kt", "m/src/main/java/z/Ant.kt", "package a\n\nclass Ant\n", "package z\n\nclass Ant\n")}},
		{"a class of Kotlin seen by a test", "m/src/test/kotlin/u/U.kt", kOld, kNow, []pr.File{kotlinMove}},
		{"an interface of Kotlin without other imports", k, "package u\n\nimport a.Ant\n\nfun f(a: Ant?) {}\n", "package u\n\nimport z.Ant\n\nfun f(a: Ant?) {}\n",
			[]pr.File{kotlin("package a;\n\n@JvmDefault\nsealed interface Ant\n", "package z;\n\n@JvmDefault\nsealed interface Ant\n")}},
		{"a class that another module has too, unchanged here", j, jOld, jNow, []pr.File{javaMove, edited("n/src/main/java/a/Bee.java", "a\n", "b\n")}},
	})
	fun := "fun f() = Ant(\"x\")"
	checkImports(t, pr.NotMechanical, []importCase{
		{"no rename", k, kOld, kNow, nil},
		{"another package", k, kOld, use("y.Ant", types), []pr.File{kotlinMove}},
		{"another old package", k, use("b.Ant", types), kNow, []pr.File{kotlinMove}},
		{"another class of the file", k, use("a.Other", "val x: Other = q"), use("z.Other", "val x: Other = q"), []pr.File{kotlinMove}},
		{"a call, which may be a function of the package", k, use("a.Ant", fun), use("z.Ant", fun), []pr.File{kotlinMove}},
		{"a call behind a default", k, use("a.Ant", "val x = y ?: Ant()"), use("z.Ant", "val x = y ?: Ant()"), []pr.File{kotlinMove}},
		{"a reference", k, use("a.Ant", "val x = q(::Ant)"), use("z.Ant", "val x = q(::Ant)"), []pr.File{kotlinMove}},
		{"a reference behind many blanks", k, use("a.Ant", "val x = q(::                       Ant)"), use("z.Ant", "val x = q(::                       Ant)"), []pr.File{kotlinMove}},
		{"a value in a text", k, use("a.Ant", "val x = \"$Ant\""), use("z.Ant", "val x = \"$Ant\""), []pr.File{kotlinMove}},
		{"an object", k, use("a.Ant", "val x = Ant.y"), use("z.Ant", "val x = Ant.y"), []pr.File{kotlinMove}},
		{"a comparison", k, use("a.Ant", "val x = q<Ant"), use("z.Ant", "val x = q<Ant"), []pr.File{kotlinMove}},
		{"an alias", k, use("a.Ant", types), use("z.Ant as Ant", types), []pr.File{kotlinMove}},
		{"a wildcard", k, use("a.*", types), use("z.*", types), []pr.File{kotlinMove}},
		{"another module", "n/src/main/kotlin/u/U.kt", kOld, kNow, []pr.File{kotlinMove}},
		{"a test class seen by the main code", k, kOld, kNow,
			[]pr.File{movedFile("m/src/test/kotlin/a/Ant.kt", "m/src/test/kotlin/z/Ant.kt", "package a\n\nclass Ant\n", "package z\n\nclass Ant\n")}},
		{"a class of Java seen by Kotlin", k, kOld, kNow, []pr.File{javaMove}},
		{"a class of Kotlin seen by Java", j, jOld, jNow, []pr.File{kotlinMove}},
		{"a text with another package", k, kOld, kNow, []pr.File{pure("m/src/main/kotlin/a/Ant.kt", "m/src/main/kotlin/z/Ant.kt", "package z\n\nclass Ant\n")}},
		{"a file that declares functions only", k, kOld, kNow, []pr.File{kotlin("package a\n\nfun ant() = 1\n", "package z\n\nfun ant() = 1\n")}},
		{"a class in a comment", k, kOld, kNow, []pr.File{kotlin("package a\n\n/*\nclass Ant\n*/\nfun ant() = 1\n", "package z\n\n/*\nclass Ant\n*/\nfun ant() = 1\n")}},
		{"a class in a text", k, kOld, kNow, []pr.File{kotlin("package a\n\n@A(\"\"\"\"\nclass Ant\n\"\"\")\nfun x() = 1\n", "package z\n\n@A(\"\"\"\"\nclass Ant\n\"\"\")\nfun x() = 1\n")}},
		{"a class with a longer name", k, kOld, kNow, []pr.File{kotlin("package a\n\nclass Antä\n", "package z\n\nclass Antä\n")}},
		{"a private class", k, kOld, kNow, []pr.File{kotlin("package a\n\nprivate class Ant\n", "package z\n\nprivate class Ant\n")}},
		{"a rename with changed content", k, kOld, kNow, []pr.File{kotlin("package a\n\nclass Ant\n", "package z\n\nclass Ant(val x: Int)\n")}},
		{"a new class of the same name in the tests", k, kOld, kNow, []pr.File{kotlinMove, newFile("m/src/test/kotlin/z/Ant.kt", "package z\n\nclass Ant\n")}},
		{"a new class of Java of the same name", k, kOld, kNow, []pr.File{kotlinMove, newFile("m/src/main/java/z/Ant.java", "package z;\n\nclass Ant {}\n")}},
		{"a class whose package changes its case", k, kOld, use("A.Ant", types),
			[]pr.File{movedFile("m/src/main/kotlin/a/Ant.kt", "m/src/main/kotlin/A/Ant.kt", "package a\n\nclass Ant\n", "package A\n\nclass Ant\n")}},
		{"a name that looks the same", k, kOld, use("z.Аnt", types), []pr.File{kotlinMove}},
		{"a comment between", k, "package u\n\nimport a.Ant\n// x\nimport q.Q\n\nval x: Ant = q\n", "package u\n\nimport z.Ant\n// x\nimport q.Q\n\nval x: Ant = q\n", []pr.File{kotlinMove}},
		{"two renames to one name", k, kOld, kNow, []pr.File{kotlinMove, movedFile("n/src/main/kotlin/b/Ant.kt", "n/src/main/kotlin/z/Ant.kt", "package b\n\nclass Ant\n", "package z\n\nclass Ant\n")}},
		{"a file of Java without the class, whose name comes from a library", j, jOld, jNow, []pr.File{java("package a;\n\nclass Helper {}\n", "package z;\n\nclass Helper {}\n")}},
		{"a class of Java that changes on its way", j, jOld, jNow, []pr.File{java("package a;\n\nclass Ant {}\n", "package z;\n\nclass Ant { int x; }\n")}},
		{"a class of Java that the tests get too", "m/src/test/java/u/U.java", jOld, jNow, []pr.File{javaMove, newFile("m/src/test/java/z/Ant.java", "package z;\n\nclass Ant {}\n")}},
	})
}
