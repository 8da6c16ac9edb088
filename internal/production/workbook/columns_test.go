package workbook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
)

// theColumns are the sheets by letter and code, and of each column its code, its kind with what it refers to, whether it is a
// key and required, its least and greatest value (of a text: characters), and its choices with all the words for them.
const theColumns = `
A moulds
	mouldNo text key required 0..40
	name text 0..100
	projectNo text 0..40
	customer ref:customer 0..50
	orderType ref:orderType 0..50
	delivery dateEnd required
	release date
	priority int 1..100
	assemblyGroup ref:group 0..50
	assemblyHours hours 0..5000
	tryoutGroup ref:group 0..50
	tryoutHours hours 0..5000
	status enum 0 未完成/Open/进行中, 1 已暂停/On hold/暂停, 2 已完成/Finished/完成, 3 已取消/Cancelled/取消
	responsible ref:member 0..50
	department ref:department 0..50
B parts
	mouldNo text key required 0..40
	partNo text key required 0..40
	name text 0..100
	partType ref:partType 0..50
	kind enum 1 工件/Workpiece, 2 电极/Electrode, 3 装配件/Assembly/装配
	parentPart text 0..40
	neededAtOp int 1..9999
	qty int 1..100000
	material ref:material 0..50
	hardness decimal 0..100
	length decimal 0..20000
	width decimal 0..20000
	height decimal 0..20000
	weight decimal 0..200000
	accuracyGrade ref:accuracyGrade 0..50
	materialReady date
	drawingReady date
	due dateEnd
C operations
	mouldNo text key required 0..40
	partNo text key required 0..40
	opNo int key required 1..9999
	branch text key 0..20
	process ref:process required 0..50
	group ref:group 0..50
	hours hours 0..5000
	setupHours hours 0..5000
	hoursPerPiece hours 0..5000
	pred list 0..1000
	lagAfter hours 0..5000
	crew int 1..1000
	unattended flag
	pausable flag
	earliest date
	programReady date
	camStatus enum 0 无/None, 1 进行中/In work/编程中, 2 已完成/Done/完成, 3 已校对/Checked/已检查
	electrodesExpected int 0..9999
	electrodeDesignDue dateEnd
	outsource enum 0 自制/In-house/厂内, 1 可外协/Possible, 2 外协/Always
	supplier ref:supplier 0..50
	leadDays decimal 0..1000
	lock enum 0 未锁定/Unlocked/不锁定/无/None, 1 锁定资源/Resource locked/资源/Resource, 2 锁定资源和时间/Resource and times locked/资源和时间/Resource and times
	lockResource ref:machine 0..50
	lockStart instant
D electrodes
	mouldNo text key required 0..40
	electrodeNo text key required 0..40
	finish enum 1 粗/Rough, 2 中/Semi, 3 精/Fine
	material ref:material 0..50
	gap decimal 0..10
	pieces int 1..1000
	state enum 0 未设计/Not designed, 1 已设计/Designed, 2 已加工/Machined, 3 已检测/Inspected/已检验, 4 已入库/Stocked
	designReady date
	stockPosition text 0..40
	millGroup ref:group 0..50
	millHours hours 0..5000
	inspectGroup ref:group 0..50
	inspectHours hours 0..5000
E edmLinks
	mouldNo text key required 0..40
	partNo text key required 0..40
	opNo int key required 1..9999
	branch text key 0..20
	electrodeNo text key required 0..40
	burnSeq int 1..9999
	burnHours hours 0..5000
	piecesUsed int 1..1000
F operationResources
	mouldNo text key 0..40
	partNo text key 0..40
	opNo int key 1..9999
	branch text key 0..20
	process ref:process key 0..50
	partType ref:partType key 0..50
	resource ref:machine key required 0..50
	rank int 1..1000
	hours hours 0..5000
	setupHours hours 0..5000
G batches
	mouldNo text key required 0..40
	partNo text key required 0..40
	batchNo text key required 0..20
	qty int required 1..100000
	state enum 1 已下发/Dispatched, 2 已暂停/Paused/暂停, 3 已关闭/Closed/关闭, 4 已完成/Finished/完成
H progress
	mouldNo text key required 0..40
	partNo text key required 0..40
	opNo int key required 1..9999
	branch text key 0..20
	batchNo text key 0..20
	status enum required 0 未开始/Not started/未开工, 1 进行中/Running, 2 已暂停/Paused/暂停, 3 已完成/Finished/完成
	resource ref:machine 0..50
	realStart instant
	realEnd instant
	reportedHours hours 0..5000
	remainingHours hours 0..5000
	qtyDone int 0..100000
	reportedAt instant
I outsourcing
	mouldNo text key required 0..40
	partNo text key required 0..40
	opNo int key required 1..9999
	branch text key 0..20
	batchNo text key 0..20
	supplier ref:supplier 0..50
	orderedAt date
	promised dateEnd
	received instant
J materials
	code text key required 0..20
	name text 0..20
	englishName text 0..50
	type enum 1 钢/Steel, 2 铜/Copper, 3 石墨/Graphite, 4 铝/Aluminium, 5 硬质合金/Carbide, 9 其他/Other
	hardnessMin decimal 0..100
	hardnessMax decimal 0..100
J groups
	code text key required 0..20
	name text 0..18
	englishName text 0..50
	section ref:section 0..50
	calendar ref:calendar required 0..50
	shift ref:shift required 0..50
	kind enum 1 设备/Machines/机床, 2 人员/People, 3 外协/Supplier/Outside
	members int 0..1000
	scheduled flag
J machines
	name text key required 0..8
	group ref:group required 0..50
	section ref:section 0..50
	workRate decimal 0..100
	labourRate decimal 0..1000000
	level text 0..20
	travelX decimal 0..100000
	travelY decimal 0..100000
	travelZ decimal 0..100000
	load decimal 0..1000000
	hardnessMin decimal 0..100
	hardnessMax decimal 0..100
	cAxis flag
	chucks int 0..1000
	automation flag
	changerSlots int 0..10000
J shifts
	name text key required 0..20
	englishName text 0..20
	type enum 1 白班/Day, 2 晚班/Late, 3 夜班/Night, 4 多班/Several shifts, 5 全天/Around the clock
	periods list required
	overtime hours 0..5000
J calendars
	name text key required 0..20
	englishName text 0..50
	default flag
	rest list
	holidays list
	workdays list
K exceptions
	resource ref:machine key 0..50
	group ref:group key 0..50
	from instant key required
	to instant required
	kind enum required 1 保养/Maintenance, 2 故障/Breakdown, 3 加班/Extra working time/Extra work
	reason text 0..200
L flowTimes
	up text key required 0..50
	down text key required 0..50
	hours hours required 0..5000
M sections
	name text key required 0..8
	chineseName text 0..20
	type enum 1 铣削/Milling, 2 放电/EDM, 3 线切割/Wire EDM, 4 磨削/Grinding, 5 检测/Inspection, 6 钳工/Fitting, 7 试模/Try-out, 8 编程/CAM, 0 其他/Other
	needCam flag
	colour text 0..7
N processes
	code text key required 0..20
	name text 0..50
	englishName text 0..50
	class enum required 1 设计/Design, 2 CAM/CAM, 3 机加工/Machining, 4 放电/EDM, 5 检测/Inspection, 6 钳工装配/Fitting, 7 试模/Try-out, 8 外协/Outside, 0 其他/Other
	group ref:group 0..50
	defaultHours hours 0..5000
	unattended flag
O customers
	number text key required 0..50
	name text 0..50
	englishName text 0..50
	shortName text 0..5
P suppliers
	code text key required 0..20
	name text 0..50
	englishName text 0..50
	shortName text 0..20
	leadDays decimal 0..365
Q partTypes
	name text key required 0..50
	englishName text 0..50
	code text 0..20
	prefix text 0..50
R accuracyGrades
	grade text key required 0..20
	rank int required 1..999
	tolerance decimal 0..10
`

// What planners may write in a column, and what each word means, changes nowhere but here.
func TestWhatTheColumnsHold(t *testing.T) {
	var got strings.Builder
	got.WriteByte('\n')
	for _, s := range workbook.Sheets() {
		fmt.Fprintf(&got, "%s %s\n", s.Letter, s.Code)
		for _, c := range s.Columns {
			fmt.Fprintf(&got, "\t%s %s", c.Code, c.Kind)
			if c.Entity != "" {
				got.WriteString(":" + c.Entity)
			}
			if c.Key {
				got.WriteString(" key")
			}
			if c.Required {
				got.WriteString(" required")
			}
			if c.Max > 0 {
				fmt.Fprintf(&got, " %d..%d", c.Min, c.Max)
			}
			var choices []string
			for _, o := range c.Options {
				choices = append(choices, strings.Join(append([]string{fmt.Sprintf(" %d %s", o.Value, o.Label.Zh), o.Label.En}, o.Also...), "/"))
			}
			got.WriteString(strings.Join(choices, ",") + "\n")
		}
	}
	if diff := cmp.Diff(theColumns, got.String()); diff != "" {
		t.Error(diff)
	}
}

// A limit is the last value that is taken, in every column that has one; a choice takes its number and each of its words.
func TestLimitsAreTheLastValuesTaken(t *testing.T) {
	for _, s := range workbook.Sheets() {
		for _, c := range s.Columns {
			for value, rule := range edgesOf(c) {
				var header, row []string
				for _, other := range s.Columns {
					header = append(header, other.Code)
					cell := strings.TrimSpace(fmt.Sprint(other.Example))
					switch {
					case other.Code == c.Code:
						cell = value
					case other.Example == nil, s.Code == "exceptions" && other.Code == "resource" && c.Code == "group":
						cell = ""
					case s.Code == "operationResources" && (c.Code == "process" || c.Code == "partType"): // by type it names no operation
						cell = map[string]string{"process": "CNCR", "partType": "型腔", "resource": "CNR01"}[other.Code]
					}
					row = append(row, cell)
				}
				if s.Code == "operationResources" && c.Code == "process" {
					row[slices.Index(header, "partType")] = "型腔"
				} else if s.Code == "operationResources" && c.Code == "partType" {
					row[slices.Index(header, "process")] = "CNCR"
				}
				file := strings.Join(header, "\t") + "\n" + strings.Join(row, "\t") + "\n"
				var want []string
				if rule != "" {
					want = []string{fmt.Sprintf("%s 2 %s %s", s.Code, c.Code, rule)}
				}
				if got := brief(parse(t, s.Code+".csv", []byte(file)).Faults.List()); !slices.Equal(got, want) {
					t.Errorf("%s.%s of %.20q: %q, want %q", s.Code, c.Code, value, got, want)
				}
			}
		}
	}
}

// edgesOf are values at the limits of a column and one beyond, with the rule that they break.
func edgesOf(c workbook.Column) map[string]string {
	edges := map[string]string{}
	switch c.Kind {
	case workbook.KindText, workbook.KindRef:
		edges[strings.Repeat("长", c.Max)], edges[strings.Repeat("长", c.Max+1)] = "", workbook.RuleTooLong
	case workbook.KindInt:
		for n, rule := range map[int]string{c.Min: "", c.Max: "", c.Max + 1: workbook.RuleRange, -1: workbook.RuleNegative} {
			edges[fmt.Sprint(n)] = rule
		}
		if c.Min > 0 {
			edges[fmt.Sprint(c.Min-1)] = workbook.RuleRange
		}
	case workbook.KindHours:
		edges = map[string]string{"0": "", "5000": "", "5000.02": workbook.RuleRange, "-0.02": workbook.RuleNegative}
	case workbook.KindDecimal:
		most := quantity.Whole(int64(c.Max))
		edges = map[string]string{"0": "", most.String(): "", (most + 1).String(): workbook.RuleRange, quantity.Decimal(-1).String(): workbook.RuleNegative}
	case workbook.KindEnum:
		edges["77"] = workbook.RuleChoice
		for _, o := range c.Options {
			for _, word := range append([]string{fmt.Sprint(o.Value), o.Label.Zh, o.Label.En}, o.Also...) {
				edges[word] = ""
			}
		}
	}
	return edges
}
