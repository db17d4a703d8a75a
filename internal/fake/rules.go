package fake

import (
	"fmt"
	"net/http"
	"slices"
)

func (g *Gitea) getRules(c *call) {
	if !c.mayAdminister() {
		return
	}
	rules := c.repo.rules
	if rules == nil {
		rules = []map[string]any{}
	}
	c.json(http.StatusOK, rules)
}

func (g *Gitea) getRule(c *call) {
	if !c.mayAdminister() {
		return
	}
	if rule := c.repo.rule(c.r.PathValue("rule")); rule != nil {
		c.json(http.StatusOK, rule)
		return
	}
	c.notFound()
}

func (g *Gitea) postRule(c *call) {
	var in map[string]any
	if !c.mayAdminister() || !c.input(&in) {
		return
	}
	name, _ := in["rule_name"].(string)
	switch {
	case name == "":
		c.fail(http.StatusUnprocessableEntity, "[RuleName]: Required")
		return
	case c.repo.rule(name) != nil:
		c.fail(http.StatusForbidden, "Branch protection already exist")
		return
	}
	scratch := newRule(name)
	if !g.fill(c, scratch, in) {
		return
	}
	rule := c.repo.addRule(name)
	for field := range in {
		if value, known := scratch[field]; known {
			rule[field] = value
		}
	}
	c.repo.sync(name)
	c.json(http.StatusCreated, rule)
}

func (g *Gitea) patchRule(c *call) {
	var in map[string]any
	if !c.mayAdminister() {
		return
	}
	rule := c.repo.rule(c.r.PathValue("rule"))
	if rule == nil {
		c.notFound()
		return
	}
	if !c.input(&in) || !g.fill(c, rule, in) {
		return
	}
	rule["updated_at"] = g.now()
	c.repo.sync(c.r.PathValue("rule"))
	c.json(http.StatusOK, rule)
}

func (g *Gitea) deleteRule(c *call) {
	if !c.mayAdminister() {
		return
	}
	name := c.r.PathValue("rule")
	if c.repo.rule(name) == nil {
		c.notFound()
		return
	}
	c.repo.rules = slices.DeleteFunc(c.repo.rules, func(r map[string]any) bool { return r["rule_name"] == name })
	c.repo.sync(name)
	c.status = http.StatusNoContent
}

// fill sets the fields of a request. Null leaves a field as it is, an unknown user is refused, and a user without
// write access is dropped without a word (gitea.md 2.10). Fields that the server does not know are ignored.
func (g *Gitea) fill(c *call, rule, in map[string]any) bool {
	for _, field := range loginLists {
		for _, login := range list(in[field]) {
			if g.findUser(login) == nil {
				c.fail(http.StatusUnprocessableEntity, "user does not exist [uid: 0, name: "+login+"]")
				return false
			}
		}
	}
	for field, value := range in {
		old, known := rule[field]
		if !known || value == nil || slices.Contains([]string{"rule_name", "branch_name", "priority", "created_at", "updated_at"}, field) {
			continue
		}
		if fmt.Sprintf("%T", old) != fmt.Sprintf("%T", value) {
			c.fail(http.StatusUnprocessableEntity, "[]: json: cannot unmarshal into Go struct field")
			return false
		}
		if slices.Contains(loginLists, field) {
			value = slices.DeleteFunc(slices.Clone(value.([]any)), func(v any) bool { return !g.findUser(fmt.Sprint(v)).Write })
		}
		rule[field] = value
	}
	return true
}
