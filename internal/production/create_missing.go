package production

import "slices"

// A file may ask for records that it refers to and nobody has. They come with the rows that need them: where these stay
// out, nothing is left behind.

// Missing names records that a file refers to and that are to be made with it.
type Missing struct {
	Entity string   `json:"entity" enum:"section,process,customer,supplier,partType,accuracyGrade,material,group"`
	Names  []string `json:"names" nullable:"false" maxItems:"500"`
}

// creatable are the entities whose records can be made from a name alone, and their sheets.
var creatable = map[string]string{
	"section": "sections", "process": "processes", "customer": "customers", "supplier": "suppliers", "partType": "partTypes",
	"accuracyGrade": "accuracyGrades", "material": "materials", "group": "groups",
}

// made tells whether a row of basic data stands in no sheet: it comes only because others refer to it.
func (row *MasterRow) made() bool { return row.Line.Row == 0 }

// dropUnused leaves out the missing records that no row to be written refers to, be it a row of the file or another
// missing record that stays.
func (in *importer) dropUnused() {
	used := in.used
	if used == nil {
		used = map[string]bool{}
	}
	note := func(row *MasterRow) {
		for _, id := range row.Uses {
			used[id] = true
		}
	}
	for i := range in.saves {
		if !in.saves[i].made() {
			note(&in.saves[i])
		}
	}
	unused := map[masterName]bool{}
	for i := range slices.Backward(in.saves) { // a row refers to earlier ones alone
		if row := &in.saves[i]; row.made() {
			if used[row.ID] {
				note(row)
			} else {
				unused[masterName{row.Sheet, row.Key.String()}] = true
			}
		}
	}
	if len(unused) == 0 {
		return
	}
	in.saves = slices.DeleteFunc(in.saves, func(row MasterRow) bool {
		return row.made() && unused[masterName{row.Sheet, row.Key.String()}]
	})
	in.found.rows = slices.DeleteFunc(in.found.rows, func(row foundRow) bool {
		return row.Row == 0 && row.Action == ActionNew && row.key != nil && in.shape(row.Sheet).Master && unused[masterName{row.Sheet, row.key.String()}]
	})
}
