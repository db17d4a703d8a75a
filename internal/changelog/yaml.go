package changelog

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// parseYAML reads a YAML changelog. The library tells where an entry starts; it ends where the next one does.
func parseYAML(text string) []Changeset {
	if !strings.Contains(text, root) {
		return nil
	}
	var doc yaml.Node // aliases are not followed, so a text cannot grow
	if yaml.Unmarshal([]byte(text), &doc) != nil || len(doc.Content) == 0 {
		return nil
	}
	entries := value(doc.Content[0], root)
	if entries == nil || entries.Kind != yaml.SequenceNode {
		return nil
	}
	raw := strings.SplitAfter(text, "\n")
	var list []Changeset
	for i, entry := range entries.Content {
		set := value(entry, "changeSet")
		if set == nil || set.Kind != yaml.MappingNode {
			continue
		}
		first, last := entry.Line, len(raw)
		if i+1 < len(entries.Content) {
			last = entries.Content[i+1].Line - 1
		}
		if last < first {
			last = first // two entries on one line
		}
		list = append(list, Changeset{ID: scalar(value(set, "id")), Author: scalar(value(set, "author")), Line: first,
			Text: strings.Join(raw[min(first-1, len(raw)):min(last, len(raw))], "")})
	}
	return list
}

// value is the value of a key in a mapping, or nil.
func value(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// commentedYAML counts the starts of changesets on lines that start with #: no entry starts there, in whatever context.
func commentedYAML(text string, start *regexp.Regexp) (n int) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			n += len(start.FindAllStringIndex(line, -1))
		}
	}
	return n
}

// aliased reports whether a text has an alias, so that a change elsewhere changes what a changeset does.
func aliased(text string) bool {
	var doc yaml.Node
	return yaml.Unmarshal([]byte(text), &doc) == nil && hasAlias(&doc)
}

func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}
