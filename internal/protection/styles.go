package protection

import "slices"

// Styles are the merge styles of a repository, as the server names them.
type Styles struct {
	Allowed []string `json:"allowed"`
	Default string   `json:"default"`
}

// Equal compares the styles as a set.
func (s Styles) Equal(other Styles) bool {
	a, b := slices.Sorted(slices.Values(s.Allowed)), slices.Sorted(slices.Values(other.Allowed))
	return s.Default == other.Default && slices.Equal(a, b)
}
