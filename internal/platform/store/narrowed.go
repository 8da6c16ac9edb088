package store

// What leaves rows out of what somebody looks at.
const (
	NarrowedBySections = "section" // sections that none of their roles holds
	NarrowedByPeople   = "people"  // the data scope of their roles
)

// Narrowed tells what can leave rows like one out for the actor, see Tx.Seen. Nothing says that all of them are shown.
func (a Actor) Narrowed(row any) []string {
	by := []string{}
	var b Belonging
	if row, ok := row.(Sectioned); ok {
		b = row.Belonging()
	}
	if b.ofSections() && !a.Hidden.AllSections() {
		by = append(by, NarrowedBySections)
	}
	if _, ok := row.(Owned); ok && a.Reach.Narrow || b.ofMoulds() && a.Work.Narrow {
		by = append(by, NarrowedByPeople)
	}
	return by
}
