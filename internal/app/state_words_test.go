package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// stateWords is one state with the words of its values from 0 on, and every place that says them.
type stateWords struct {
	zh, en   []string // "" for a value that does not exist
	workbook string   // sheet.column
	entity   string   // entity.field
	source   []string // file of internal, and the beginning of the line with the words in Chinese and English
	screens  []string // file of web/src, and its keys before their number
}

var states = map[string]stateWords{
	"operation": {
		zh: []string{"未开始", "进行中", "已暂停", "已完成"}, en: []string{"Not started", "Running", "Paused", "Finished"},
		workbook: "progress.status",
		source:   []string{"aps/task_sheet.go taskStatusWords", "operationlog/fields.go chosen(label(\"status\""},
		screens: []string{
			"features/production/mould-texts.ts operation", "features/production/progress-texts.ts status", "features/aps/plan/texts.ts task",
			"features/aps/workshop/workshop-texts.ts status", "shell/home-work-texts.ts status",
			"features/aps/gantt/gantt-texts.ts status,Running,Paused,Done",
		},
	},
	"CAM": {
		zh: []string{"无", "进行中", "已完成", "已校对"}, en: []string{"None", "In work", "Done", "Checked"},
		workbook: "operations.camStatus", entity: "operation.camStatus", source: []string{"aps/task_sheet.go camWords"},
		screens: []string{"features/aps/plan/texts.ts cam", "features/program/texts.ts status"},
	},
	"mould": {
		zh: []string{"未完成", "已暂停", "已完成", "已取消"}, en: []string{"Open", "On hold", "Finished", "Cancelled"},
		workbook: "moulds.status", entity: "mould.status", screens: []string{"features/production/mould-texts.ts mould"},
	},
	"batch": {
		zh: []string{"", "已下发", "已暂停", "已关闭", "已完成"}, en: []string{"", "Dispatched", "Paused", "Closed", "Finished"},
		workbook: "batches.state", entity: "batch.state",
	},
	"schedule": {
		zh: []string{"未开始", "进行中", "已完成", "已发布"}, en: []string{"Not started", "In progress", "Completed", "Published"},
		source: []string{"aps/schedule_sheet.go scheduleStatusWords"}, screens: []string{"features/aps/plan/texts.ts status", "shell/texts.ts status"},
	},
	"run": {
		zh: []string{"—", "运行中", "成功", "失败"}, en: []string{"—", "Running", "Success", "Failure"},
		source: []string{"aps/schedule_sheet.go runStatusWords"}, screens: []string{"features/aps/plan/texts.ts run"},
	},
	"outcome": {zh: []string{"排队中", "运行中", "成功"}, en: []string{"Queued", "Running", "Success"}, source: []string{`operationlog/fields.go "queued": problem.L(`}},
}

// Words of states that screens, workbook, log or exports used once; files with them are still read.
var formerStateWords = []string{"未开工", "暂停", "完成", "关闭", "编程中", "已检查", "无程序"}

var (
	wordPair = regexp.MustCompile(`"([^"]*)", "([^"]*)"`)
	pageWord = regexp.MustCompile(`(?m)^ {4}"?([\w.]+)"?:\s+"([^"]*)"`)
)

// A state has one word in the lists, forms, pages, workbook, exports and operation log: never a second set beside it.
func TestAStateHasOneWordEverywhere(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		for name, state := range states {
			check := func(where string, value int, zh, en string) {
				t.Helper()
				if value >= len(state.zh) || state.zh[value] != zh || state.en[value] != en {
					t.Errorf("%s %d in %s: %q, %q", name, value, where, zh, en)
				}
			}
			if state.workbook != "" {
				options := columnOptions(t, state.workbook)
				if len(options) != len(slices.DeleteFunc(slices.Clone(state.zh), func(word string) bool { return word == "" })) {
					t.Errorf("%s: the workbook has %d values", name, len(options))
				}
				for _, o := range options {
					check("the workbook", o.Value, o.Label.Zh, o.Label.En)
				}
			}
			if entity, key, _ := strings.Cut(state.entity, "."); entity != "" {
				found := 0
				for _, field := range a.Entities.Find(entity).Meta(func(string) bool { return true }).Fields {
					for _, o := range field.Options {
						if field.Key == key {
							check("the form", o.Value, o.Label.Zh, o.Label.En)
							found++
						}
					}
				}
				if found == 0 {
					t.Errorf("%s: no options in %s", name, state.entity)
				}
			}
			for _, place := range state.source {
				file, start, _ := strings.Cut(place, " ")
				pairs := sourcePairs(t, filepath.Join("..", file), start)
				for value := range state.zh {
					if value < len(pairs) {
						check(file, value, pairs[value].Zh, pairs[value].En)
					}
				}
				if len(pairs) < len(state.zh) {
					t.Errorf("%s: %d words in %s", name, len(pairs), place)
				}
			}
			for _, place := range state.screens {
				file, keys, _ := strings.Cut(place, " ")
				prefix, names, named := strings.Cut(keys, ",")
				zh, en := screenWords(t, file)
				for value, word := range state.zh {
					key := fmt.Sprint(prefix, value)
					if named && value > 0 { // the first one has no key of its own
						key = prefix + strings.Split(names, ",")[value-1]
					}
					if zh[key] == "" && (word == "" || named || file == "shell/home-work-texts.ts") {
						continue // what is finished is no work
					}
					check(file, value, zh[key], en[key])
				}
			}
		}
	})
}

// No page numbers a state's values with one of the former words, in whatever file.
func TestNoPageSaysAFormerWordOfAState(t *testing.T) {
	numbered := regexp.MustCompile(`(?m)^ {4}\w*[a-z][0-9]:\s+"([^"]*)"`)
	files := 0
	root := os.DirFS("../../web/src")
	if err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "texts.ts") {
			return err
		}
		files++
		text, err := fs.ReadFile(root, path)
		for _, m := range numbered.FindAllStringSubmatch(string(text), -1) {
			if slices.Contains(formerStateWords, m[1]) {
				t.Errorf("%s: %q", path, m[1])
			}
		}
		return err
	}); err != nil || files < 20 {
		t.Fatalf("%d files with texts, %v", files, err)
	}
}

// Files with the words of earlier templates and exports are read as before.
func TestFormerWordsOfStatesAreRead(t *testing.T) {
	for _, row := range []struct {
		sheet, column, keys, values string
		want                        []string
	}{
		{"progress", "status", "mouldNo,partNo,opNo", "M1,P1,10", []string{"未开工", "", "暂停", "完成"}},
		{"progress", "status", "mouldNo,partNo,opNo", "M1,P1,10", []string{"未开始", "进行中", "已暂停", "已完成"}},
		{"operations", "camStatus", "mouldNo,partNo,opNo,process", "M1,P1,10,CNC", []string{"无", "编程中", "完成", "已检查"}},
		{"operations", "camStatus", "mouldNo,partNo,opNo,process", "M1,P1,10,CNC", []string{"无", "进行中", "已完成", "已校对"}},
		{"batches", "state", "mouldNo,partNo,batchNo,qty", "M1,P1,B1,1", []string{"", "已下发", "暂停", "关闭", "完成"}},
		{"batches", "state", "mouldNo,partNo,batchNo,qty", "M1,P1,B1,1", []string{"", "", "已暂停", "已关闭", "已完成"}},
		{"moulds", "status", "mouldNo,delivery", "M1,2030-03-20", []string{"未完成", "暂停", "完成", "取消"}},
	} {
		for value, word := range row.want {
			if word == "" {
				continue
			}
			var file bytes.Buffer
			w := csv.NewWriter(&file)
			_ = w.WriteAll([][]string{strings.Split(row.keys+","+row.column, ","), strings.Split(row.values+","+word, ",")})
			result, err := workbook.Parse(t.Context(), row.sheet+".csv", file.Bytes(), workbook.Options{})
			if err != nil {
				t.Errorf("%s %s: %v", row.sheet, word, err)
				continue
			}
			got := -1
			switch {
			case len(result.Book.Progress) == 1:
				got = result.Book.Progress[0].Status.Or(-1)
			case len(result.Book.Operations) == 1:
				got = result.Book.Operations[0].CAMStatus.Or(-1)
			case len(result.Book.Batches) == 1:
				got = result.Book.Batches[0].State.Or(-1)
			case len(result.Book.Moulds) == 1:
				got = result.Book.Moulds[0].Status.Or(-1)
			}
			if got != value {
				t.Errorf("%s %s is read as %d, want %d", row.sheet, word, got, value)
			}
		}
	}
}

func columnOptions(t *testing.T, name string) []workbook.Option {
	t.Helper()
	code, key, _ := strings.Cut(name, ".")
	for _, sheet := range workbook.Sheets() {
		for _, column := range sheet.Columns {
			if sheet.Code == code && column.Code == key {
				return column.Options
			}
		}
	}
	t.Fatalf("no column %s", name)
	return nil
}

// sourcePairs are the words that a line of our source lists, in Chinese and English, behind its beginning.
func sourcePairs(t *testing.T, path, start string) (pairs []problem.Text) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, start) {
			rest := strings.TrimPrefix(trimmed, start)
			if i := strings.Index(rest, "Opt("); i >= 0 { // behind the label
				rest = rest[i:]
			}
			for _, m := range wordPair.FindAllStringSubmatch(rest, -1) {
				pairs = append(pairs, problem.L(m[1], m[2]))
			}
		}
	}
	return pairs
}

// screenWords are the texts of a file of the pages by key, in Chinese and in English.
func screenWords(t *testing.T, file string) (zh, en map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../web/src", file))
	if err != nil {
		t.Fatal(err)
	}
	zh, en = map[string]string{}, map[string]string{}
	for _, m := range pageWord.FindAllStringSubmatch(string(text), -1) {
		if _, again := zh[m[1]]; again {
			en[m[1]] = m[2]
		} else {
			zh[m[1]] = m[2]
		}
	}
	return zh, en
}
