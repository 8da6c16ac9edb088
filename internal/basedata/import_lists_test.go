package basedata_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// list is an entity whose rows come from sheets, whatever its rows are.
type list interface {
	resource.Any
	Import(ctx context.Context, db *store.DB, file resource.ImportFile) (resource.ImportResult, error)
	Export(ctx context.Context, db *store.DB, q resource.Query, format string) (*api.File, error)
}

// samples are, for every list, the headings of a file and its nth row, with every field that rules look at.
var samples = map[string]struct {
	headings string
	row      func(n int) string
	most     int // rows that the list can have, 0 for any number
}{
	"section":             {"name,chineseName,reportItems", nth(`S%d,工段,"砂轮,mm"`), 0},
	"shift":               {"name,shiftType,periods", nth(`班%d,1,"08:00,17:00,12:00,13:00,1;18:00,24:00"`), 0},
	"calendar":            {"name,default,valid,holidays", nth(`历%d,0,1,"周日,浮动,休息,周日;国庆,固定,休息,,2027-10-01,2027-10-03"`), 0},
	"group":               {"code,name,calendarId,shiftId,capacity,labourRate,weight,valid,master", nth("G%d,组%[1]d,六天,D,16.5,60,1,1,0"), 0},
	"accuracy-grade":      {"grade,rank,tolerance", nth("IT%d,%[1]d,0.013"), 999},
	"machine-attribute":   {"code,name,valueType,unit,low,high,compares", nth("A%d,属性%[1]d,1,mm,0.5,100,0"), 0},
	"machine":             {"name,groupId,status,ips,workRate", func(n int) string { return fmt.Sprintf(`M%d,CNC,1,"10.1.%d.%d,8193",1.25`, n, n/250, n%250) }, 0},
	"material":            {"code,name,density,minHardness,maxHardness", nth("MA%d,钢%[1]d,7800,37,43.5"), 0},
	"processing-material": {"code,name,minHardness,maxHardness", nth("P%d,料%[1]d,37,43"), 0},
	"electrode-gap":       {"code,materialId,roughCount,roughGap,fineCount,fineGap", func(n int) string { return fmt.Sprintf("E%d,CU,1,%d.%03d,1,0.05", n, n/1000+1, n%1000) }, 0},
	"part-type":           {"name,prefix,parentId,parameters", nth(`类%d,P,板,"长,数值输入;宽,系数"`), 0},
	"order-type":          {"name,default,checkCad,assemblyHours", nth("单%d,0,1,16.25"), 0},
	"customer":            {"number,name,windows", nth(`C%d,客%[1]d,"王工,0755-1,a@example.com"`), 0},
	"process":             {"code,name,class,defaultTime,defaultGroup,preProcessId", nth("R%d,艺%[1]d,机加工,1.5,cnc,RM"), 0},
	"surface-requirement": {"level,treatment,roughness", nth("A%d,抛光,Ra 0.1"), 0},
	"supplier":            {"code,name,leadDays,processes", nth(`V%d,商%[1]d,3.5,"粗铣,2"`), 0},
	"product-type":        {"name,code", nth("产品%d,PR%[1]d"), 0},
	"unit":                {"code,name,kind,places", nth("u%d,单位%[1]d,长度,3"), 0},
	"currency": {"code,name,rate", func(n int) string {
		return fmt.Sprintf("%c%c%c,币%d,1.5", 'A'+n/676, 'A'+n/26%26, 'A'+n%26, n)
	}, 0},
	"tolerance":         {"name,type,maxTolerance,minTolerance,electrode", nth("T%d,电极,0.02,-0.02,粗"), 0},
	"tolerance-option":  {"name,class", nth("选项%d,中等 m"), 0},
	"colour-standard":   {"name,colourId,rgb", nth("颜色%d,%[1]d,#1D4F91"), 0},
	"delivery-address":  {"name,detail", nth("仓%d,振安路 %[1]d 号"), 0},
	"cost-centre":       {"code,name,type,customerId,groupId", nth("CC%d,中心%[1]d,工艺,车灯厂,CNC"), 0},
	"move-type":         {"code,name,dataType", nth("MT%d,移动%[1]d,入库"), 0},
	"pdm-file-type":     {"name,extension,systemType", nth("文件%d,e%[1]d,CAD"), 0},
	"formula":           {"code,name,expression,variables", nth(`F%d,公式%[1]d,L * 2 + %[1]d,"L,长"`), 0},
	"skill-title":       {"name,level", nth("职称%d,4"), 0},
	"warehouse-shelf":   {"code,name,layers,positions", nth("R%d,货架%[1]d,5,12"), 0},
	"alarm-rule":        {"name,warnCode,notifyWay,machineId", nth("报警%d,SP%[1]d,邮件,EDM9"), 0},
	"part-number-type":  {"code,name", nth("PT%d,编码%[1]d"), 0},
	"part-number-rule":  {"name,typeId,prefix,digits", nth("规则%d,类型%[1]d,P%[1]d-,4"), ruleTypes},
	"part-number":       {"number,name,typeId", nth("PX-%d,导柱,类型1"), 0},
	"checkout-tool":     {"name", nth("扳手%d"), 0},
	"checkout-template": {"name,tools", nth(`模板%d,"力矩扳手,2"`), 0},
}

// ruleTypes are the types of part numbers that a rule may be for: each has one.
const ruleTypes = 30

// nth writes a row with its number.
func nth(format string) func(n int) string {
	return func(n int) string { return fmt.Sprintf(format, n) }
}

// fileOf is a csv file of a list with some rows.
func fileOf(entity string, rows int) []byte {
	var b strings.Builder
	b.WriteString(samples[entity].headings + "\n")
	for n := range rows {
		b.WriteString(samples[entity].row(n+1) + "\n")
	}
	return []byte(b.String())
}

// lists are all lists with an import, in a shop that has what the samples refer to.
func lists(s *shop) (all []list) {
	s.Helper()
	must(s, s.master.Materials, map[string]any{"code": "CU", "name": "紫铜", "minHardness": 0, "maxHardness": 0})
	must(s, s.master.PartTypes, map[string]any{"name": "板", "prefix": "P"})
	must(s, s.master.Processes, map[string]any{"code": "RM", "name": "粗铣", "class": basedata.ClassMachining})
	must(s, s.master.Customers, map[string]any{"number": "LAMP", "name": "车灯厂"})
	must(s, s.master.Machines, map[string]any{"name": "EDM9", "groupId": s.groupID})
	must(s, s.master.CheckoutTools, map[string]any{"name": "力矩扳手"})
	for n := range ruleTypes {
		must(s, s.master.PartNumberTypes, map[string]any{"code": fmt.Sprint("L", n+1), "name": fmt.Sprint("类型", n+1)})
	}
	for _, r := range s.master.All() {
		l, is := r.(list)
		if !is || !r.Meta(func(string) bool { return true }).Imports {
			continue
		}
		if samples[r.Name()].row == nil {
			s.Errorf("the list %s has an import and no sample", r.Name())
			continue
		}
		all = append(all, l)
	}
	return all
}

// A file of any list is checked while another company writes: the check holds no transaction that writes, and the number
// of its statements does not grow with the rows.
func TestNoListWritesToBeChecked(t *testing.T) {
	each(t, func(s *shop) {
		all := lists(s)
		var asked atomic.Int64
		s.db.Watch(func(statement string) {
			if verb, _, _ := strings.Cut(statement, " "); verb == "INSERT" || verb == "UPDATE" || verb == "DELETE" {
				s.Errorf("a check writes: %.100s", statement)
			}
			asked.Add(1)
		})
		check := func(l list, rows int) int64 {
			began := asked.Load()
			result, err := l.Import(permitted(s.ctx, l), s.db, resource.ImportFile{Data: fileOf(l.Name(), rows), DryRun: true})
			if err != nil {
				s.Fatal(err)
			}
			if result.Created != rows || len(result.Faults) > 0 {
				s.Errorf("%s: %d of %d new, %+v", l.Name(), result.Created, rows, result.Faults[:min(3, len(result.Faults))])
			}
			return asked.Load() - began
		}
		other := store.WithActor(s.ctx, storetest.Tenant(s, s.db, "b"))
		done := errors.New("all checks passed")
		err := s.db.Write(other, func(store.Tx) error {
			for _, l := range all {
				rows := min(3000, cmp.Or(samples[l.Name()].most, 3000))
				if few, many := check(l, 30), check(l, rows); few != many {
					s.Errorf("%s: %d statements for 30 rows and %d for %d", l.Name(), few, many, rows)
				}
			}
			return done
		})
		if !errors.Is(err, done) {
			s.Fatal(err)
		}
	})
}
