package operationlog

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a schedule says of single moulds stands in the log mould by mould.
func TestWordsOfSingleMoulds(t *testing.T) {
	rows := []any{map[string]any{"mouldId": "a", "delivery": "2026-03-02T08:00:00Z"}, map[string]any{"mouldId": "b", "pullIn": true}}
	for lang, want := range map[string]string{
		problem.English: "Mould: A001, Delivery: 2026-03-02 08:00:00; Mould: A002, Pull in: Yes",
		problem.Chinese: "模具：A001，交期：2026-03-02 08:00:00；模具：A002，提前：是",
	} {
		w := &wording{lang: lang, zone: time.UTC, titles: map[string]string{"a": "A001", "b": "A002"}}
		if got := w.value(ownFields["schedule"]["moulds"], rows); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// How many moulds an ended import has not written is told once: by the sheet of moulds where it counts the same, else beside the ending.
func TestWhatWasNotReachedIsToldOnce(t *testing.T) {
	sheet := func(code string, notReached float64) store.FieldChange {
		return store.FieldChange{Field: code, After: map[string]any{"read": 30.0, "same": 4.0, "notReached": notReached}}
	}
	for _, c := range []struct {
		ending store.FieldChange
		sheet  store.FieldChange
		zh, en string
	}{
		{store.FieldChange{Field: "stopped", After: 20.0}, sheet("moulds", 20), "由本人停止；模具：读取 30，不变 4，未写入 20", "Stopped by its user; Moulds: read 30, unchanged 4, not reached 20"},
		{store.FieldChange{Field: "notWritten", After: 20.0}, sheet("moulds", 20), "写入中断；模具：读取 30，不变 4，未写入 20", "Broke off; Moulds: read 30, unchanged 4, not reached 20"},
		{store.FieldChange{Field: "stopped", After: 20.0}, sheet("moulds", 19), "由本人停止，未写入的模具：20；模具：读取 30，不变 4，未写入 19", "Stopped by its user; moulds not written: 20; Moulds: read 30, unchanged 4, not reached 19"},
		{store.FieldChange{Field: "notWritten", After: 20.0}, sheet("parts", 20), "写入中断，未写入的模具：20；零件：读取 30，不变 4，未写入 20", "Broke off; moulds not written: 20; Parts: read 30, unchanged 4, not reached 20"},
	} {
		for lang, want := range map[string]string{problem.Chinese: c.zh, problem.English: c.en} {
			deps := Deps{Entities: func() resource.Catalogue { return nil }, Sheets: map[string]problem.Text{"moulds": problem.L("模具", "Moulds"), "parts": problem.L("零件", "Parts")}}
			w := &wording{log: New(deps), lang: lang, zone: time.UTC}
			line := w.line(store.Operation{Entity: "production", Action: store.ActionImport}, []store.FieldChange{c.ending, c.sheet})
			if told := changesText(line.Changes, lang); line.Summary != want || told != want {
				t.Errorf("%s: %q and %q, want %q", lang, line.Summary, told, want)
			}
		}
	}
}

// The pieces of an import say how many rows are still to come: what is left of that when the last one is in says that it ended before
// its time, whatever ended it. Of an import that is whole nothing is said.
func TestAnImportWithoutItsLastPieceIsNotFinished(t *testing.T) {
	piece := func(created, open float64) []store.FieldChange {
		return []store.FieldChange{{Field: "created", After: created}, {Field: "changed", After: 0.0}, {Field: "brokeOff", After: open}}
	}
	for _, c := range []struct {
		parts  []store.FieldChange
		zh, en string
	}{
		{piece(500, -500), "新增：1000；修改：0；写入中断，未写入的行：800", "New: 1000; Changed: 0; Broke off; rows not reached: 800"},
		{piece(1300, -1300), "新增：1800；修改：0", "New: 1800; Changed: 0"},
	} {
		for lang, want := range map[string]string{problem.Chinese: c.zh, problem.English: c.en} {
			w := &wording{log: New(Deps{Entities: func() resource.Catalogue { return nil }}), lang: lang, zone: time.UTC}
			line := w.line(store.Operation{Entity: "accuracyGrade", Action: store.ActionImport}, withParts(piece(500, 1300), c.parts))
			if line.Summary != want {
				t.Errorf("%s: %q, want %q", lang, line.Summary, want)
			}
		}
	}
}

// An import of a list tells its counts in the order in which one of the workbook does: the pieces come first, what was read last.
func TestCountsOfAnImportHaveOneOrder(t *testing.T) {
	changes := []store.FieldChange{
		{Field: "created", After: 3.0},
		{Field: "changed", After: 2.0},
		{Field: "made.section", After: []any{"S9"}},
		{Field: "read", After: 9.0},
		{Field: "same", After: 1.0},
		{Field: "refused", After: 2.0},
		{Field: "skipped", After: 1.0},
		{Field: "brokeOff", After: 0.0},
	}
	orderImport(changes)
	for lang, want := range map[string]string{
		problem.English: "Read: 9; New: 3; Changed: 2; Unchanged: 1; Refused: 2; Skipped: 1",
		problem.Chinese: "读取：9；新增：3；修改：2；不变：1；未通过：2；跳过：1",
	} {
		w := &wording{log: New(Deps{Entities: func() resource.Catalogue { return nil }}), lang: lang, zone: time.UTC}
		if line := w.line(store.Operation{Entity: "accuracyGrade", Action: store.ActionImport}, changes); !strings.HasPrefix(line.Summary, want) {
			t.Errorf("%s: %q, want %q", lang, line.Summary, want)
		}
	}
}
