package workbook

import (
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/sheet"
)

// A format may show a number with zeros or letters. Names of things are read so, and references too, unless a record is called as the
// number itself and none as it is shown: stored, or in the same file. The sheet of basic data may stand behind the one that refers to
// it, so such a file may be read twice.

// ownNames are what the records of a file are called, folded, by the code of their sheet.
type ownNames map[string]map[string]bool

// shownRef is a reference whose cell shows its number in another way. The cell of a flow time may name a record of one of two kinds.
type shownRef struct {
	entities      [2]string
	number, shown string
}

// shown is a cell as its column reads it: a name as the format of the cell shows it.
func (in *reader) shown(column int, number string, r sheet.Row) string {
	c, i := &in.columns[column], in.at[column]
	if !c.isName() || i >= len(r.Shown) || r.Shown[i] == "" {
		return number
	}
	if entities := c.entities(); entities[0] != "" {
		ref := shownRef{entities, number, r.Shown[i]}
		in.meant[ref] = ref.meansNumber(in.options, in.own)
		if in.meant[ref] {
			return number
		}
	}
	return r.Shown[i]
}

// meansNumber tells whether a record is called as the number, and none as it is shown.
func (ref shownRef) meansNumber(o Options, own ownNames) bool {
	called := func(name string) bool {
		folded := cell.Key(name)
		for _, entity := range ref.entities {
			if own[entity+"s"][folded] || own[entity+"es"][folded] || o.NamedAs != nil && o.NamedAs(entity, name) {
				return true
			}
		}
		return false
	}
	return called(ref.number) && !called(ref.shown)
}

// note keeps what a mould or a record of basic data in the file is called.
func (in *reader) note(column int, text string) {
	if c := &in.columns[column]; text == "" || !in.isMaster && in.sheet != moulds.Code || !c.Key && c.Code != "name" && c.Code != "code" {
		return
	}
	if in.called[in.sheet] == nil {
		in.called[in.sheet] = map[string]bool{}
	}
	in.called[in.sheet][cell.Key(text)] = true
}

// meantOtherwise tells whether a reference means something else by the records of the file than by those that are stored.
func (in *reader) meantOtherwise() bool {
	for ref, number := range in.meant {
		if ref.meansNumber(in.options, in.called) != number {
			return true
		}
	}
	return false
}
