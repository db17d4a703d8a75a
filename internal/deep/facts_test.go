package deep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// lines makes a modified file of lines "+added" and "-removed".
func lines(path string, text ...string) pr.File {
	f := pr.File{Path: path, OldPath: path, Status: pr.Modified}
	var h pr.Hunk
	for i, l := range text {
		op := pr.Op(l[0])
		one := pr.Line{Op: op, Text: l[1:]}
		if op == pr.Add {
			one.New = i + 1
		} else {
			one.Old = i + 1
		}
		h.Lines = append(h.Lines, one)
	}
	f.Hunks = []pr.Hunk{h}
	return f
}

// withText gives a file the text of its new version.
func withText(f pr.File, text string) pr.File {
	f.New = pr.Text{State: pr.Read, Body: text}
	return f
}

func TestSurfaces(t *testing.T) {
	for _, tc := range []struct {
		name string
		file pr.File
		want string
	}{
		{"plain code", lines("src/cart.go", "+x"), "code"},
		{"a migration", lines("db/migrations/V2__orders.sql", "+x"), "migration sql"},
		{"a Flyway migration elsewhere", lines("sql/V12__x.sql", "+x"), "migration sql"},
		{"a Liquibase changelog", lines("src/main/resources/db/changelog/004.xml", "+x"), "migration"},
		{"auth by its folder", lines("src/auth/token.go", "+x"), "auth"},
		{"auth by a name in camel case", lines("src/LoginFilter.java", "+x"), "auth"},
		{"auth by its content", lines("src/web.py", "+if not request.user.is_authenticated:"), "auth"},
		{"an author is no auth", lines("src/author.go", "+x"), "code"},
		{"crypto by its content", lines("src/store.go", "-	sum := hmac.New(h, key)"), "crypto"},
		{"money", lines("src/billing/run.go", "+x"), "money"},
		{"an API description", lines("api/openapi.yaml", "+x"), "api"},
		{"protobuf", lines("proto/shop.proto", "+x"), "api"},
		{"a workflow", lines(".gitea/workflows/ci.yaml", "+x"), "ci"},
		{"a Dockerfile", lines("build/Dockerfile.prod", "+x"), "infrastructure"},
		{"Terraform", lines("main.tf", "+x"), "infrastructure"},
		{"SQL in code", lines("src/store.go", "+	q := `SELECT id FROM orders`"), "sql"},
		{"a page", lines("web/index.html", "+x"), "ui"},
		{"a document that speaks of login", pr.File{Path: "docs/login.md", Category: pr.Docs}, "docs"},
		{"a rename out of auth", pr.File{Path: "src/x.go", OldPath: "src/auth/x.go"}, "auth"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, strings.Join(surfacesOf(tc.file), " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDestructiveMigrations(t *testing.T) {
	const sql = "db/migrations/V3.sql"
	for _, tc := range []struct {
		name string
		file pr.File
		want bool
	}{
		{"drop table", lines(sql, "+DROP TABLE orders;"), true},
		{"drop column over two lines", lines(sql, "+ALTER TABLE orders", "+  DROP  COLUMN note;"), true},
		{"delete", lines(sql, "+delete from orders;"), true},
		{"truncate", lines(sql, "+truncate orders"), true},
		{"another type", lines(sql, "+alter table o alter column n type int"), true},
		{"Liquibase", lines("db/changelog/4.xml", "+    <dropColumn tableName='x' columnName='y'/>"), true},
		{"Rails", lines("db/migrate/4.rb", "+    remove_column :orders, :note"), true},
		{"Django", lines("shop/migrations/0002.py", "+        migrations.RemoveField('order', 'note'),"), true},
		{"drop without the word column", lines(sql, "+alter table t drop note;"), true},
		{"drop and its object on two lines", lines(sql, "+drop", "+table t;"), true},
		{"a comment between the words", lines(sql, "+drop/**/table t;"), true},
		{"modify a column", lines(sql, "+alter table t modify note varchar(10)"), true},
		{"change a column", lines(sql, "+ALTER TABLE t CHANGE note remark text;"), true},
		{"alter a column without the word", lines(sql, "+alter table t alter note type int"), true},
		{"a sign of comment within a text", lines(sql, "+SELECT 'a#b'; DROP /* x */ TABLE t;"), true},
		{"drop a function", lines(sql, "+drop function f()"), true},
		{"Alembic drops a constraint", lines("alembic/versions/1.py", "+    op.drop_constraint('x', 't')"), true},
		{"Alembic alters a column", lines("alembic/versions/1.py", "+    op.alter_column('t', 'x', type_=sa.Integer())"), true},
		{"Laravel drops columns", lines("db/migrations/1.php", "+    $table->dropColumns(['x']);"), true},
		{"a table that is created", lines(sql, "+create table t (id int, dropped boolean);"), false},
		{"an index that is added", lines(sql, "+alter table t add constraint u unique (a);"), false},
		{"add column", lines(sql, "+alter table orders add column note text;"), false},
		{"a removed drop", lines(sql, "-drop table orders;"), false},
		{"a word in code", lines("src/a.go", "+// drop table manners"), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := destroys(tc.file, surfacesOf(tc.file)); got != tc.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestContractElements(t *testing.T) {
	for _, tc := range []struct {
		name string
		file pr.File
		want string
	}{
		{"a removed function of Go", lines("a.go", "-func CancelOrder(id int) error {"), "symbol CancelOrder"},
		{"a changed method of Go", lines("a.go", "-func (s *Shop) CancelOrder(id int) error {", "+func (s *Shop) CancelOrder(id string) error {"), "symbol CancelOrder"},
		{"a definition that only a text still holds", withText(lines("a.go", "-func CancelOrder(id int) error {", "+func CancelOrder(id int) error {"),
			"var s = `\nfunc CancelOrder(id int) error {\n`\n"), "symbol CancelOrder"},
		{"a function that only moved", lines("a.go", "-func CancelOrder(id int) error {", "+func CancelOrder(id int) error {"), ""},
		{"an unexported one", lines("a.go", "-func cancelOrder(id int) error {"), ""},
		{"a short name", lines("a.go", "-func Run() {"), ""},
		{"a new one", lines("a.go", "+func CancelOrder(id int) error {"), ""},
		{"a field of JSON", lines("a.go", "-	ID int `json:\"order_id\"`"), "field order_id"},
		{"a class of Java", lines("A.java", "-public class OrderService {"), "symbol OrderService"},
		{"a method of Java", lines("A.java", "-    public List<Order> findOrders(String id) {"), "symbol findOrders"},
		{"a private method of Java", lines("A.java", "-    private int countOrders() {"), ""},
		{"an export of TypeScript", lines("a.ts", "-export async function loadOrders(id: string) {"), "symbol loadOrders"},
		{"a function of Python", lines("a.py", "-def load_orders(x):"), "symbol load_orders"},
		{"a private one of Python", lines("a.py", "-def _load_orders(x):"), ""},
		{"a function of Rust", lines("a.rs", "-    pub fn load_orders(&self) {"), "symbol load_orders"},
		{"a field of protobuf", lines("a.proto", "-  string order_note = 3;"), "field order_note"},
		{"a message of protobuf", lines("a.proto", "-message OrderNote {"), "field OrderNote"},
		{"a path of an API", lines("api/openapi.yaml", "-  /v1/orders/{id}:"), "path /v1/orders/{id}"},
		{"a route in code", lines("a.go", "-	mux.Handle(\"GET /api/orders\", h)"), "path /api/orders"},
		{"a key of a config", lines("config/app.toml", "-retry_limit = 3"), "key retry_limit"},
		{"a test defines nothing", pr.File{Path: "a_test.go", OldPath: "a_test.go", Category: pr.Tests, Hunks: lines("a_test.go", "-func CancelOrder() {").Hunks}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			found, _ := elements([]fileFacts{{File: tc.file}})
			for _, e := range found {
				got = append(got, e.Kind+" "+e.Name)
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheSweepAsksForABoundedNumber(t *testing.T) {
	var text []string
	for i := range maxElements + 7 {
		text = append(text, fmt.Sprintf("-func Exported%d() {", i))
	}
	if found, beyond := elements([]fileFacts{{File: lines("a.go", text...)}}); len(found) != maxElements || beyond != 7 {
		t.Errorf("got %d, and %d beyond", len(found), beyond)
	}
}

func TestEveryStageHasASchema(t *testing.T) {
	for _, name := range []string{"scan", "areas", "area_report", "lane", "synthesis", "verification", "suggest"} {
		if s := schema(name); s.Name != name || len(s.JSON) == 0 {
			t.Errorf("%s: %d bytes", name, len(s.JSON))
		}
	}
}

// TestQuotedLinesOfALargeFileCostLittle would not end if every sign cost the rest of its line.
func TestQuotedLinesOfALargeFileCostLittle(t *testing.T) {
	for _, sign := range []string{"`", "/*", `"""`, "<!--", "x"} {
		quotedLines(strings.Repeat(sign, 8<<20/len(sign)))
	}
}

func TestQuotedLines(t *testing.T) {
	const text = "a := `\nin a text\n`\nb /* x\nin a comment */ c\n// it`s gone\nplain\n# see `\nplain too\n"
	var got []string
	quoted := quotedLines(text)
	for n := 1; n <= strings.Count(text, "\n"); n++ {
		if quoted[n] {
			got = append(got, fmt.Sprint(n))
		}
	}
	if want := "2 3 5 7 8"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
