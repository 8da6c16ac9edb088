package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

// An edit of a cell that the file does not have is refused by its place, in a check, a commit and the file of the refused rows: it
// would be lost without a word.
func TestEditsNameCellsOfTheFile(t *testing.T) {
	each(t, func(s *shop) {
		file := []byte("machines of 2027\nname,groupId,status\nE1,CNC,1\n# a remark,CNC,1\nE2,NO,1\n")
		edits := []resource.CellEdit{
			{Row: 5, Column: "groupId", Value: "CNC"}, // is there
			{Row: 5, Column: "workRate", Value: "1"},  // a column of the list that the file lacks
			{Row: 99, Column: "name", Value: "x"},     // below the file
			{Row: 1, Column: "name", Value: "x"},      // a title
			{Row: 2, Column: "name", Value: "x"},      // the headings
			{Row: 4, Column: "name", Value: "x"},      // a remark
			{Row: 5, Column: "nope", Value: "x"},
		}
		want := "edits.2.row exists, edits.3.row exists, edits.4.row exists, edits.5.row exists, edits.6.column exists"
		ctx := permitted(s.ctx, s.master.Machines)
		for _, dryRun := range []bool{true, false} {
			_, err := s.master.Machines.Import(ctx, s.db, resource.ImportFile{Data: file, DryRun: dryRun, Edits: edits})
			if got := faultsOf(err); got != want {
				s.Errorf("dry run %v: %s", dryRun, got)
			}
		}
		_, release, err := s.master.Machines.Refused(ctx, s.db, resource.ImportFile{Data: file, Edits: edits})
		if err == nil {
			release()
		}
		if got := faultsOf(err); got != want || names(s) != "" {
			s.Errorf("the refused rows: %s, stored %q", got, names(s))
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: file, Edits: edits[:2]}); !r.Committed || names(s) != "E1 E2" {
			s.Errorf("%+v, stored %q", r, names(s))
		}
	})
}

// faultsOf are the fields of a refusal with their rules.
func faultsOf(err error) string {
	if err == nil {
		return ""
	}
	var all []string
	for _, f := range problem.Of(err).Fields {
		all = append(all, fmt.Sprintf("%s %s", f.Field, f.Rule))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
