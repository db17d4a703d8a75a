package pr

// Visible is a placeholder.
func Visible(s string) string { return s }
