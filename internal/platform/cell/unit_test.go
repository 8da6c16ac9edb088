package cell_test

import (
	"testing"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

// A unit that makes another figure of a number is told apart from the column's own and from words that are no units.
func TestUnitsOfFigures(t *testing.T) {
	mm, hours, days, kg, share, rate := problem.L("毫米", "mm"), problem.L("小时", "h"), problem.L("天", "days"), problem.L("千克", "kg"), problem.L("%", "%"), problem.L("元/小时", "RMB/h")
	for _, c := range []struct {
		own   problem.Text
		other []string
		fine  []string
	}{
		{mm, []string{"cm", "㎝", "公分", "m", "μm", `"`, "英寸", "kg"}, []string{"mm", "㎜", "毫米", "(mm)", "pcs", "件"}},
		{hours, []string{"min", "[min]", "minute(s)", "min/件", "分 钟", "天", "Tage", "s"}, []string{"h", "H", "小时", "h/件", "工时", "级"}},
		{days, []string{"周", "weeks", "小时", "个月"}, []string{"天", "days", "d", "工作日"}},
		{kg, []string{"g", "㎎", "吨", "t"}, []string{"kg", "㎏", "公斤"}},
		{share, []string{"‰", "成", "ppm"}, []string{"%"}},
		{rate, []string{"min"}, []string{"元", "元/小时", "RMB"}},
		{problem.Text{}, []string{"%", "‰", "万", "k", "百"}, []string{"件", "级", "分", "#", "HRC"}},
	} {
		for _, shown := range c.other {
			if bad := cell.Unit("9", shown, c.own); bad == nil || bad.Rule != "unit" {
				t.Errorf("in %q, 9 %s is taken", c.own.En, shown)
			}
		}
		for _, shown := range c.fine {
			if bad := cell.Unit("9", shown, c.own); bad != nil {
				t.Errorf("in %q, 9 %s is refused: %s", c.own.En, shown, bad.Text.In("en"))
			}
		}
	}
}
