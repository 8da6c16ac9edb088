package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A faulty mould keeps no other one out, whatever sheet its rows stand in and though they come first.
func TestAFaultyMouldKeepsNoOtherOneOut(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		both := func(head string, rows ...string) []string {
			lines := []string{head}
			for _, no := range []string{"M1", "M2"} {
				for _, row := range rows {
					lines = append(lines, no+"|"+row)
				}
			}
			return lines
		}
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|someday", "M2|2030-03-20"}, "parts": both("mouldNo|partNo|qty", "P1|10"), "electrodes": both("mouldNo|electrodeNo", "E1"),
			"operations": both("mouldNo|partNo|opNo|process|hours", "P1|10|CNC|4", "P1|20|EDM|6"), "edmLinks": both("mouldNo|partNo|opNo|electrodeNo", "P1|20|E1"),
			"operationResources": both("mouldNo|partNo|opNo|resource", "P1|10|CN01"), "batches": both("mouldNo|partNo|batchNo|qty", "P1|B1|4"),
			"progress": both("mouldNo|partNo|opNo|status|resource|realStart", "P1|10|1|CN01|2026-01-05 08:00"), "outsourcing": both("mouldNo|partNo|opNo|promised", "P1|20|2030-01-05"),
		}
		result := s.importBook(ctx, t, book(t, sheets))
		for sheet, rows := range sheets {
			half := (len(rows) - 1) / 2
			if c := result.Counts[sheet]; c.Read != 2*half || c.New != half || c.Refused != half {
				t.Errorf("%s: %+v", sheet, *c)
			}
		}
		read(ctx, t, s, func(tx store.Tx) error {
			for model, want := range map[any]int{
				(*production.Mould)(nil): 1, (*production.Part)(nil): 2, (*production.Operation)(nil): 2, (*production.EDMLink)(nil): 1, (*production.OperationResource)(nil): 1,
				(*production.Batch)(nil): 1, (*production.Progress)(nil): 1, (*production.OutsourceOrder)(nil): 1,
			} {
				if n, err := tx.Select(model).Count(ctx); err != nil || n != want {
					t.Errorf("%T: %d rows, want %d (%v)", model, n, want, err)
				}
			}
			return nil
		})
		// A report that says what is said already comes before one that says more.
		again := s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|resource|realStart", "M2|P1|10|1|CN01|2026-01-05 08:00", "M2|P1|20|1|ED01|2026-01-06 08:00"}})
		if c := again.Counts["progress"]; c.Same != 1 || c.New != 1 {
			t.Errorf("%+v", *c)
		}
	})
}

// changed lists "sheet key column: before > after" of a result.
func changed(result *production.ImportResult) (all []string) {
	for _, r := range result.Rows {
		for _, c := range r.Changes {
			all = append(all, fmt.Sprintf("%s %s %s: %s > %s", r.Sheet, r.Key, c.Column, c.Before.En, c.After.En))
		}
	}
	return all
}

// Every column of the planner's sheets is kept as it is written, read back the same, and told where it changes.
func TestEveryColumnIsKept(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds": {
				"mouldNo|name|projectNo|customer|orderType|delivery|release|priority|status|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours",
				"M1|Lamp|PR1|C01|改模|2030-03-20|2030-01-05|70|0|FIT|16|TRY|6",
			},
			"parts": {
				"mouldNo|partNo|name|kind|qty|parentPart|neededAtOp|length|width|height|weight|partType|accuracyGrade|material|hardness|materialReady|drawingReady|due",
				"M1|P1|Core|1|4|||||||型腔|A|||||2030-03-01", "M1|P2|Plate|1|2|P1|10|300|200|100|50|滑块|B|NAK80|40|2030-01-06|2030-01-07|2030-02-01",
			},
			"electrodes": {"mouldNo|electrodeNo|pieces|finish|gap|material|state|designReady|stockPosition", "M1|E1|5|1|0.15|CU|2|2030-01-08|R1"},
			"operations": {
				"mouldNo|partNo|opNo|branch|process|group|hours|setupHours|hoursPerPiece|pred|lagAfter|crew|unattended|pausable|earliest|programReady|camStatus|electrodesExpected|electrodeDesignDue|outsource|supplier|leadDays|lock|lockResource|lockStart",
				"M1|P1|10||CNC|CNC|12|1|2|||2|1|0|2030-01-09|2030-01-10|1|||0|||2|CN02|2030-01-11 08:00",
				"M1|P1|20|a|EDM|EDM|6|||10|3|1|0|1||||4|2030-01-12|1|S01|5|||",
			},
			"edmLinks":           {"mouldNo|partNo|opNo|branch|electrodeNo|burnSeq|burnHours|piecesUsed", "M1|P1|20|a|E1|2|6|3"},
			"operationResources": {"mouldNo|partNo|opNo|branch|resource|rank|hours|setupHours", "M1|P1|10||CN02|2|10|0.5"},
			"batches":            {"mouldNo|partNo|batchNo|qty|state", "M1|P1|B1|3|2"},
			"progress":           {"mouldNo|partNo|opNo|branch|status|resource|realStart|realEnd|reportedHours|remainingHours|qtyDone|reportedAt", "M1|P2|10||1|CN01|2026-01-05 08:00||3|2|1|2026-01-05 11:00"},
			"outsourcing":        {"mouldNo|partNo|opNo|branch|supplier|orderedAt|promised|received", "M1|P1|20|a|S02|2026-01-05|2026-01-09|2026-01-08"},
		}
		sheets["operations"] = append(sheets["operations"], "M1|P2|10||CNC||4"+strings.Repeat("|", 18))
		s.take(ctx, t, sheets)
		if again := s.take(ctx, t, sheets); again.Committed || again.Total.Same != 12 || again.Total.Same != again.Total.Read {
			t.Errorf("the second time: %+v, %q", again.Total, changed(again))
		}
		// An empty cell keeps.
		for name, lines := range sheets {
			head := strings.Split(lines[0], "|")
			for i := range lines[1:] {
				cells := strings.Split(lines[i+1], "|")
				for k := range cells {
					if !strings.HasSuffix(head[k], "No") && head[k] != "branch" && head[k] != "resource" && head[k] != "process" || head[k] == "projectNo" {
						cells[k] = ""
					}
				}
				if name != "progress" && name != "operationResources" {
					sheets[name][i+1] = strings.Join(cells, "|")
				}
			}
		}
		if kept := s.take(ctx, t, sheets); kept.Committed || len(changed(kept)) != 0 {
			t.Errorf("empty cells change %q", changed(kept))
		}
		// A dash clears, a value changes.
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds":             {"mouldNo|name|projectNo|customer|orderType|release|priority|status|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "M1|-|-|-|-|-|-|1|-|-|-|-"},
			"parts":              {"mouldNo|partNo|name|parentPart|neededAtOp|length|width|height|weight|partType|accuracyGrade|material|hardness|materialReady|drawingReady|due", "M1|P2|-|-|-|-|-|-|-|-|-|-|-|-|-|-"},
			"electrodes":         {"mouldNo|electrodeNo|pieces|finish|gap|material|state|designReady|stockPosition", "M1|E1|6|-|-|-|3|-|-"},
			"operations":         {"mouldNo|partNo|opNo|branch|process|setupHours|hoursPerPiece|hours|crew|unattended|pausable|earliest|programReady|camStatus|lock|lockResource|lockStart", "M1|P1|10||CNC|-|-|9|-|0|1|-|-|-|-|-|-"},
			"edmLinks":           {"mouldNo|partNo|opNo|branch|electrodeNo|burnSeq|burnHours|piecesUsed", "M1|P1|20|a|E1|-|-|1"},
			"operationResources": {"mouldNo|partNo|opNo|branch|resource|rank|hours|setupHours", "M1|P1|10||CN02|1|-|-"},
			"batches":            {"mouldNo|partNo|batchNo|qty|state", "M1|P1|B1|4|3"},
			"progress":           {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours|qtyDone", "M1|P2|10|1|CN02|2026-01-05 09:00|4|2"},
			"outsourcing":        {"mouldNo|partNo|opNo|branch|supplier|orderedAt|promised|received", "M1|P1|20|a|-|-|-|-"},
		}))
		if result.Errors != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		want := []string{
			"moulds M1 name: Lamp > ",
			"moulds M1 projectNo: PR1 > ",
			"moulds M1 customer: 宁波海润 > ",
			"moulds M1 orderType: 改模 > ",
			"moulds M1 release: 2030-01-05 > ",
			"moulds M1 priority: 70 > 50",
			"moulds M1 assemblyGroup: 钳工组 > ",
			"moulds M1 assemblyHours: 16 > 0",
			"moulds M1 tryoutGroup: 试模组 > ",
			"moulds M1 tryoutHours: 6 > 0",
			"moulds M1 status: Open > On hold",
			"parts M1 · P2 name: Plate > ",
			"parts M1 · P2 partType: 滑块 > ",
			"parts M1 · P2 parentPart: P1 > ",
			"parts M1 · P2 neededAtOp: 10 > 0",
			"parts M1 · P2 material: NAK80 > ",
			"parts M1 · P2 hardness: 40 > 0",
			"parts M1 · P2 length: 300 > 0",
			"parts M1 · P2 width: 200 > 0",
			"parts M1 · P2 height: 100 > 0",
			"parts M1 · P2 weight: 50 > 0",
			"parts M1 · P2 accuracyGrade: B > ",
			"parts M1 · P2 materialReady: 2030-01-06 > ",
			"parts M1 · P2 drawingReady: 2030-01-07 > ",
			"parts M1 · P2 due: 2030-02-01 > ",
			"operations M1 · P1 · 10 hours: 12 > 9",
			"operations M1 · P1 · 10 setupHours: 1 > 0",
			"operations M1 · P1 · 10 hoursPerPiece: 2 > 0",
			"operations M1 · P1 · 10 crew: 2 > 1",
			"operations M1 · P1 · 10 unattended: true > false",
			"operations M1 · P1 · 10 pausable: false > true",
			"operations M1 · P1 · 10 earliest: 2030-01-09 > ",
			"operations M1 · P1 · 10 programReady: 2030-01-10 > ",
			"operations M1 · P1 · 10 camStatus: In work > None",
			"operations M1 · P1 · 10 lock: Resource and times locked > Unlocked",
			"operations M1 · P1 · 10 lockResource: CN02 > ",
			"operations M1 · P1 · 10 lockStart: 2030-01-11 08:00 > ",
			"electrodes M1 · E1 finish: Rough > ",
			"electrodes M1 · E1 material: CU > ",
			"electrodes M1 · E1 gap: 0.15 > 0",
			"electrodes M1 · E1 pieces: 5 > 6",
			"electrodes M1 · E1 state: Machined > Inspected",
			"electrodes M1 · E1 designReady: 2030-01-08 > ",
			"electrodes M1 · E1 stockPosition: R1 > ",
			"edmLinks M1 · P1 · 20#a · E1 burnSeq: 2 > 0",
			"edmLinks M1 · P1 · 20#a · E1 burnHours: 6 > 0",
			"edmLinks M1 · P1 · 20#a · E1 piecesUsed: 3 > 1",
			"operationResources M1 · P1 · 10 · CN02 rank: 2 > 1",
			"operationResources M1 · P1 · 10 · CN02 hours: 10 > 0",
			"operationResources M1 · P1 · 10 · CN02 setupHours: 0.5 > 0",
			"batches M1 · P1 · B1 qty: 3 > 4",
			"batches M1 · P1 · B1 state: Paused > Closed",
			"progress M1 · P2 · 10 resource: CN01 > CN02",
			"progress M1 · P2 · 10 realStart: 2026-01-05 08:00 > 2026-01-05 09:00",
			"progress M1 · P2 · 10 reportedHours: 3 > 4",
			"progress M1 · P2 · 10 remainingHours: 2 > 0",
			"progress M1 · P2 · 10 qtyDone: 1 > 2",
			"outsourcing M1 · P1 · 20#a supplier: 缓 > ",
			"outsourcing M1 · P1 · 20#a orderedAt: 2026-01-05 > ",
			"outsourcing M1 · P1 · 20#a promised: 2026-01-09 > ",
			"outsourcing M1 · P1 · 20#a received: 2026-01-08 00:00 > ",
		}
		got := changed(result)
		if !slices.Equal(got, want) {
			t.Errorf("changed:\n%s", strings.Join(got, "\n"))
		}
	})
}

// A dash goes back to what a new row has where nothing would be no value, as the forms refuse it.
func TestADashGoesBackToWhatANewRowHas(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		link, batch := "mouldNo|partNo|opNo|electrodeNo|piecesUsed", "mouldNo|partNo|batchNo|state"
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery|priority", "M1|2030-03-20|70"}, "parts": {"mouldNo|partNo|kind|qty", "M1|P1|3|4"}, "electrodes": {"mouldNo|electrodeNo|pieces", "M1|E1|3"},
			"operations": {"mouldNo|partNo|opNo|process|hours|crew|pausable", "M1|P1|10|CNC|4|2|0", "M1|P1|20|EDM|4|2|0"}, "edmLinks": {link, "M1|P1|20|E1|2"},
			"batches": {batch + "|qty", "M1|P1|B1|2|1"},
		})
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|priority", "M1|-"}, "parts": {"mouldNo|partNo|kind|qty", "M1|P1|-|-"}, "electrodes": {"mouldNo|electrodeNo|pieces", "M1|E1|-"},
			"operations": {"mouldNo|partNo|opNo|process|crew|pausable", "M1|P1|10|CNC|-|-"}, "edmLinks": {link, "M1|P1|20|E1|-"}, "batches": {batch, "M1|P1|B1|-"},
		}))
		want := []string{
			"moulds M1 priority: 70 > 50", "parts M1 · P1 kind: Assembly > Workpiece", "parts M1 · P1 qty: 4 > 1", "operations M1 · P1 · 10 crew: 2 > 1", "operations M1 · P1 · 10 pausable: false > true",
			"electrodes M1 · E1 pieces: 3 > 1", "edmLinks M1 · P1 · 20 · E1 piecesUsed: 2 > 1", "batches M1 · P1 · B1 state: Paused > Dispatched",
		}
		if got := changed(result); !slices.Equal(got, want) || result.Errors != 0 || !result.Committed {
			t.Errorf("%q %+v", got, result.Faults)
		}
	})
}
