package changelog

import (
	"encoding/json"
	"strings"
)

// parseJSON reads a JSON changelog.
func parseJSON(text string) []Changeset {
	if !strings.Contains(text, root) {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil
		}
		if key == root {
			return jsonEntries(d, text)
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return nil
		}
	}
	return nil
}

// jsonEntries reads the list of entries; what comes behind a broken one is not read.
func jsonEntries(d *json.Decoder, text string) []Changeset {
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil
	}
	var list []Changeset
	where := lines{text: text}
	for d.More() {
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return list
		}
		var entry struct {
			Set *struct {
				ID     any    `json:"id"`
				Author string `json:"author"`
			} `json:"changeSet"`
		}
		if json.Unmarshal(raw, &entry) != nil || entry.Set == nil {
			continue
		}
		id, isText := entry.Set.ID.(string)
		if !isText {
			plain, _ := json.Marshal(entry.Set.ID)
			id = string(plain)
		}
		start := int(d.InputOffset()) - len(raw)
		list = append(list, Changeset{ID: id, Author: entry.Set.Author, Text: string(raw), Line: where.at(start)})
	}
	return list
}
