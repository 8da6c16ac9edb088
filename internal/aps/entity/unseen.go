package entity

import (
	"slices"

	"mouldworks/internal/platform/store"
)

// Moulds that whoever has a schedule before them does not see are in no form of it, and stay in the schedule when it is saved.

// Seen is a form without those moulds, and how many they are.
func (c Config) Seen(h store.Hidden) (Config, int) {
	all := len(c.MouldIDs)
	c.MouldIDs = SeenMoulds(c.MouldIDs, h)
	c.Moulds = slices.DeleteFunc(slices.Clone(c.Moulds), func(r MouldRow) bool { return h.Mould(r.MouldID) })
	return c, all - len(c.MouldIDs)
}

// SeenMoulds are the ids of moulds that are not hidden.
func SeenMoulds(ids []string, h store.Hidden) []string {
	return slices.DeleteFunc(slices.Clone(ids), h.Mould)
}

// Drops tells whether a form that chooses no mould would take moulds out of a schedule that its sender does not see.
func (c Config) Drops(s *Schedule, h store.Hidden) bool {
	isToggle := c.Name == "" && c.StartTime == nil
	return !isToggle && len(c.MouldIDs) == 0 && slices.ContainsFunc(s.MouldIDs, h.Mould)
}

// With adds to a form what it leaves out because its sender does not see it.
func (c Config) With(s *Schedule, h store.Hidden) Config {
	if len(h.Moulds) == 0 || c.Name == "" && c.StartTime == nil { // a toggle says nothing of moulds
		return c
	}
	unseen := slices.DeleteFunc(slices.Clone(s.MouldIDs), func(id string) bool { return !h.Mould(id) })
	if len(unseen) > 0 && (len(c.MouldIDs) > 0 || len(unseen) == len(s.MouldIDs)) { // none at all would plan all moulds
		c.MouldIDs = append(slices.Clone(c.MouldIDs), unseen...)
		if slices.Equal(slices.Sorted(slices.Values(c.MouldIDs)), slices.Sorted(slices.Values(s.MouldIDs))) {
			c.MouldIDs = s.MouldIDs // in their order
		}
	}
	c.Moulds = slices.Clone(c.Moulds)
	for _, r := range s.Moulds {
		if h.Mould(r.MouldID) {
			c.Moulds = append(c.Moulds, r)
		}
	}
	return c
}
