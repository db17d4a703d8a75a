package rules

// All lists every rule, in the order of docs/rules.md and of product.md 7.
var All = []Rule{}
