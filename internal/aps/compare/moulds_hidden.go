package compare

import (
	"slices"

	"mouldworks/internal/aps/result"
)

// Veil takes the names of moulds that the reader does not see out of a difference: what happens to them is counted, not named.
func (d *Difference) Veil(h *result.HiddenMoulds) {
	if h == nil {
		return
	}
	for _, list := range []*[]MouldShift{&d.Late, &d.Rescued, &d.Moulds, &d.Gone} {
		*list = veiled(*list, h, func(s *MouldShift) *MouldShift { return s })
	}
	d.New = veiled(d.New, h, func(m *NewMould) *MouldShift { return &m.MouldShift })
	for _, list := range []*[]PartShift{&d.LateParts, &d.RescuedParts} {
		*list = veiled(*list, h, func(p *PartShift) *MouldShift {
			if h.Number(p.MouldNo) {
				p.PartNo, p.BatchNo = "", ""
			}
			return &p.MouldShift
		})
	}
	for _, list := range []*[]string{&d.Overtaken, &d.LateAfter, &d.LateToday, &d.OnTimeToday} {
		if *list != nil {
			*list = h.Told(*list)
		}
	}
	d.Conflicts = h.VeilConflicts(d.Conflicts)
}

// veiled are rows with a word in the place of hidden moulds; how their ends move is left out.
func veiled[T any](list []T, h *result.HiddenMoulds, of func(*T) *MouldShift) []T {
	list = slices.Clone(list)
	for i := range list {
		if s := of(&list[i]); h.Number(s.MouldNo) {
			*s = MouldShift{MouldNo: h.Word(), Hours: s.Hours, Cause: s.Cause}
		}
	}
	return list
}
