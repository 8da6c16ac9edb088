package workbook

import "mouldworks/internal/platform/cell"

// tellUnheaded warns of the columns without heading of the sheet that ends.
func (in *reader) tellUnheaded() {
	if in.unheaded == nil {
		return
	}
	for _, x := range in.unheaded.Columns() {
		in.row = x.Row
		f := x.Fault()
		in.fault(x.Name, x.Value, &broken{f.Rule, f.Text}).Level = Warning
	}
	in.unheaded = nil
	in.settle(Scope{}, nil)
}

// doubt is the first cell that would read otherwise in another encoding.
type doubt struct {
	row           int
	column, value string
}

// tellAssumed warns of a csv in no UTF-8.
func (in *reader) tellAssumed() {
	if in.doubted == nil {
		return
	}
	in.row = in.doubted.row
	f := cell.Assumed(in.doubted.value)
	in.fault(in.doubted.column, in.doubted.value, &broken{f.Rule, f.Text}).Level = Warning
	in.settle(Scope{}, nil)
}
