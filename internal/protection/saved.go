package protection

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// Saved is the file that keeps a rule before it is changed. It holds no secret.
type Saved struct {
	Server     string    `json:"server"`     // base URL
	Repository string    `json:"repository"` // "owner/name"
	Branch     string    `json:"branch"`     // name of the rule
	Time       time.Time `json:"saved_at"`
	Rule       Rule      `json:"rule"` // null: there was none, so that restoring deletes what was made
	// Made is what the command was about to create where there was no rule: only such a rule is ever deleted.
	Made Rule `json:"made,omitempty"`
	// MergeStyles are those that the repository had; nil: the command left them alone.
	MergeStyles *Styles `json:"merge_styles,omitempty"`
}

// Encode is the text of the file.
func (s Saved) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}

// errNotSaved names no content: the file might be anything.
var errNotSaved = errors.New("the file is no saved branch protection; give the one that branch-protection named when it wrote")

// ParseSaved reads the text of the file. A file without the key "rule" is refused: it must say null where there was none,
// because restoring it deletes a rule.
func ParseSaved(data []byte) (Saved, error) {
	var s Saved
	var keys map[string]json.RawMessage
	if json.Unmarshal(data, &keys) != nil || json.Unmarshal(data, &s) != nil {
		return Saved{}, errNotSaved
	}
	if _, ok := keys["rule"]; !ok || s.Server == "" || s.Repository == "" || s.Branch == "" {
		return Saved{}, errNotSaved
	}
	if s.MergeStyles != nil && len(s.MergeStyles.Allowed) == 0 {
		return Saved{}, errNotSaved
	}
	if name, ok := s.Rule["rule_name"].(string); s.Rule != nil && (!ok || name != s.Branch) {
		return Saved{}, errNotSaved
	}
	return s, nil
}

// FileName is the name of the file for a rule: with repository, branch and time, and nothing that a path could use.
func (s Saved) FileName() string {
	plain := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}
	name := strings.Map(plain, s.Repository+"-"+s.Branch)
	if len(name) > 150 {
		name = name[:150]
	}
	return "branch-protection-" + name + "-" + s.Time.UTC().Format("20060102T150405Z") + ".json"
}
