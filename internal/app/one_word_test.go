package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// fieldOfColumn is the field of a column that has another key.
var fieldOfColumn = map[string]string{
	"machines.level": "accuracyGradeId", "machines.chucks": "chuckCount", "materials.type": "materialType", "materials.hardnessMin": "minHardness",
	"materials.hardnessMax": "maxHardness", "shifts.type": "shiftType", "shifts.overtime": "periods.overtime", "sections.type": "sectionType",
	"processes.group": "defaultGroup", "processes.defaultHours": "defaultTime", "exceptions.resource": "machineId", "flowTimes.hours": "transferHours",
	"electrodes.electrodeNo": "partNo",
}

// columnsAlone have no field of their own: a sheet names a mould, a part or an operation by its number and a list by itself; the
// attributes of a machine are lines of a person's own making; the days of a calendar are its holidays; reports make no list.
var columnsAlone = []string{
	"parts.mouldNo", "operations.mouldNo", "operations.partNo", "electrodes.mouldNo", "electrodes.millGroup", "electrodes.millHours", "electrodes.inspectGroup",
	"electrodes.inspectHours", "edmLinks.mouldNo", "edmLinks.partNo", "edmLinks.opNo", "edmLinks.branch", "edmLinks.electrodeNo", "operationResources.mouldNo",
	"operationResources.partNo", "operationResources.opNo", "operationResources.branch", "batches.mouldNo", "batches.partNo", "outsourcing.mouldNo",
	"outsourcing.partNo", "outsourcing.opNo", "outsourcing.branch", "outsourcing.batchNo", "machines.travelX", "machines.travelY", "machines.travelZ",
	"machines.load", "machines.hardnessMin", "machines.hardnessMax", "machines.changerSlots", "calendars.rest", "calendars.workdays", "flowTimes.up", "flowTimes.down",
}

// otherWords are those of the list where it must say more: the list of the parts holds electrodes too.
var otherWords = map[string]string{
	"electrodes.electrodeNo": "零件编号/Part no", "electrodes.pieces": "电极数量/Electrode pieces", "electrodes.state": "电极状态/Electrode state",
}

// A field has one heading, and a choice one set of words, in the workbook and in the list that keeps it.
func TestTheWorkbookAndTheListsHaveOneWord(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		var alone []string
		names, words := 0, 0
		for _, sheet := range workbook.Sheets() {
			list, lines, _ := strings.Cut(listOfSheet[sheet.Code], ".")
			if list == "" {
				continue
			}
			fields := a.Entities.Find(list).Meta(func(string) bool { return true }).Fields
			if lines != "" {
				fields = fieldAt(fields, lines).Fields
			}
			for _, column := range sheet.Columns {
				at := sheet.Code + "." + column.Code
				f := fieldAt(fields, column.Code)
				if other := fieldOfColumn[at]; other != "" {
					f = fieldAt(fields, other)
				} else if f == nil {
					f = fieldAt(fields, column.Code+"Id")
				}
				if f == nil {
					alone = append(alone, at)
					continue
				}
				want, got := column.Label.Zh+"/"+column.Label.En, f.Label.Zh+"/"+f.Label.En
				if other := otherWords[at]; other != "" {
					want = other
				}
				if got != want {
					t.Errorf("%s is %s in the list, want %s", at, got, want)
				}
				names++
				for _, o := range column.Options {
					words++
					if !slices.ContainsFunc(f.Options, func(x resource.Option) bool {
						return x.Value == o.Value && fmt.Sprint(x.Label) == fmt.Sprint(o.Label)
					}) {
						t.Errorf("%s: the list has %v, the workbook %v", at, f.Options, o.Label)
					}
				}
			}
		}
		if !slices.Equal(alone, columnsAlone) {
			t.Errorf("without a field: %q, want %q", alone, columnsAlone)
		}
		if names < 130 || words < 50 {
			t.Errorf("%d columns and %d words were compared", names, words)
		}
		// A flow time has a page of its own in place of a list.
		zh, en := screenWords(t, "features/basedata/texts.ts")
		for key, column := range map[string]string{"up": "上游资源/Upstream resource", "down": "下游资源/Downstream resource"} {
			if said := zh[key] + "/" + en[key]; said != column || labelOf("flowTimes", key) != column {
				t.Errorf("%s is %s on the page and %s in the workbook", key, said, labelOf("flowTimes", key))
			}
		}
		for _, e := range a.Entities { // the code of a record is one word everywhere
			for _, f := range e.Meta(func(string) bool { return true }).Fields {
				if f.Key == "code" && !strings.HasSuffix(f.Label.Zh, "编码") || strings.Contains(f.Label.Zh, "代码") {
					t.Errorf("%s.%s is %s", e.Name(), f.Key, f.Label.Zh)
				}
			}
		}
	})
}

// A sheet is known by the name that the list of its rows has in its export, in both languages, and a column of names by the
// name of its rows: 模具名称.
func TestTheWorkbookKnowsTheExportsOfLists(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		sheets := 0
		for _, s := range workbook.Sheets() {
			list := listOfSheet[s.Code]
			if list == "" || strings.Contains(list, ".") || s.Code == "electrodes" {
				continue
			}
			label := a.Entities.Find(list).Meta(func(string) bool { return true }).Label
			var keys []string
			for _, c := range s.Columns {
				if c.Key && c.Required && c.Code != "name" {
					keys = append(keys, c.Code)
				}
			}
			for own, name := range map[string]string{label.Zh: label.Zh + "名称", label.En: label.En + " name"} {
				headings := keys
				named := slices.ContainsFunc(s.Columns, func(c workbook.Column) bool { return c.Code == "name" })
				if named {
					headings = append(slices.Clone(keys), name)
				}
				result, err := workbook.Parse(ctx, own+".csv", []byte(strings.Join(headings, ",")+"\n"+strings.Repeat(",x", len(headings))[1:]+"\n"), workbook.Options{Zone: time.UTC})
				if err != nil || result.Pages[0].Sheet != s.Code || len(result.Strange) > 0 {
					t.Errorf("%s (%s): %+v %v (%v)", own, s.Code, result.Pages, result.Strange, err)
				}
			}
			sheets++
		}
		if sheets < 18 {
			t.Errorf("%d sheets were tried", sheets)
		}
		for _, heading := range []string{"模具名称", "Mould name"} {
			result, err := a.Production.Moulds.Import(mayImport(ctx, t, "pm.mould"), a.DB, resource.ImportFile{DryRun: true, Data: []byte("模具编号," + heading + ",交期\nM1,上盖,2030-05-01\n")})
			if err != nil || len(result.Faults) > 0 || result.Created != 1 {
				t.Errorf("%s in the list: %+v (%v)", heading, result, err)
			}
		}
	})
}

// fieldAt finds a field by its key, one of lines by both keys.
func fieldAt(fields []*resource.Field, path string) *resource.Field {
	key, rest, inner := strings.Cut(path, ".")
	i := slices.IndexFunc(fields, func(f *resource.Field) bool { return f.Key == key })
	switch {
	case i < 0:
		return nil
	case inner:
		return fieldAt(fields[i].Fields, rest)
	}
	return fields[i]
}

// labelOf is the heading of a column of the workbook.
func labelOf(code, key string) string {
	for _, sheet := range workbook.Sheets() {
		for _, column := range sheet.Columns {
			if sheet.Code == code && column.Code == key {
				return column.Label.Zh + "/" + column.Label.En
			}
		}
	}
	return ""
}

// Files with the headings of earlier templates and exports are read as before, by the list and by the workbook, whichever of the
// two has written them.
func TestFormerHeadingsAreRead(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for _, row := range []struct {
			sheet, list string
			files       []string // headings and a row; what both say is the same in all of a sheet
		}{
			{"materials", "material", []string{
				"编码,名称,最小硬度,最大硬度|H1,钢,30,40", "材料编码,材料名称,最小硬度,最大硬度|H1,钢,30,40", "Code,Name,Least hardness,Greatest hardness|H1,钢,30,40",
				"Material code,Material name,Minimum hardness,Maximum hardness|H1,钢,30,40",
			}},
			{"groups", "group", []string{"代码,名称,工作日历,班次,产能,人工费率,权重|H1,一组,六天工作制,两班,8,1,1", "编码,名称,工作日历,班次,产能,人工费率,权重|H1,一组,六天工作制,两班,8,1,1"}},
			{"machines", "machine", []string{"名称,资源组,效率,夹头数,精度级别|H1,CNC,1.5,2,", "设备名称,资源组,工作效率,卡盘数,精度等级|H1,CNC,1.5,2,", "Machine name,Group,Work rate,Chucks,Level|H1,CNC,1.5,2,"}},
			{"customers", "customer", []string{"客户编号,名称|H1,客户", "客户编号,客户名称|H1,客户", "Customer no.,Customer name|H1,客户", "Customer number,Name|H1,客户"}},
			{"suppliers", "supplier", []string{"编码,名称|H1,商", "供应商编码,供应商名称|H1,商", "Supplier code,Supplier name|H1,商"}},
			{"processes", "process", []string{
				"编码,名称,类别,默认资源组,默认工时|H1,艺,机加工,,2", "代码,名称,类别,默认资源组代码,默认工时|H1,艺,机加工,,2", "Code,Name,Class,Default group,Default hours|H1,艺,3,,2",
				"Code,Name,Class,Default group code,Default time|H1,艺,3,,2",
			}},
			{"partTypes", "part-type", []string{"名称,代码,名称前缀|H1,C1,P", "名称,编码,名称前缀|H1,C1,P", "名称,系统内置代码,名称前缀|H1,C1,P", "Name,Code,Name prefix|H1,C1,P"}},
			{"accuracyGrades", "accuracy-grade", []string{"精度等级,级别|H1,77", "Grade,Rank|H1,77", "Precision level,Rank|H1,77"}},
			{"shifts", "shift", []string{"名称,英文名,时段|H1,One,08:00-12:00", "名称,英文名称,时段|H1,One,08:00-12:00"}},
			{"flowTimes", "", []string{"起点,终点,小时|A,B,2", "From,To,Hours|A,B,2", "上游资源,下游资源,流转时间|A,B,2"}},
			{"exceptions", "", []string{"设备,开始,结束,种类|H1,2031-03-05 08:00,2031-03-05 09:00,1", "Resource,From,To,Kind|H1,2031-03-05 08:00,2031-03-05 09:00,1"}},
			{"moulds", "mould", []string{"Mould no.,Project no.,Delivery|H1,P,2031-03-05", "Mould no,Project no,Delivery|H1,P,2031-03-05"}},
			{"operations", "", []string{"Mould no.,Part no.,Operation no.,Process,Group|H1,P,10,X,G", "Mould no,Part no,Operation no,Process,Resource group|H1,P,10,X,G"}},
		} {
			var first string
			for i, file := range row.files {
				file = strings.ReplaceAll(file, "|", "\n")
				heads := strings.Count(file[:strings.Index(file, "\n")], ",")
				parsed, err := workbook.Parse(t.Context(), row.sheet+".csv", []byte(file), workbook.Options{})
				if err != nil {
					t.Errorf("%s: %v", file, err)
					continue
				}
				for _, f := range parsed.Faults.List() {
					if f.Rule == workbook.RuleMissingColumn || f.Rule == workbook.RuleUnknownColumn && !slices.Contains([]string{"产能", "人工费率", "权重"}, f.Value) {
						t.Errorf("workbook, %s: %+v", file, f)
					}
				}
				switch book := fmt.Sprintf("%+v", parsed.Book); {
				case i == 0:
					first = book
				case book != first:
					t.Errorf("workbook, %s is read as\n%s\nand not as\n%s", file, book, first)
				}
				if row.list == "" {
					continue
				}
				result, err := a.Entities.Find(row.list).(interface {
					Import(ctx context.Context, db *store.DB, file resource.ImportFile) (resource.ImportResult, error)
				}).Import(ctx, a.DB, resource.ImportFile{Name: "x.csv", Data: []byte(file), DryRun: true})
				read := 0
				for _, h := range result.Headings {
					if h.Column != "" {
						read++
					}
				}
				if err != nil || read != heads+1 || result.Refused > 0 && row.list != "group" && row.list != "machine" {
					t.Errorf("list, %s: %v %+v", file, err, result)
				}
			}
		}
	})
}

// Both ways of import read a mould's state in the words of people and refuse a day beyond the years with one sentence.
func TestBothWaysReadTheStatesAndDatesOfMoulds(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for i, word := range []string{"进行中", "暂停", "完成", "取消"} {
			file := []byte("mouldNo,delivery,status\nW" + word + ",2030-03-20," + word + "\n")
			result, err := a.Production.Moulds.Import(ctx, a.DB, resource.ImportFile{Name: "m.csv", Data: file, DryRun: true})
			if err != nil || result.Created != 1 || len(result.Faults) != 0 {
				t.Errorf("list, %s: %v %+v", word, err, result)
			}
			parsed, err := workbook.Parse(t.Context(), "moulds.csv", file, workbook.Options{})
			if err != nil || len(parsed.Book.Moulds) != 1 || parsed.Book.Moulds[0].Status.Or(-1) != i {
				t.Errorf("workbook, %s: %v", word, err)
			}
		}
		if production.MouldOpen != 0 {
			t.Error("a mould in work is not finished")
		}
		file := []byte("mouldNo,delivery\nW9,9999-12-31\n")
		result, err := a.Production.Moulds.Import(ctx, a.DB, resource.ImportFile{Name: "m.csv", Data: file, DryRun: true})
		parsed, bad := workbook.Parse(t.Context(), "moulds.csv", file, workbook.Options{})
		if err != nil || bad != nil || len(result.Faults) != 1 || parsed.Faults.Len() != 1 {
			t.Fatalf("%v %v %+v", err, bad, result)
		}
		const zh, en = "年份须在 1990 到 2199 之间", "The year must lie between 1990 and 2199"
		said := parsed.Faults.List()[0].Text
		inside := said.Inside() // behind the name of the field
		if m := result.Faults[0].Texts; said.Zh != zh || said.En != en || !strings.HasSuffix(m.Zh, inside.Zh) || !strings.HasSuffix(m.En, inside.En) {
			t.Errorf("list %q, workbook %v", m, said)
		}
	})
}
