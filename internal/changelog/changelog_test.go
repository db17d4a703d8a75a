package changelog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChangesetsOfEveryFormat(t *testing.T) {
	for _, tc := range []struct {
		name, path, text string
		want             []Changeset
	}{
		{"formatted SQL", "db/a.sql", "--liquibase formatted sql\n\n--changeset ann:1 runOnChange:true\ncreate table a (x int);\n--rollback drop table a;\n\n-- changeset bob:drop-b\ndrop table b;\n",
			[]Changeset{{"1", "ann", "--changeset ann:1 runOnChange:true\ncreate table a (x int);\n--rollback drop table a;\n\n", 3},
				{"drop-b", "bob", "-- changeset bob:drop-b\ndrop table b;\n", 7}}},
		{"SQL in capitals, with quotes and CRLF", "a.SQL", "\ufeff-- LIQUIBASE FORMATTED SQL\r\n--CHANGESET \"Ann Bee\":\"x y\"\r\nselect 1;\r\n",
			[]Changeset{{"x y", "Ann Bee", "--CHANGESET \"Ann Bee\":\"x y\"\r\nselect 1;\r\n", 2}}},
		{"plain SQL is no changelog", "a.sql", "select 1;\n--changeset ann:1\n", nil},
		{"a changeset in a comment of a changeset is a changeset", "a.sql", "--liquibase formatted sql\n--changeset a:1\n/*\n--changeset b:2\n*/\n",
			[]Changeset{{"1", "a", "--changeset a:1\n/*\n", 2}, {"2", "b", "--changeset b:2\n*/\n", 4}}},
		{"YAML", "a.yaml", "databaseChangeLog:\n  - include: {file: b.yaml}\n  # a comment\n  - changeSet:\n      id: 1\n      author: ann\n      changes:\n        - dropTable:\n            tableName: a\n  - changeSet:\n      author: bob\n      id: two\n",
			[]Changeset{{"1", "ann", "  - changeSet:\n      id: 1\n      author: ann\n      changes:\n        - dropTable:\n            tableName: a\n", 4},
				{"two", "bob", "  - changeSet:\n      author: bob\n      id: two\n", 10}}},
		{"another YAML", "a.yml", "a: databaseChangeLog\n", nil},
		{"broken YAML", "a.yml", "databaseChangeLog:\n  - changeSet: [\n", nil},
		{"XML", "a.xml", "<?xml version=\"1.0\"?>\n<databaseChangeLog xmlns=\"x\">\n  <changeSet id=\"1\" author=\"ann\">\n    <dropTable tableName=\"a\"/>\n    <rollback/>\n  </changeSet>\n  <!-- <changeSet id=\"0\" author=\"no\"/> -->\n  <changeSet id=\"2\" author=\"bob\"/>\n</databaseChangeLog>\n",
			[]Changeset{{"1", "ann", "<changeSet id=\"1\" author=\"ann\">\n    <dropTable tableName=\"a\"/>\n    <rollback/>\n  </changeSet>", 3},
				{"2", "bob", "<changeSet id=\"2\" author=\"bob\"/>", 8}}},
		{"another XML", "a.xml", "<project/>\n", nil},
		{"JSON", "a.json", "{\"x\": {\"y\": []}, \"databaseChangeLog\": [\n  {\"changeSet\": {\"id\": 1, \"author\": \"ann\"}},\n  {\"include\": {}},\n  {\"changeSet\": {\"id\": \"two\", \"author\": \"bob\"}}\n]}\n",
			[]Changeset{{"1", "ann", `{"changeSet": {"id": 1, "author": "ann"}}`, 2}, {"two", "bob", `{"changeSet": {"id": "two", "author": "bob"}}`, 4}}},
		{"another JSON", "a.json", "[1]", nil},
		{"another file", "a.txt", "--liquibase formatted sql\n--changeset a:1\n", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Parse(tc.path, tc.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, ext := range []string{"sql", "yaml", "xml", "json"} {
		f.Add(ext, "--liquibase formatted sql\n--changeset a:1\n")
		f.Add(ext, "databaseChangeLog:\n- changeSet: {id: 1, author: a}\n- &x a\n")
		f.Add(ext, "<databaseChangeLog><changeSet id='1'><changeSet/></changeSet>")
		f.Add(ext, `{"databaseChangeLog":[{"changeSet":{"id":[]}},`)
	}
	f.Fuzz(func(t *testing.T, ext, text string) {
		for _, c := range Parse("a."+ext, text) {
			if c.Line < 1 || c.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%+v", c)
			}
		}
	})
}
