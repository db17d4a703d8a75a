package protection

import (
	"fmt"
	"strings"
)

// Warnings are settings outside of the table that let a change go past the gate, or hold every PR; one line each.
// They stay as they are, because the table of seed 000 does not name them and a repository may need them.
func Warnings(r Rule, assessment string) []string {
	var list []string
	if who, ok := pusher(r, "enable_push", "enable_push_whitelist", "push_whitelist"); ok {
		list = append(list, fmt.Sprintf("enable_push lets %s push to the branch without a PR; switch it off, or list the few who need it", who))
	}
	if who, ok := pusher(r, "enable_force_push", "enable_force_push_allowlist", "force_push_allowlist"); ok {
		list = append(list, fmt.Sprintf("enable_force_push lets %s rewrite the branch; switch it off", who))
	}
	if patterns, _ := r["unprotected_file_patterns"].(string); strings.TrimSpace(patterns) != "" {
		list = append(list, "unprotected_file_patterns lets writers push changes of these files without a PR; empty it")
	}
	if r.Bool("enable_status_check") {
		if wide := Covers(r.Texts("status_check_contexts"), assessment); len(wide) > 0 {
			list = append(list, CoversText(wide, assessment))
		}
	}
	return list
}

// pusher says who may push; ok is false where nobody may.
func pusher(r Rule, enabled, restricted, lists string) (who string, ok bool) {
	if !r.Bool(enabled) {
		return "", false
	}
	if !r.Bool(restricted) {
		return "everybody with write access", true
	}
	names := append(r.Texts(lists+"_usernames"), r.Texts(lists+"_teams")...)
	if r.Bool(lists + "_deploy_keys") {
		names = append(names, "deploy keys")
	}
	return strings.Join(names, ", "), len(names) > 0
}

// CoversText is the line about contexts that Covers found.
func CoversText(wide []string, assessment string) string {
	return fmt.Sprintf("status_check_contexts: %s also requires %s, which is only informative and stays pending when a human must look; "+
		"name the gate's context itself", strings.Join(wide, ", "), assessment)
}
