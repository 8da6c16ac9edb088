package app

import (
	"context"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// A process under operations that burn electrodes stays an EDM one, in the form, its list and the workbook.
func TestTheClassOfAProcessThatBurns(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		code := edmProcess(ctx, t, a)
		if result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + code + "|6", "M1|P1|30|" + code + "|6", "M1|P1|40|" + code + "|6"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2", "M1|P1|30|E1"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		var process basedata.Process
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&process).Where("code = ?", code).Scan(ctx) })
		err := a.DB.Write(ctx, func(tx store.Tx) error {
			changed := process
			changed.Class = basedata.ClassMachining
			return a.Master.Processes.Save(ctx, tx, &changed)
		})
		if p := problem.Of(err); len(p.Fields) != 1 || p.Fields[0].Field != "class" || !strings.Contains(p.Fields[0].Text().In("en"), "2 operations of this process burn electrodes") {
			t.Errorf("the form: %v", err)
		}
		list := "code,name,class\n" + code + "," + process.Name + ",machining\n"
		if result, err := a.Master.Processes.Import(ctx, a.DB, resource.ImportFile{Name: "x.csv", Data: []byte(list)}); err != nil || result.Committed || len(result.Faults) != 1 || result.Faults[0].Column != "class" {
			t.Errorf("the list: %+v, %v", result, err)
		}
		result := a.importBook(ctx, t, book(t, map[string][]string{"processes": {"code|class", code + "|machining"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column != "class" || result.Faults[0].Rule != "burned" {
			t.Errorf("the workbook: %+v", result.Faults)
		}
		if got := patched(ctx, t, a, a.Master.Processes.Patch, process.ID, process.Version, `"class": 4, "content": "x"`); got != "" {
			t.Errorf("another field: %q", got)
		}
	})
}
