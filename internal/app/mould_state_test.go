package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// A mould's state has one word in its list, its form and the workbook; files with the words of earlier templates are read.
func TestAMouldsStateHasOneWord(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		var states []workbook.Option
		for _, sheet := range workbook.Sheets() {
			if sheet.Code == "moulds" {
				for _, column := range sheet.Columns {
					if column.Code == "status" {
						states = column.Options
					}
				}
			}
		}
		form := map[int]problem.Text{}
		for _, field := range a.Production.Moulds.Meta(func(string) bool { return true }).Fields {
			if field.Key == "status" {
				for _, option := range field.Options {
					form[option.Value] = option.Label
				}
			}
		}
		if len(states) != 4 || len(form) != 4 {
			t.Fatalf("%d states in the workbook, %d in the form", len(states), len(form))
		}
		for _, state := range states {
			if word := form[state.Value]; state.Label.Zh != word.Zh || state.Label.En != word.En {
				t.Errorf("state %d is %v in the workbook, %v in the form", state.Value, state.Label, word)
			}
		}
		for i, word := range []string{"进行中", "暂停", "完成", "取消", "未完成", "暂停", "已完成", "已取消"} {
			var file bytes.Buffer
			w := csv.NewWriter(&file)
			_ = w.WriteAll([][]string{{"mouldNo", "delivery", "status"}, {"M1", "2030-03-20", word}})
			result, err := workbook.Parse(t.Context(), "moulds.csv", file.Bytes(), workbook.Options{})
			if err != nil || len(result.Book.Moulds) != 1 || result.Book.Moulds[0].Status.Or(-1) != i%4 {
				t.Errorf("%s: %v %+v", word, err, result)
			}
		}
	})
}
