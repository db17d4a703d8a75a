package changelog_test

import (
	"testing"

	"werkrevisor/internal/changelog"
)

func TestAChangesetWhoseTextStandsElsewhereIsUnread(t *testing.T) {
	const xmlHead, yamlHead = "<!DOCTYPE databaseChangeLog [<!ENTITY x \"drop table a\">]>\n<databaseChangeLog>", "databaseChangeLog:\n"
	for name, tc := range map[string]struct {
		file, text string
		want       bool
	}{
		"an entity in the last changeset":    {"a.xml", xmlHead + `<changeSet id="1" author="a"><sql>&x;</sql></changeSet></databaseChangeLog>`, true},
		"an entity that nobody uses":         {"a.xml", xmlHead + `<changeSet id="1" author="a"><sql>select 1</sql></changeSet></databaseChangeLog>`, false},
		"a changeset in a comment of XML":    {"a.xml", `<databaseChangeLog><!-- <changeSet id="2"/> --><changeSet id="1"/></databaseChangeLog>`, false},
		"a comment in a text of XML":         {"a.xml", `<databaseChangeLog><![CDATA[<!--]]><changeSet id="1"/><![CDATA[-->]]></databaseChangeLog>`, false},
		"an alias of YAML":                   {"a.yaml", "c: &c [drop]\n" + yamlHead + "- changeSet: {id: 1, author: a, changes: *c}\n", true},
		"an anchor that nobody uses":         {"a.yaml", "c: &c [drop]\n" + yamlHead + "- changeSet: {id: 1, author: a}\n", false},
		"a changeset in a comment of YAML":   {"a.yaml", yamlHead + "- changeSet: {id: 1, author: a}\n# - changeSet: {id: 2}\n", false},
		"a changeset that is no entry":       {"a.yaml", yamlHead + "- changeSet: {id: 1, author: a}\n- x: {changeSet: {id: 2}}\n", true},
		"a comment beside an odd entry":      {"a.yml", yamlHead + "# changeSet:\n- x: {changeSet: {id: 2}}\n", true},
		"a changeset behind an end of entry": {"a.xml", `<databaseChangeLog><changeSet id="1"/></databaseChangeLog>&x;<changeSet id="2"/>`, true},
	} {
		if got := changelog.Unread(tc.file, tc.text); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
