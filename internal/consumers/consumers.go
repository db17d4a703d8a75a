// Package consumers searches sibling checkouts for the contract elements that a change removes or changes
// (deep.md, stage 8). It reads files only, through os.Root, and runs nothing.
package consumers

// Element is a name that other repositories may use.
type Element struct {
	Name string // as it is written in code, e.g. "CancelOrder", "/api/v1/orders" or "billing.retry_limit"
	Kind string // symbol, path, field or key
	File string // the changed file that defines it
	Line int    // on Side "old" where it was removed, else at the head
	Old  bool
}

// Hit is one place where a consumer uses an element.
type Hit struct {
	Element  Element
	Consumer string // name of the checkout's folder
	// File and Line are set only for consumers that the host lists as readable: a comment must be no oracle into
	// private repositories. For others one Hit stands for all places of an element, with their count.
	File  string
	Line  int
	Count int
}

// Outcome is what the sweep found, in the order of elements, consumers, files and lines.
type Outcome struct {
	Hits      []Hit
	Consumers int // checkouts that were searched
	// Notes name what could not be searched, or a limit that ended the search.
	Notes []string
}
