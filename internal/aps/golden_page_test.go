package aps_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
)

var writeGuide = flag.Bool("guide", false, "write the pages of the guide that say what each setting does")

// The pages of the guide say what the table of settings and the golden rows say. A stale page fails here;
// go test ./internal/aps -run GoldenPage -guide writes it anew.
func TestGoldenPage(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		path := filepath.Join("..", "..", "docs", "guide", "settings-"+language+".md")
		want := goldenPage(t, language)
		if *writeGuide {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: go test ./internal/aps -run GoldenPage -guide", path)
		}
	}
}

func goldenPage(t *testing.T, language string) string {
	page := &strings.Builder{}
	say := func(zh, en string) string {
		if language == "zh" {
			return zh
		}
		return en
	}
	word := func(text problem.Text) string { return say(text.Zh, text.En) }
	fmt.Fprintf(page, "# %s\n\n%s\n", say("排程参数的作用", "What each scheduling setting does"), say(aboutZh, aboutEn))
	for _, s := range pageSettings() {
		var rows []*goldenRow
		for i := range goldenRows {
			if goldenRows[i].key == s.Key {
				rows = append(rows, &goldenRows[i])
			}
		}
		if len(rows) == 0 && len(s.Options) == 0 {
			continue
		}
		fmt.Fprintf(page, "\n## %s\n\n%s\n", word(s.Label), word(s.Help))
		if len(s.Options) > 0 {
			page.WriteString("\n")
		}
		for _, o := range s.Options {
			fmt.Fprintf(page, "- **%s**%s%s\n", word(o.Label), say("：", ": "), word(o.Help))
		}
		if len(rows) == 0 {
			continue
		}
		fmt.Fprintf(page, "\n| %s |\n| --- | --- | --- | --- | --- |\n", strings.Join([]string{say("取值", "Value"), say("车间", "Shop"), say("工序", "Task"), say("预计开始", "Expected start"), say("推算", "By hand")}, " | "))
		for _, r := range rows {
			fmt.Fprintf(page, "| %s | %s | %s | %s | %s |\n", valueOf(t, r, word), say(r.of.zh, r.of.en), taskOf(r.marker), startOf(r.start, language), say(r.zh, r.en))
		}
	}
	return page.String()
}

// pairFlow is setting 17: it is no number of a layer, but lines of a page of their own.
const pairFlow = "resourceGroupFlowTime"

// pageSettings are the settings with the one that is kept elsewhere, in the order of their specification.
func pageSettings() []setting.Setting {
	all := setting.Table()
	at := slices.IndexFunc(all, func(s setting.Setting) bool { return s.Key == "defaultFlowTime" })
	return slices.Insert(all, at+1, setting.Setting{
		Key: pairFlow, Label: aps.L("资源组流转时间", "Resource-group flow time"), Unit: all[at].Unit,
		Help: aps.L("在“流转时间”页按工厂维护：从一个资源组或资源到另一个需要多久，代替默认流转时间。更具体的优先：资源到资源、资源到资源组、资源组到资源、资源组到资源组、默认值。", "Kept per factory on the page Flow times: how long it takes from one group or resource to another, in place of the default flow time. The more precise line wins: resource to resource, resource to group, group to resource, group to group, default."),
	})
}

// valueOf is the value of a row with what else it sets.
func valueOf(t *testing.T, r *goldenRow, word func(problem.Text) string) string {
	one := func(key string, value any) string {
		all := pageSettings()
		s := all[slices.IndexFunc(all, func(s setting.Setting) bool { return s.Key == key })]
		for _, o := range s.Options {
			if float64(o.Value) == value {
				return word(o.Label)
			}
		}
		if value == nil {
			return word(aps.L("空", "empty"))
		}
		return strings.TrimSpace(fmt.Sprintf("%v %s", value, word(s.Unit)))
	}
	parts := []string{one(r.key, r.value)}
	for _, s := range setting.Table() {
		value, there := r.with[s.Key]
		if !there || (strings.HasPrefix(s.Key, "weight") && value == 0.0) {
			continue
		}
		parts = append(parts, word(s.Label)+" "+one(s.Key, value))
	}
	if n := r.of.build(t).iterations; n > 0 {
		parts = append(parts, fmt.Sprintf(word(aps.L("搜索 %d 步", "%d steps of search")), n))
	}
	return strings.Join(parts, word(aps.L("；", "; ")))
}

// taskOf is part and operation; the steps that a mould implies keep its number.
func taskOf(marker string) string {
	marker = strings.TrimSuffix(marker, "/")
	if mould, rest, _ := strings.Cut(marker, "/"); !strings.HasPrefix(rest, "ASM/") {
		return strings.TrimPrefix(marker, mould+"/")
	}
	return marker
}

func startOf(text, language string) string {
	m, err := time.Parse("2006-01-02T15:04", "2026-03-"+text)
	if err != nil {
		return text
	}
	if language == "zh" {
		return m.Format("1 月 2 日 ") + [...]string{"周日", "周一", "周二", "周三", "周四", "周五", "周六"}[m.Weekday()] + m.Format(" 15:04")
	}
	return m.Format("Mon 2 Jan 15:04")
}

const aboutZh = `[返回使用指南](zh.md)　[English](settings-en.md)

每个参数都用同一个小车间算一遍：只改一个参数，看某道工序几点开始。数字全部由手工推算，产品的测试用同一张表检验排程引擎，
所以本页不会与实际行为不符。工序写作“零件/工序号”，A1/20 是零件 A1 的工序 20。

黄金车间：2026 年 3 月 2 日周一 8:00 开始，周日休息，3 月 5 日周四放假。白班 8:00–12:00、13:00–17:00，可加班到 20:00；两班 8:00–24:00。
基本设置：求解时间 0（注明搜索步数的各行除外），流转、前处理、缓冲为 0，级别分配为“同级优先可高配”，规格为“硬约束”，不沿用上次资源，其余为默认值。

| 资源组 | 班次 | 设备 |
| --- | --- | --- |
| CNC | 两班 | C1（A 级，1200 毫米）、C2、C3（B 级，800 毫米） |
| MILL | 两班 | M1、M2 |
| EDM、WEDM | 两班，可无人运行 | D1、D2、D3；W1、W2 |
| GRIND | 白班 | R1、R2 |
| CMM | 两班 | Q1 |
| TRY、FIT | 白班 | T1；两名钳工 |

| 零件 | 工艺（小时，设备） | 电极 |
| --- | --- | --- |
| A1 | 20 放电 12 D1 | 6 个，在 M1 各铣 2 小时，各烧 2 小时 |
| A2 | 5 线切割 10 W2，正在加工，已报 12 小时；20 放电 3 D2 | 6 个，在 M2 各铣 2 小时，各烧 0.5 小时 |
| A3 | 10 CNC 10 C1，锁定在周一 8:00–18:00 | |
| A4 | 10 磨削 10 R1；20 检测 1 Q1 | |
| B1 | 10 CNC 4 C3；20 放电 4 D3 | 6 个，在库 |
| B2 | 5 线切割 4 W1，锁定在周一 11:00–15:00；20 放电 4 D1 | 6 个，已知，不在本次排程中 |
| B3 | 10 CNC 10，A 级，C1、C2、C3 | |
| B4 | 10 CNC 4，B 级，1000 毫米，C1、C2 | |
| C1 | 10 热处理外协 48 小时；20 放电 6 D2 | 6 个，在 M1 各铣 2 小时，设计周二 8:00 放行，各烧 1 小时 |
| C2 | 10 线切割 4 W2；20 放电 4 D3 | 需要 6 个，还没拆 |
| C3 | 10 磨削 12 R2；20 检测 1 Q1 | |
| C4 | 10 线切割 5 W1 | |
| ASM | 每副模具：10 钳工 8 小时；20 试模 4 小时 T1 | |

交期：A 3 月 20 日 17:00，B 3 月 13 日 17:00，C 3 月 4 日 12:00，优先级相同。基本方案：A 3 月 4 日 16:00、B 3 月 6 日 12:00、
C 3 月 10 日 12:00 完成。其他小车间的设备全天开动，也从周一 8:00 开始。`

const aboutEn = `[Back to the guide](en.md) · [中文](settings-zh.md)

Every setting is shown on the same small shop: one setting changes, and one task starts at another time. All figures were
worked out by hand, and the tests of the product hold the engine against this very table, so the page cannot differ from
what the product does. Tasks are written as part/operation: A1/20 is operation 20 of part A1.

The golden shop starts on Monday, 2 March 2026 at 8:00. Sunday is a rest day, Thursday 5 March a holiday. Day shift
8:00-12:00 and 13:00-17:00, overtime until 20:00; two shifts 8:00-24:00. Base settings: time limit 0, but for the rows that name
steps of search; flow, pre-process and buffer 0; levels "Same level first, higher allowed", specification "Hard", no reuse of the last plan; the rest as
delivered.

| Group | Shift | Machines |
| --- | --- | --- |
| CNC | two shifts | C1 (level A, 1200 mm), C2, C3 (level B, 800 mm) |
| MILL | two shifts | M1, M2 |
| EDM, WEDM | two shifts, may run unattended | D1, D2, D3; W1, W2 |
| GRIND | day shift | R1, R2 |
| CMM | two shifts | Q1 |
| TRY, FIT | day shift | T1; two fitters |

| Part | Route (hours, machine) | Electrodes |
| --- | --- | --- |
| A1 | 20 EDM 12 D1 | 6, milled on M1 for 2 h each, burnt for 2 h each |
| A2 | 5 WEDM 10 W2, running, 12 h reported; 20 EDM 3 D2 | 6, milled on M2 for 2 h each, burnt for 0.5 h each |
| A3 | 10 CNC 10 C1, locked to Monday 8:00-18:00 | |
| A4 | 10 GRIND 10 R1; 20 CMM 1 Q1 | |
| B1 | 10 CNC 4 C3; 20 EDM 4 D3 | 6, in stock |
| B2 | 5 WEDM 4 W1, locked to Monday 11:00-15:00; 20 EDM 4 D1 | 6, known, not in the run |
| B3 | 10 CNC 10, grade A, C1, C2, C3 | |
| B4 | 10 CNC 4, grade B, 1000 mm, C1, C2 | |
| C1 | 10 heat treatment outside, 48 h; 20 EDM 6 D2 | 6, milled on M1 for 2 h each, design released on Tuesday at 8:00, burnt for 1 h each |
| C2 | 10 WEDM 4 W2; 20 EDM 4 D3 | 6 expected, not split yet |
| C3 | 10 GRIND 12 R2; 20 CMM 1 Q1 | |
| C4 | 10 WEDM 5 W1 | |
| ASM | each mould: 10 fitting 8 h; 20 try-out 4 h T1 | |

Deliveries: A on 20 March at 17:00, B on 13 March at 17:00, C on 4 March at 12:00, equal priorities. The base plan ends A
on 4 March at 16:00, B on 6 March at 12:00, C on 10 March at 12:00. The machines of the other shops never stop; they start
on Monday at 8:00 as well.`
