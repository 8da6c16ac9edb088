package production_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Hours of a row: a total that is written counts; set-up and pieces make a total where they are told, or where the stored
// total was made of them.
func TestHoursThatAFileMakes(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		hours := func(head, row string) string {
			t.Helper()
			s.take(ctx, t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|" + head, "M1|P1|" + row}})
			number, _, _ := strings.Cut(row, "|")
			var o production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", number).Scan(ctx) })
			return o.Minutes.Hours().String()
		}
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4"}})
		for _, c := range []struct{ head, row, want string }{
			{"setupHours|hoursPerPiece", "10|CNC|1|2", "9"},
			{"setupHours", "10|CNC|2", "10"},
			{"hoursPerPiece", "10|CNC|3", "14"},
			{"crew", "10|CNC|2", "14"},
			{"hours", "10|CNC|20", "20"},
			{"crew", "10|CNC|1", "20"},
			{"hours", "10|CNC|-", "14"},
			{"hours|setupHours|hoursPerPiece", "20|CNC|5|1|2", "5"},
			{"setupHours", "20|CNC|3", "11"},
			{"hours", "30|CNC|6", "6"},
			{"setupHours", "30|CNC|1", "6"},
			{"hoursPerPiece", "30|CNC|-", "6"},
		} {
			if got := hours(c.head, c.row); got != c.want {
				t.Errorf("%s %s: %s h, want %s", c.head, c.row, got, c.want)
			}
		}
	})
}

// What a process has for its operations holds for new rows alone; a name that nobody has is told once, and nothing that
// would follow from it.
func TestARowTakesWhatItsProcessHas(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		base := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}}
		base["operations"] = []string{"mouldNo|partNo|opNo|process|group|unattended|hours", "M1|P1|10|EDM|||4", "M1|P1|20|EDM|CNC|0|4", "M1|P1|30|CNC||1|4"}
		s.take(ctx, t, base)
		state := func() string {
			var all []production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&all).Order("op_no").Scan(ctx) })
			var text []string
			for _, o := range all {
				group := map[string]string{idOf(ctx, t, s, "放电组"): "EDM", idOf(ctx, t, s, "数控组"): "CNC"}[o.GroupID]
				text = append(text, fmt.Sprintf("%d %s %v", o.OpNo, group, o.Unattended))
			}
			return strings.Join(text, ", ")
		}
		if got := state(); got != "10 EDM true, 20 CNC false, 30 CNC true" {
			t.Errorf("new: %s", got)
		}
		s.take(ctx, t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process", "M1|P1|10|CNC", "M1|P1|30|EDM"}})
		if got := state(); got != "10 EDM true, 20 CNC false, 30 CNC true" {
			t.Errorf("with another process: %s", got)
		}
		for row, want := range map[string][]string{
			"CNC|nogroup|||4|0":    {"group reference"},
			"CNC||nobody||4|2":     {"supplier reference"},
			"CNC||S02||4|2":        {"leadDays required"},
			"CNC||S01|nowhere|4|0": {"lockResource reference"},
			"nothing||||4|0":       {"process reference"},
			"CNC||||many|2":        {"hours number"},
		} {
			result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|group|supplier|lockResource|hours|outsource", "M1|P1|40|" + row}}))
			var got []string
			for _, f := range result.Faults {
				got = append(got, f.Column+" "+f.Rule)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", row, got, want)
			}
		}
	})
}

// What a form of an import may say: its mode, the formats that it takes, and only cells that its file has.
func TestWhatTheFormOfAnImportMaySay(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		file := book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}})
		edit := func(sheet string, row int, column string) string {
			return fmt.Sprintf(`[{"sheet":%q,"row":%d,"column":%q,"value":"x"}]`, sheet, row, column)
		}
		for _, c := range []struct{ field, value, want string }{
			{"only", "", ""},
			{"only", "csv", `"field":"only"`},
			{"only", "xls", `"rule":"onlyXls"`},
			{"mode", "row", ""},
			{"mode", "all", `"field":"mode"`},
			{"edits", edit("moulds", 2, "delivery"), ""},
			{"edits", edit("moulds", 1, "delivery"), `"rule":`},
			{"edits", edit("moulds", 0, "delivery"), `"field":"edits.0.row"`},
			{"edits", edit("moulds", 3, "delivery"), `edits.0`},
			{"edits", edit("parts", 2, "name"), `edits.0`},
			{"edits", edit("moulds", 2, "colour"), `edits.0`},
			{"edits", `[{"sheet":"moulds","part":1,"row":2,"column":"delivery","value":"x"}]`, `edits.0`},
			{"edits", `[{"sheet":"moulds","part":-1,"row":2,"column":"delivery","value":"x"}]`, `"field":"edits.0.row"`},
			{"edits", `{`, `"field":"edits"`},
			{"create", `[{"entity":"machine","names":["X"]}]`, `"field":"create.0.entity"`},
			{"create", `[{"entity":"customer","names":["X"]}]`, ""},
		} {
			status, _, raw := in.form("production/import", file, map[string]string{"dryRun": "true", c.field: c.value})
			if good := status == http.StatusOK; good != (c.want == "") || !strings.Contains(string(raw), c.want) {
				t.Errorf("%s %s: %d %.300s", c.field, c.value, status, raw)
			}
		}
	})
}

// Rows about electrodes: what a cell leaves out stays, and a step of the shorthand is told beside its electrode, unless the
// operations of the file tell it.
func TestRowsOfElectrodesKeepWhatTheyLeaveOut(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|electrodeNo|pieces|state|millGroup|millHours"
		first := s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {head, "M1|E1|5|2|CNC|4", "M1|E2|5|2||"}})
		if got := told(first, "new"); !slices.Equal(got, []string{"new operations M1 · E1 · 10"}) {
			t.Errorf("%q", got)
		}
		for _, c := range []struct {
			row         string
			told        []string
			pieces, min int
		}{
			{"M1|E1||||4", nil, 5, 240}, {"M1|E1||||3", []string{"changed operations M1 · E1 · 10"}, 5, 180}, {"M1|E1|6|||", nil, 6, 180}, {"M1|E1|||CNC|", nil, 6, 180},
		} {
			result := s.take(ctx, t, map[string][]string{"electrodes": {head, c.row}})
			var e production.Part
			var o production.Operation
			read(ctx, t, s, func(tx store.Tx) error {
				if err := tx.Select(&e).Where("part_no = ?", "E1").Scan(ctx); err != nil {
					return err
				}
				return tx.Select(&o).Where("part_id = ?", e.ID).Scan(ctx)
			})
			if got := told(result, "new", "changed"); !slices.Equal(got, c.told) || e.Pieces != c.pieces || e.State != 2 || int(o.Minutes) != c.min {
				t.Errorf("%s: %q, %d pieces, state %d, %d minutes", c.row, got, e.Pieces, e.State, o.Minutes)
			}
		}
		both := s.take(ctx, t, map[string][]string{"electrodes": {head, "M1|E1||||2"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|E1|10|CNC|2"}})
		if got := told(both, "new", "changed"); len(got) != 0 {
			t.Errorf("told twice: %q", got)
		}
		for row, want := range map[string]string{"M1|E3|||CNC|": "The group is there: enter the hours too", "M1|E3||||4": "The hours are there: enter the group too"} {
			result := s.importBook(ctx, t, book(t, map[string][]string{"electrodes": {head, row}}))
			if len(result.Faults) != 1 || result.Faults[0].Texts.En != want {
				t.Errorf("%s: %+v", row, result.Faults)
			}
		}
	})
}
