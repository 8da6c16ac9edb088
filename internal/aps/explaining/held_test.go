package explaining_test

import (
	"testing"

	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/result"
	"mouldworks/solver/instance"
)

// Two tasks whose numbers join to the same name keep a row each, in whichever order the rows are read.
func TestTasksWithSlashesInTheirNumbersKeepTheirRows(t *testing.T) {
	file := &instance.File{Ops: []instance.Op{{ID: "SA/B/C/10/"}, {ID: "SA/B/C/10//t2"}, {ID: "SA/B/C/20/"}}}
	rows := []result.Task{
		{TaskID: "t1", MouldNo: "SA", PartNo: "B/C", OpNo: 10}, {TaskID: "t2", MouldNo: "SA/B", PartNo: "C", OpNo: 10}, {TaskID: "t3", MouldNo: "SA/B", PartNo: "C", OpNo: 20},
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}} {
		read := []result.Task{rows[order[0]], rows[order[1]], rows[order[2]]}
		of, err := explaining.RowsOf(file, read)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"t1", "t2", "t3"} {
			if of[i].TaskID != want {
				t.Errorf("rows in the order %v: operation %s has the row of %s, want %s", order, file.Ops[i].ID, of[i].TaskID, want)
			}
		}
	}
	if _, err := explaining.RowsOf(file, rows[:2]); err == nil || err.Error() != "operation SA/B/C/20/ has no row" {
		t.Errorf("without its row: %v", err)
	}
}
