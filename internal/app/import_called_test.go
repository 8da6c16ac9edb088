package app

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A row of eligible machines, exceptions or flow times that means a refused row of the file is refused with it, and told so; what is really
// missing is one cause for each name, with what may stand in its place.
func TestMachinesOfRefusedRowsAreToldAsSuch(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var group basedata.Group
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&group).Where("code = ?", "EDM").Scan(ctx) })
		r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeRow, Data: book(t, map[string][]string{
			"machines":           {"name|group|workRate", "RM3|EDM|fast", "RM5|NOGRP|1"},
			"operationResources": {"process|partType|resource", "CNCR|型腔|RM3", "CNCR|型腔|RM5", "CNCR|型腔|RM6", "CNCR|型腔|RM7"},
			"exceptions":         {"resource|group|from|to|kind", "RM3||2027-05-01|2027-05-02|1", "RM8||2027-05-01|2027-05-02|1", "RM9||2027-05-01|2027-05-02|1"},
			"flowTimes":          {"up|down|hours", "RX8|EDM|1", "RX9|EDM|1", "RM3|EDM|1"},
		})})
		if err != nil {
			t.Fatal(err)
		}
		var refused []string
		for _, f := range r.Faults {
			if strings.Contains(f.Texts.En, "which has an error and stays out: mend that row first") {
				refused = append(refused, f.Sheet+" "+f.Value)
			}
		}
		slices.Sort(refused)
		if want := []string{"exceptions RM3", "flowTimes RM3", "operationResources RM3", "operationResources RM5"}; !slices.Equal(refused, want) {
			t.Errorf("%q", refused)
		}
		missing := map[string]string{}
		for _, c := range r.Causes {
			if c.Rule == "reference" && strings.HasPrefix(c.Value, "R") && len(c.Allowed) > 0 && c.Count == 1 {
				missing[c.Value] = c.Columns[0].Sheet
			}
		}
		for name, sheet := range map[string]string{"RM6": "operationResources", "RM7": "operationResources", "RM8": "exceptions", "RM9": "exceptions", "RX8": "flowTimes", "RX9": "flowTimes"} {
			if missing[name] != sheet {
				t.Errorf("%s is no cause of its own with a choice: %v", name, missing)
			}
		}
	})
}

// A row of shifts whose name is the English one of a stored shift is that shift's. Nothing is made of a name that somebody has already,
// whether one record has it or several.
func TestNothingIsMadeOfANameThatIsThere(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		first := a.importBook(ctx, t, book(t, map[string][]string{
			"shifts":    {"name|englishName|periods", "班81|Shift 81|08:00-12:00", "班82|Twin shift|08:00-12:00", "班83|Twin shift|08:00-12:00"},
			"sections":  {"name|chineseName", "SecQ|独有工段", "SecR|双有工段", "SecS|双有工段"},
			"customers": {"number|name|englishName", "TW1|甲八一|Twin Moulding", "TW2|乙八一|Twin Moulding", "TW3|丙八一|Solo Ltd"},
		}))
		if first.FaultCount > 0 {
			t.Fatalf("%+v", first.Faults)
		}
		r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeRow, Data: book(t, map[string][]string{
			"shifts": {"name|periods", "shift 81|09:00-12:00", "Twin shift|09:00-12:00"},
		})})
		if err != nil {
			t.Fatal(err)
		}
		secs, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeRow, Data: book(t, map[string][]string{
			"sections": {"name|colour", "独有工段|#112233", "双有工段|#112233"},
		})})
		if err != nil {
			t.Fatal(err)
		}
		if c := secs.Counts["sections"]; c.New != 0 || c.Changed != 1 || c.Refused != 1 || !strings.Contains(secs.Faults[0].Texts.En, "“双有工段” names several records") {
			t.Errorf("sections by their Chinese names: %+v %+v", c, secs.Faults)
		}
		if c := r.Counts["shifts"]; c.New != 0 || c.Changed != 1 || c.Refused != 1 || !strings.Contains(r.Faults[0].Texts.En, "“Twin shift” names several records") {
			t.Errorf("shifts by their English names: %+v %+v", c, r.Faults)
		}
		r, err = a.Production.Import(ctx, a.DB, production.Upload{
			Name: "x.xlsx", DryRun: true, Mode: production.ModeRow,
			Create: []production.Missing{{Entity: "customer", Names: []string{"Twin Moulding", "Solo Ltd", "甲八一", "Nobody Ltd"}}},
			Data: book(t, map[string][]string{
				"moulds": {"mouldNo|delivery|customer", "SO-1|2030-03-20|Solo Ltd", "SO-2|2030-03-20|Twin Moulding", "SO-3|2030-03-20|甲八一", "SO-4|2030-03-20|Nobody Ltd"},
			}),
		})
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, f := range r.Faults {
			told = append(told, f.Value+" "+f.Rule)
		}
		if c := r.Counts["customers"]; c.Made != 1 || !slices.Equal(told, []string{"Twin Moulding ambiguous"}) || r.Counts["moulds"].New != 3 {
			t.Errorf("made: %+v, moulds %+v, faults %q", c, r.Counts["moulds"], told)
		}
	})
}
