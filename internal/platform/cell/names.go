package cell

import (
	"maps"
	"slices"
)

// Names finds records by their codes and names as people spell them.
type Names struct {
	exact map[string]string
	keys  map[string]string // "" where several records share the key
	many  map[string]bool   // keys of names that were told to be those of several records
}

// NewNames makes an empty directory.
func NewNames() *Names {
	return &Names{exact: map[string]string{}, keys: map[string]string{}, many: map[string]bool{}}
}

// Add lets name find the record. Where two records have one name, spelt exactly alike, the first keeps it.
func (n *Names) Add(name, id string) {
	if name == "" {
		return
	}
	if _, taken := n.exact[name]; !taken {
		n.exact[name] = id
	}
	key := Key(name)
	if other, taken := n.keys[key]; taken && other != id {
		id = ""
	}
	n.keys[key] = id
}

// Share notes a name that several records have, and that finds none of them therefore.
func (n *Names) Share(name string) { n.many[Key(name)] = true }

// Shared tells whether a text that finds nothing names several records.
func (n *Names) Shared(text string) bool {
	key := Key(text)
	id, taken := n.keys[key]
	return n.many[key] || taken && id == ""
}

// Find gives the record that a text names: spelt exactly so, else the only one that differs from it in case, width or
// spaces alone.
func (n *Names) Find(text string) (id string, found bool) {
	if id, found = n.exact[text]; found {
		return id, true
	}
	if id, found = n.exact[Clean(text)]; found {
		return id, true
	}
	id = n.keys[Key(text)]
	return id, id != ""
}

// All are the names as they are spelt, in their order.
func (n *Names) All() []string { return slices.Sorted(maps.Keys(n.exact)) }
