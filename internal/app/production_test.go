package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importer sends imports to a server, as the page does.
type importer struct {
	t      *testing.T
	server *httptest.Server
	header map[string]string
}

func (a *App) importer(t *testing.T) importer {
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	return importer{t, server, signedIn(t, server, "13800000001")}
}

func (i importer) form(path string, file []byte, fields map[string]string) (int, reply, []byte) {
	i.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if file != nil {
		part, err := w.CreateFormFile("file", "book.xlsx")
		if err != nil {
			i.t.Fatal(err)
		}
		if _, err := part.Write(file); err != nil {
			i.t.Fatal(err)
		}
	}
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			i.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		i.t.Fatal(err)
	}
	return send(i.t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, w.FormDataContentType(), &form)
}

func (i importer) run(file []byte, fields map[string]string) production.ImportResult {
	i.t.Helper()
	status, r, raw := i.form("production/import", file, fields)
	if status != http.StatusOK {
		i.t.Fatalf("%v: %d %.300s", fields, status, raw)
	}
	var result production.ImportResult
	if err := json.Unmarshal(r.Data, &result); err != nil {
		i.t.Fatal(err)
	}
	return result
}

func (i importer) get(path string, into any) {
	i.t.Helper()
	status, r, raw := send(i.t, http.MethodGet, i.server.URL+api.Prefix+path, i.header, "", nil)
	if status != http.StatusOK {
		i.t.Fatalf("%s: %d %.300s", path, status, raw)
	}
	if err := json.Unmarshal(r.Data, into); err != nil {
		i.t.Fatal(err)
	}
}

// A faulty cell is mended in the preview, checked again without a second upload, and what is committed is the mended
// file; until then nothing is stored.
func TestAFaultyCellIsMendedInThePreview(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		checked := in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|four"},
		}), map[string]string{"dryRun": "true"})
		if len(checked.Faults) != 1 || checked.Errors != 1 {
			t.Fatalf("faults: %+v", checked.Faults)
		}
		f := checked.Faults[0]
		if f.Sheet != "operations" || f.Row != 2 || f.Column != "hours" || !f.Editable {
			t.Errorf("the fault is %+v", f)
		}
		edits := `[{"sheet":"operations","row":2,"column":"hours","value":"4"}]`
		again := in.run(nil, map[string]string{"dryRun": "true", "importId": checked.ImportID, "edits": edits})
		if again.Errors != 0 || again.Counts["operations"].New != 1 || len(again.Edits) != 1 {
			t.Fatalf("mended: %+v %+v", again.Faults, again.Counts["operations"])
		}
		if stored := storedMoulds(ctx, t, a); len(stored) != 0 {
			t.Errorf("a check has stored %v", stored)
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed {
			t.Errorf("not committed: %+v", done)
		}
		var o production.Operation
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) }); err != nil || o.Minutes != 240 {
			t.Errorf("stored: %v %v", o.Minutes, err)
		}
		// A second commit of the same check changes nothing.
		if twice := in.run(nil, map[string]string{"importId": checked.ImportID}); twice.Committed || twice.Counts["operations"].Same != 1 {
			t.Errorf("committed twice: %+v", twice.Counts["operations"])
		}
		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": store.NewID()}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("an unknown check: %d %+v", status, r)
		}
	})
}

// The preview says of each row what would change, old and new beside each other, as people read it.
func TestThePreviewNamesWhatWouldChange(t *testing.T) {
	mill, customer := codes(t)
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		sheets := map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|old|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		}
		in.run(book(t, sheets), nil)
		sheets["moulds"] = []string{"mouldNo|name|customer|delivery|status", "M1|new|" + customer + "|2030-03-21|1"}
		sheets["operations"] = append(sheets["operations"], "M1|P1|20|"+mill+"|2.5")
		result := in.run(book(t, sheets), map[string]string{"dryRun": "true"})
		actions := map[string]string{}
		var changes []string
		for _, r := range result.Rows {
			actions[r.Sheet+" "+r.Key] = r.Action
			for _, c := range r.Changes {
				changes = append(changes, fmt.Sprintf("%s: %s > %s", c.Column, c.Before, c.After))
			}
		}
		for key, want := range map[string]string{"moulds M1": "changed", "parts M1/P1": "same", "operations M1/P1/10": "same", "operations M1/P1/20": "new"} {
			if actions[key] != want {
				t.Errorf("%s: %q, want %q", key, actions[key], want)
			}
		}
		joined := strings.Join(changes, "; ")
		for _, want := range []string{"name: old > new", "delivery: 2030-03-20 > 2030-03-21", "status: Open > On hold"} {
			if !strings.Contains(joined, want) {
				t.Errorf("%q is missing in %q", want, joined)
			}
		}
		if strings.Contains(joined, customer) || !strings.Contains(joined, "customer:  > ") {
			t.Errorf("the customer is not named: %q", joined)
		}
	})
}

// Sheets and headers of the tenant's own are given a meaning once; the next file is understood.
func TestOwnHeadingsAreLearnt(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		strange := func(no string) []byte {
			return book(t, map[string][]string{"订单": {"工单|客户交期|颜色", no + "|2030-03-20|red"}})
		}
		first := in.run(strange("M1"), map[string]string{"dryRun": "true"})
		if len(first.Unknown) != 1 || first.Unknown[0].Name != "订单" || !slices.Equal(first.Unknown[0].Headers, []string{"工单", "客户交期", "颜色"}) {
			t.Fatalf("the unknown sheet is %+v", first.Unknown)
		}
		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": `{"sheets":{"订单":"nothing"}}`}); status != http.StatusUnprocessableEntity {
			t.Errorf("a sheet that does not exist: %d %+v", status, r)
		}
		second := in.run(nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": `{"sheets":{"订单":"moulds"}}`})
		if !slices.Equal(second.Strange["moulds"], []string{"工单", "客户交期", "颜色"}) || second.Errors == 0 {
			t.Fatalf("strange headers: %+v", second.Strange)
		}
		taught := `{"columns":{"moulds":{"工单":"mouldNo","客户交期":"delivery","颜色":""}}}`
		if third := in.run(nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": taught}); third.Errors != 0 || third.Counts["moulds"].New != 1 {
			t.Fatalf("taught: %+v", third.Faults)
		}
		in.run(nil, map[string]string{"importId": first.ImportID})
		in.run(strange("M2"), nil)
		if stored := storedMoulds(ctx, t, a); !slices.Equal(stored, []string{"M1", "M2"}) {
			t.Errorf("stored: %v", stored)
		}
	})
}

// The failed rows come back as a workbook with the reason beside each, which is read like any other once it is mended.
func TestTheFailedRowsComeBackWithTheirReasons(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		checked := in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "GOOD|2030-03-20", "BAD|2030-03-20"}, "parts": {"mouldNo|partNo", "GOOD|P1", "BAD|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "GOOD|P1|10|" + mill + "|4", "BAD|P1|10|" + mill + "|-4"},
		}), map[string]string{"dryRun": "true"})
		status, _, file := in.form("production/import/failed", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusOK {
			t.Fatalf("%d %.200s", status, file)
		}
		var lines []string
		if err := sheet.Read(file, sheet.Limits{}, func(r sheet.Row) error {
			lines = append(lines, r.Sheet+": "+strings.Join(r.Cells, "|"))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		all := strings.Join(lines, "\n")
		if strings.Contains(all, "GOOD") || !strings.Contains(all, "Moulds: BAD") || !strings.Contains(all, "Must not be negative") || !strings.Contains(all, "Another row of this mould has an error") {
			t.Errorf("the file of the failed rows:\n%s", all)
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Errors != 1 || again.Faults[0].Rule != "negative" || again.Counts["moulds"].Failed != 1 {
			t.Errorf("read again: %+v", again.Faults)
		}
	})
}

// Row by row only what is faulty stays out, and what refers to it; whatever is healthy comes in, of the same mould too.
func TestRowByRowOnlyFaultyRowsStayOut(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		file := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|someday"},
			"parts":  {"mouldNo|partNo", "M1|P1", "M2|P1"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours|pred",
				"M1|P1|10|" + mill + "|4|",
				"M1|P1|20|" + mill + "|-3|",  // wrong
				"M1|P1|30|" + mill + "|4|20", // waits for the wrong one
				"M2|P1|10|" + mill + "|4|",   // its mould is wrong
			},
		})
		if whole := in.run(file, map[string]string{"dryRun": "true"}); whole.Mode != production.ModeMould || whole.Counts["operations"].Failed != 4 {
			t.Fatalf("by mould: %s %+v", whole.Mode, whole.Counts["operations"])
		}
		checked := in.run(file, map[string]string{"dryRun": "true", "mode": "row"})
		if c := checked.Counts["operations"]; c.New != 1 || c.Failed != 3 {
			t.Errorf("row by row: %+v", *c)
		}
		if c := checked.Counts["parts"]; c.New != 1 || c.Failed != 1 {
			t.Errorf("parts: %+v", *c)
		}
		said := map[string]bool{}
		for _, f := range checked.Faults {
			said[fmt.Sprintf("%s %d", f.Sheet, f.Row)] = true
		}
		for _, row := range []string{"moulds 3", "parts 3", "operations 3", "operations 4", "operations 5"} {
			if !said[row] {
				t.Errorf("nothing is said of %s: %v", row, said)
			}
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || done.Mode != production.ModeRow {
			t.Fatalf("the commit: %+v", done)
		}
		var operations []production.Operation
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&operations).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if stored := storedMoulds(ctx, t, a); !slices.Equal(stored, []string{"M1"}) || len(operations) != 1 || operations[0].OpNo != 10 {
			t.Errorf("stored: %v %+v", stored, operations)
		}
		if status, r, _ := in.form("production/import", file, map[string]string{"mode": "half"}); status != http.StatusUnprocessableEntity || r.Code != problem.InvalidInput {
			t.Errorf("an unknown mode: %d %+v", status, r)
		}
	})
}

// Replacing a mould removes what the file does not hold any more, after a question that names it; what has begun stays.
func TestReplacingAMouldRemovesWhatIsGone(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		op := "mouldNo|partNo|opNo|process|hours"
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3", "M2|P1"},
			"operations": {op, "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|4", "M1|P2|10|" + mill + "|4", "M1|P3|10|" + mill + "|4", "M2|P1|10|" + mill + "|4"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart", "M1|P3|10|1|" + machineFor(ctx, t, a, mill) + "|2026-01-05 08:00"},
			"electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|" + groupOf(ctx, t, a, mill) + "|1"}, // the next file says nothing of electrodes
		}), nil)
		next := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {op, "M1|P1|10|" + mill + "|4"},
		})
		checked := in.run(next, map[string]string{"dryRun": "true", "mode": "replace"})
		if checked.Counts["parts"].Removed != 1 || checked.Counts["operations"].Removed != 2 || checked.FaultCount != 1 || checked.Faults[0].Rule != "begun" {
			t.Fatalf("the check: %+v %+v %+v", checked.Counts["parts"], checked.Counts["operations"], checked.Faults)
		}
		status, r, _ := in.form("production/import", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusConflict || r.Code != problem.Question || !strings.Contains(string(r.Data), "M1: 3 rows") {
			t.Fatalf("the question: %d %s %s", status, r.Message, r.Data)
		}
		if status, _, raw := in.form("production/import?confirm=replaceMoulds", nil, map[string]string{"importId": checked.ImportID}); status != http.StatusOK {
			t.Fatalf("%d %.300s", status, raw)
		}
		var parts []production.Part
		var operations []production.Operation
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			return errors.Join(tx.Select(&parts).Order("part_no").Scan(ctx), tx.Select(&operations).Scan(ctx))
		}); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, p := range parts {
			left = append(left, p.PartNo)
		}
		if !slices.Equal(left, []string{"E1", "P1", "P1", "P3"}) || len(operations) != 4 {
			t.Errorf("left: %v and %d operations", left, len(operations))
		}
	})
}

// groupOf is the default group of a process.
func groupOf(ctx context.Context, t *testing.T, a *App, process string) string {
	t.Helper()
	var p basedata.Process
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&p).Where("code = ?", process).Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	return p.DefaultGroup
}

// machineFor is a machine that may do a process.
func machineFor(ctx context.Context, t *testing.T, a *App, process string) string {
	t.Helper()
	var name string
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		m, err := importMasters(ctx, tx)
		if err != nil {
			return err
		}
		group := m.Groups[m.Processes[process].DefaultGroup].ID
		for n, machine := range m.Machines {
			if machine.GroupID == group && (name == "" || n < name) {
				name = n
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return name
}

// Batches, outsourcing orders and reports of batches come in, with their rules.
func TestBatchesAndOutsourcingOrders(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty|material|hardness|partType|accuracyGrade|drawingReady", "M1|P1|10|NAK80|40|CORE|A|2030-01-02"},
			"operations":  {"mouldNo|partNo|opNo|process|hours|electrodeDesignDue", "M1|P1|10|" + mill + "|4|2030-01-03"},
			"electrodes":  {"mouldNo|electrodeNo", "M1|E1"},
			"batches":     {"mouldNo|partNo|batchNo|qty|state", "M1|P1|B1|6|1", "M1|P1|B2|5|1"},
			"outsourcing": {"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2026-01-05|2026-01-04"},
		}
		result := a.importBook(ctx, t, book(t, sheets))
		rules := map[string]bool{}
		for _, f := range result.Faults {
			rules[f.Sheet+" "+f.Column+" "+f.Rule] = true
		}
		if !rules["batches qty batchSum"] || !rules["outsourcing promised dateOrder"] {
			t.Errorf("the rules: %v", rules)
		}
		sheets["batches"] = []string{"mouldNo|partNo|batchNo|qty", "M1|E1|B1|1", "M1|P1|B1|6", "M1|P1|B2|4"}
		if result = a.importBook(ctx, t, book(t, sheets)); !slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "kind" }) {
			t.Errorf("a batch of an electrode: %+v", result.Faults)
		}
		sheets["batches"] = []string{"mouldNo|partNo|batchNo|qty", "M1|P1|B1|6", "M1|P1|B2|4"}
		sheets["outsourcing"] = []string{"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2026-01-05|2026-01-09"}
		sheets["progress"] = []string{"mouldNo|partNo|opNo|batchNo|status|resource|realStart|realEnd|reportedHours", "M1|P1|10|B1|3|" + machine + "|2026-01-05 08:00|2026-01-05 10:00|2", "M1|P1|10|B2|1|" + machine + "|2026-01-05 10:00||0.5"}
		if result = a.importBook(ctx, t, book(t, sheets)); result.FaultCount != 0 || result.Counts["batches"].New != 2 || result.Counts["outsourcing"].New != 1 || result.Counts["progress"].New != 2 {
			t.Fatalf("the import: %+v %+v", result.Faults, result.Counts)
		}
		if result = a.importBook(ctx, t, book(t, sheets)); result.Committed {
			t.Errorf("the second import writes: %+v", result.Counts)
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			orders, err := production.ReadOpen(ctx, tx, nil)
			if err != nil {
				return err
			}
			o, p := orders[0].Operations, orders[0].Parts
			part := p[slices.IndexFunc(p, func(x production.Part) bool { return x.PartNo == "P1" })]
			names, err := productionNames(ctx, tx)
			if err != nil {
				return err
			}
			if names.Materials[part.MaterialID] != "NAK80" || part.Hardness != quantity.Whole(40) || names.PartTypes[part.PartTypeID] != "型芯" || names.Grades[part.GradeID] != "A" || part.DrawingReady == nil {
				t.Errorf("columns of the part are lost: %+v", part)
			}
			op := o[part.ID][0]
			if op.ElectrodeDesignDue == nil {
				t.Error("the electrode design date is lost")
			}
			if s := orders[0].Progress[op.ID]; s.Status != production.Running || s.ReportedMinutes != 150 || s.RealEnd != nil {
				t.Errorf("batches together: %+v", s)
			}
			if x := orders[0].Outsourced[op.ID]; x == nil || x.Promised == nil {
				t.Errorf("the order: %+v", x)
			}
			shop, err := readShop(ctx, tx, nil)
			if err != nil {
				return err
			}
			lots := shop.Moulds[0].Parts[slices.IndexFunc(shop.Moulds[0].Parts, func(x aps.Part) bool { return x.No == "P1" })]
			states := map[string]int{}
			for _, b := range lots.Batches {
				states[b.No+" "+strconv.Itoa(b.Qty)] = lots.Ops[0].ByBatch[b.ID].Status
			}
			if !maps.Equal(states, map[string]int{"B1 6": production.Finished, "B2 4": production.Running}) || lots.Ops[0].Status != production.NotStarted || lots.Ops[0].Promised == nil {
				t.Errorf("what the scheduler reads of the batches: %v, %+v", states, lots.Ops[0].Progress)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// An operation that has begun keeps its process, and its hours do not drop below the reported ones: in the import and in
// the form.
func TestStartedOperationsHoldTheirHours(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		head := "mouldNo|partNo|opNo|process|hours"
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {head, "M1|P1|10|" + mill + "|4"},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|10|1|" + machineFor(ctx, t, a, mill) + "|2026-01-05 08:00|3"},
		}))
		var processes []basedata.Process
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&processes).Order("code").Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		other := processes[slices.IndexFunc(processes, func(p basedata.Process) bool { return p.Code != mill })]
		result := a.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P1|10|" + other.Code + "|2"}}))
		var rules []string
		for _, f := range result.Faults {
			rules = append(rules, f.Column+" "+f.Rule)
		}
		if !slices.Equal(rules, []string{"process started", "hours reported"}) {
			t.Errorf("the rules: %v", rules)
		}
		if result := a.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P1|10|" + mill + "|3"}})); result.FaultCount != 0 {
			t.Errorf("just the reported hours: %+v", result.Faults)
		}
		var o production.Operation
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&o).Scan(ctx); err != nil {
				return err
			}
			_, err := a.Production.Operations.Patch(ctx, tx, o.ID, map[string]json.RawMessage{"version": fmt.Appendf(nil, "%d", o.Version), "hours": []byte("1")})
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != "reported" {
				t.Errorf("the form: %v", err)
			}
			if err := a.Production.Operations.Delete(ctx, tx, o.ID); !errors.As(err, &p) || p.Code != problem.Refused {
				t.Errorf("deleting it: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// An empty factory needs one file: basic data and moulds that use it, checked without a trace and then written.
func TestOneFileFillsAnEmptyFactory(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		file := book(t, map[string][]string{
			"shifts": {"name|periods", "新班|08:00-12:00;13:00-24:00"}, "calendars": {"name|rest|holidays", "单休|0|2030-10-01"},
			"groups": {"code|name|calendar|shift", "NEW|新资源组|单休|新班", "BADG|坏资源组|没有|新班"}, "machines": {"name|group|workRate|automation|changerSlots", "NEW01|NEW|1.25|1|40", "NEW02|BADG|1|0|"},
			"exceptions": {"resource|from|to|kind|reason", "NEW01|2030-03-04 08:00|2030-03-04 12:00|1|保养"}, "flowTimes": {"up|down|hours", "NEW|" + demo.Factory().Groups[0].Code + "|1.5"},
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|group|hours|lockResource|lock", "M1|P1|10|" + mill + "|NEW|4|NEW01|1"},
		})
		count := func() int {
			var n int
			if err := a.DB.Read(ctx, func(tx store.Tx) (err error) {
				n, err = tx.Select((*basedata.Machine)(nil)).Where("name = ?", "NEW01").Count(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		checked := in.run(file, map[string]string{"dryRun": "true"})
		if c := checked.Counts; c["exceptions"].New != 1 || c["flowTimes"].New != 1 {
			t.Errorf("exceptions and flow times: %+v %+v: %+v", c["exceptions"], c["flowTimes"], checked.Faults)
		}
		if c := checked.Counts; c["shifts"].New != 1 || c["calendars"].New != 1 || c["groups"].New != 1 || c["groups"].Failed != 1 || c["machines"].New != 1 || c["operations"].New != 1 {
			t.Fatalf("the check: %+v", checked.Faults)
		}
		var faults []string
		for _, f := range checked.Faults {
			faults = append(faults, strings.Join([]string{f.Sheet, f.Column, f.Rule, f.Level}, " "))
		}
		if want := []string{"groups calendar reference error", "machines changerSlots notKept warning", "machines group reference error"}; !slices.Equal(faults, want) {
			t.Errorf("the faults: %q", faults)
		}
		if count() != 0 {
			t.Error("a check has written a machine")
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || count() != 1 {
			t.Errorf("the commit: %+v", done)
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Counts["exceptions"].Same != 1 || again.Counts["flowTimes"].Same != 1 {
			t.Errorf("exceptions and flow times again: %+v %+v", again.Counts["exceptions"], again.Counts["flowTimes"])
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Counts["shifts"].Same != 1 || again.Counts["calendars"].Same != 1 || again.Counts["groups"].Same != 1 || again.Counts["machines"].Same != 1 {
			t.Errorf("again: %+v %+v %+v %+v", again.Counts["shifts"], again.Counts["calendars"], again.Counts["groups"], again.Counts["machines"])
		}
	})
}

// One mould as a tree: its parts, their routes, how far its electrodes are, its progress, and the plan where there is one.
func TestTheTreeOfAMould(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		mill, _ := codes(t)
		edm := edmProcess(ctx, t, a)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart", "M1|P1|", "M1|P2|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|electrodesExpected", "M1|P1|10|" + mill + "|6|", "M1|P1|20|" + edm + "|2|5", "M1|P2|10|" + mill + "|2|"},
			"electrodes": {"mouldNo|electrodeNo|state", "M1|E1|4", "M1|E2|2"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2"},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|10|3|" + machineFor(ctx, t, a, mill) + "|2026-01-05 08:00|2026-01-05 14:00"},
		}), nil)
		var places production.Places
		in.get("mf/place", &places)
		id := places.Moulds[0].ID
		var tree production.MouldTree
		in.get("pm/mould/"+id+"/tree", &tree)
		if tree.MouldNo != "M1" || len(tree.Parts) != 4 || tree.Operations != 3 || tree.Finished != 1 || tree.Hours != 600 || tree.DoneHours != 360 || tree.Planned {
			t.Errorf("the mould: %+v", tree)
		}
		if e := tree.Electrodes; e != (production.Readiness{Total: 2, Known: 2, Designed: 2, Machined: 2, Inspected: 1, Stocked: 1}) {
			t.Errorf("the electrodes: %+v", e)
		}
		p1 := tree.Parts[slices.IndexFunc(tree.Parts, func(p production.TreePart) bool { return p.PartNo == "P1" })]
		burn := p1.Operations[1]
		if !burn.EDM || burn.Electrodes == nil || burn.Electrodes.Total != 5 || burn.Electrodes.Known != 2 || len(burn.ElectrodeIDs) != 2 {
			t.Errorf("the burn: %+v %+v", burn, burn.Electrodes)
		}
		status, _, _ := send(t, http.MethodGet, in.server.URL+api.Prefix+"pm/mould/"+store.NewID()+"/tree", in.header, "", nil)
		if status != http.StatusNotFound {
			t.Errorf("an unknown mould: %d", status)
		}
	})
}

func edmProcess(ctx context.Context, t *testing.T, a *App) string {
	t.Helper()
	var p basedata.Process
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		return tx.Select(&p).Where("class = ?", basedata.ClassEDM).Order("code").Limit(1, 0).Scan(ctx)
	}); err != nil {
		t.Fatal(err)
	}
	return p.Code
}

// The list of a machine holds what is next there; reporting follows the rules of the floor, and answers plainly.
func TestReportingFromTheDispatchList(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		name := machineFor(ctx, t, a, mill)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|status", "M1|2030-03-20|0", "M2|2030-03-20|1"}, "parts": {"mouldNo|partNo|qty", "M1|P1|3", "M2|P1|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|2", "M2|P1|10|" + mill + "|2"},
		}), nil)
		var places production.Places
		in.get("mf/place", &places)
		machine := places.Machines[slices.IndexFunc(places.Machines, func(p production.Place) bool { return p.Name == name })].ID
		stranger := places.Machines[slices.IndexFunc(places.Machines, func(p production.Place) bool {
			return p.Title != places.Machines[slices.IndexFunc(places.Machines, func(q production.Place) bool { return q.Name == name })].Title
		})].ID
		list := func(query string) []production.DispatchRow {
			var d production.Dispatch
			in.get("mf/dispatch?"+query, &d)
			return d.Rows
		}
		rows := list("machine=" + machine)
		if len(rows) != 2 || rows[0].OpNo != 10 || len(rows[0].Waits) != 0 || len(rows[1].Waits) != 1 || !strings.HasPrefix(rows[1].Waits[0], "P1/10 ") {
			t.Fatalf("the list: %+v", rows)
		}
		op := rows[0].OperationID
		report := func(body map[string]any) (int, reply) {
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := send(t, http.MethodPost, in.server.URL+api.Prefix+"mf/progress", in.header, "application/json", bytes.NewReader(raw))
			return status, r
		}
		refused := func(what, rule string, body map[string]any) {
			t.Helper()
			if status, r := report(body); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"`+rule+`"`) {
				t.Errorf("%s: %d %s %s", what, status, r.Message, r.Data)
			}
		}
		refused("pausing what does not run", "notRunning", map[string]any{"operationId": op, "status": 2, "now": true})
		refused("a machine of another group", "eligible", map[string]any{"operationId": op, "status": 1, "now": true, "machineId": stranger})
		refused("finishing before the start", "dateOrder", map[string]any{"operationId": op, "status": 3, "realStart": "2026-01-05T08:00:00Z", "realEnd": "2026-01-05T07:00:00Z"})
		refused("finishing without a start", "required", map[string]any{"operationId": op, "status": 3, "realEnd": "2026-01-05T07:00:00Z"})
		refused("more pieces than there are", "range", map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "qtyDone": 4})
		if status, r := report(map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "basedOn": ""}); status != http.StatusOK {
			t.Fatalf("starting: %d %s %s", status, r.Message, r.Data)
		}
		// The same report again, as after an answer that was lost on its way.
		if status, r := report(map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "basedOn": ""}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("starting twice: %d %+v", status, r)
		}
		running := list("machine=" + machine)[0]
		if running.Status != production.Running || running.MachineID != machine || running.RealStart == nil || time.Since(*running.RealStart) > time.Minute {
			t.Errorf("running: %+v", running)
		}
		if status, r := report(map[string]any{"operationId": op, "status": 2, "reportedHours": 1.5, "remainingHours": 2, "basedOn": running.ReportID}); status != http.StatusOK {
			t.Fatalf("pausing: %d %s %s", status, r.Message, r.Data)
		}
		paused := list("status=2")[0]
		if paused.ReportedHours != 90 || paused.RemainingHours == nil || *paused.RemainingHours != 120 || paused.MachineID != machine || !paused.RealStart.Equal(*running.RealStart) {
			t.Errorf("a report keeps what it leaves out: %+v", paused)
		}
		if status, _ := report(map[string]any{"operationId": op, "status": 3, "now": true, "qtyDone": 3}); status != http.StatusOK {
			t.Error("finishing is refused")
		}
		if rows := list("machine=" + machine); len(rows) != 1 || rows[0].OpNo != 20 || len(rows[0].Waits) != 0 {
			t.Errorf("afterwards: %+v", rows)
		}
		refused("starting what is finished", "finished", map[string]any{"operationId": op, "status": 1, "now": true})
		if status, _ := report(map[string]any{"operationId": op, "status": 0}); status != http.StatusOK || len(list("machine="+machine)) != 2 {
			t.Error("undoing is refused")
		}
		var held production.Operation
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			var m production.Mould
			if err := tx.Select(&m).Where("mould_no = ?", "M2").Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&held).Where("mould_id = ?", m.ID).Scan(ctx)
		}); err != nil {
			t.Fatal(err)
		}
		if status, r := report(map[string]any{"operationId": held.ID, "status": 1, "now": true}); status != http.StatusConflict || !strings.Contains(r.Message, "M2") {
			t.Errorf("a mould on hold: %d %s", status, r.Message)
		}
	})
}

// UPLOAD-01, UPLOAD-02: an import that accepts only .xls refuses every other format, and says so.
func TestAnImportOfOldWorkbooksAcceptsOnlyXLS(t *testing.T) {
	old, err := os.ReadFile("../platform/sheet/testdata/moulds.xls")
	if err != nil {
		t.Fatal(err)
	}
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		only := map[string]string{"dryRun": "true", "only": "xls"}
		for name, file := range map[string][]byte{"xlsx": book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}), "csv": []byte("mouldNo,delivery\nM1,2030-03-20\n")} {
			if status, r, _ := in.form("production/import", file, only); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "File format not supported: only .xls accepted") {
				t.Errorf("%s: %d %s", name, status, r.Data)
			}
		}
		if result := in.run(old, only); len(result.Strange)+len(result.Unknown) == 0 {
			t.Errorf("the old workbook: %+v", result)
		}
	})
}

// What an operation waits for, and where a part is built in, must exist, and stays while something waits for it: the
// engine would pass over what it does not find.
func TestWhatARouteRefersToExists(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		mill, _ := codes(t)
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|" + mill + "|4|", "M1|P1|20|" + mill + "|4|10", "M1|P2|10|" + mill + "|4|P1/20", "M1|P3|10|" + mill + "|4|"},
		}))
		// try saves in a transaction of its own, which the caller's error rolls back.
		try := func(change func(tx store.Tx) error) *problem.Problem {
			var p *problem.Problem
			_ = errors.As(a.DB.Write(ctx, change), &p)
			return p
		}
		operation := func(tx store.Tx, part string, no int) (*production.Operation, error) {
			var p production.Part
			var o production.Operation
			err := tx.Select(&p).Where("part_no = ?", part).Scan(ctx)
			return &o, errors.Join(err, tx.Select(&o).Where("part_id = ?", p.ID).Where("op_no = ?", no).Scan(ctx))
		}
		for pred, rule := range map[string]string{"30": "reference", "P9/10": "reference", "20": "cycle", "P1/20": "cycle", "ten": "format", "10; P2/10": "cycle", "10; P3/10": ""} {
			p := try(func(tx store.Tx) error {
				o, err := operation(tx, "P1", 20)
				if err != nil {
					return err
				}
				o.Pred = pred
				return errors.Join(a.Production.Operations.Save(ctx, tx, o), store.ErrNotFound)
			})
			if p != nil && len(p.Fields) == 1 && p.Fields[0].Field == "pred" && p.Fields[0].Rule == rule || rule == "" && p == nil {
				continue
			}
			t.Errorf("pred %q: %+v", pred, p)
		}
		for want, change := range map[string]func(p *production.Part){
			"parentPart reference": func(p *production.Part) { p.ParentPartNo = "P9" },
			"parentPart cycle":     func(p *production.Part) { p.ParentPartNo = "P2" },
			"neededAtOp reference": func(p *production.Part) { p.ParentPartNo, p.NeededAtOp = "P1", 30 },
			"parentPart required":  func(p *production.Part) { p.NeededAtOp = 20 },
		} {
			p := try(func(tx store.Tx) error {
				var part production.Part
				if err := tx.Select(&part).Where("part_no = ?", "P2").Scan(ctx); err != nil {
					return err
				}
				change(&part)
				return a.Production.Parts.Save(ctx, tx, &part)
			})
			if p == nil || len(p.Fields) != 1 || p.Fields[0].Field+" "+p.Fields[0].Rule != want {
				t.Errorf("%s: %+v", want, p)
			}
		}
		p := try(func(tx store.Tx) error {
			o, err := operation(tx, "P1", 20)
			return errors.Join(err, a.Production.Operations.Delete(ctx, tx, o.ID))
		})
		if p == nil || p.Code != problem.Refused || !strings.Contains(p.Error(), "P2/10") {
			t.Errorf("an operation that another waits for: %+v", p)
		}
	})
}

// VALID-01: searches drop leading asterisks and collapse repeated ones. VALID-05: what must be positive is above 0.
func TestSearchKeysAndPositiveNumbers(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		mill, _ := codes(t)
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "AB12|2030-03-20"}, "parts": {"mouldNo|partNo", "AB12|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "AB12|P1|10|" + mill + "|4"},
		}))
		for q, want := range map[string]int{"**AB12": 1, "A**2": 1, "*B1": 1, "A*9": 0} {
			var page struct{ Total int }
			in.get("pm/mould?q="+url.QueryEscape(q), &page)
			if page.Total != want {
				t.Errorf("%q finds %d moulds", q, page.Total)
			}
		}
		var d production.Dispatch
		if in.get("mf/dispatch?q="+url.QueryEscape("**AB12"), &d); d.Total != 1 {
			t.Errorf("the dispatch list finds %d", d.Total)
		}
		var part production.Part
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&part).Scan(ctx); err != nil {
				return err
			}
			err := a.Production.Batches.Save(ctx, tx, &production.Batch{MouldID: part.MouldID, PartID: part.ID, BatchNo: "B1", Qty: 0, State: production.BatchDispatched})
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) == 0 || p.Fields[0].Field != "qty" {
				t.Errorf("a batch of nothing: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// pixel is the smallest picture.
func pixel(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// UPLOAD-04: a picture has at most 2 MB, is one, and what is served is encoded anew.
func TestThePictureOfAMould(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		path := "bms/file/mould/" + m.ID
		most := 2 << 20
		full := append(pixel(t), make([]byte, most)...)[:most]
		for name, c := range map[string]struct {
			data []byte
			want string
		}{"too large": {append(full, 0), "at most 2 MB"}, "no picture": {[]byte("<svg/>"), "Picture format not supported"}, "gif": {[]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"), "Picture format not supported"}, "torn": {pixel(t)[:40], "Picture format not supported"}} {
			if status, r, _ := in.form(path, c.data, nil); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), c.want) {
				t.Errorf("%s: %d %s", name, status, r.Data)
			}
		}
		status, r, raw := in.form(path, full, nil)
		if status != http.StatusOK {
			t.Fatalf("exactly 2 MB: %d %.200s", status, raw)
		}
		var saved file.Given
		if err := json.Unmarshal(r.Data, &saved); err != nil {
			t.Fatal(err)
		}
		address := in.server.URL + api.Prefix + "bms/file/" + saved.ID
		status, _, served := send(t, http.MethodGet, address, in.header, "", nil)
		if status != http.StatusOK || !bytes.HasPrefix(served, []byte("\x89PNG")) || len(served) > 1000 {
			t.Errorf("served: %d, %d bytes", status, len(served))
		}
		var tree production.MouldTree
		if in.get("pm/mould/"+m.ID+"/tree", &tree); tree.Picture != saved.ID {
			t.Errorf("the tree knows the picture %q, not %q", tree.Picture, saved.ID)
		}
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.Production.Moulds.Delete(ctx, tx, m.ID) }); err != nil {
			t.Errorf("a picture keeps its mould from going: %v", err)
		}
		if status, _, _ := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusNotFound {
			t.Errorf("the picture of a mould that is gone: %d", status)
		}
	})
}
