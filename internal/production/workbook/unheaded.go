package workbook

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
