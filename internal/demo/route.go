package demo

import (
	"fmt"
	"slices"

	"mouldworks/internal/platform/quantity"
)

var (
	products  = []string{"空调面板", "汽车门板", "仪表台", "手机中框", "路由器外壳", "吸尘器壳体", "医用托盘", "车灯支架", "电饭煲盖", "充电器外壳", "保险杠格栅", "打印机底座", "剃须刀柄", "智能音箱壳", "连接器座", "净水器滤壳"}
	sides     = []string{"上盖", "下盖", "前壳", "后壳", "支架", "装饰条", "面框", "内衬"}
	partNames = []string{"型腔", "型芯", "滑块", "斜顶", "镶件", "镶针", "压条", "行位座", "分流板", "推块", "定位块", "铲基", "耐磨板", "司筒座"}
	steels    = []string{"NAK80", "S136", "718H", "H13", "P20", "SKD61", "2344"}
)

// step is a station that a route may pass, in the order of work.
type step struct {
	process, group string
	least, most    float64 // hours
	chance         float64
}

// steps follow each other as in a real route; EDM is decided by the part.
var steps = []step{
	{"SAW", saw, 0.3, 1, 0.7},
	{"CNCR", rough, 2, 12, 0.95},
	{"DEEP", deepHole, 1, 6, 0.2},
	{"HT", outside, 0, 0, 0.68},
	{"SG", surface, 1, 5, 0.75},
	{"CNCF", finish, 3, 20, 0.8},
	{"AX5", fiveAxis, 4, 24, 0.15},
	{"WEDM", wireEDM, 3, 20, 0.45},
	{"EDM", edm, 1, 8, 0},
	{"PG", profile, 1, 5, 0.2},
	{"POL", polish, 2, 24, 0.4},
	{"TEX", outside, 0, 0, 0.12},
	{"COAT", outside, 0, 0, 0.08},
	{"CMM", cmm, 0.3, 2, 0.75},
}

func (g *generator) mould(i int) *mould {
	year := g.shop.Start.Year() % 100
	m := &mould{
		no: fmt.Sprintf("M%02d%s-%04d", year, g.shop.Series, i+1), project: fmt.Sprintf("P%02d%s-%03d", year, g.shop.Series, i/3+1),
		name: pick(g, products) + pick(g, sides), customer: pick(g, customers).Number,
		repair: float64(i%20)/20 >= g.size.newShare, // spread evenly, so that every small count holds both
	}
	if g.shop.Moulds < smallBelow {
		m.repair = i%5 == 4
	}
	m.priority = []int{10, 20, 40, 100}[g.weighted(60, 25, 10, 5)]
	parts := g.between(g.size.partsLeast, g.size.partsMost)
	if m.repair {
		m.name += "（修模）"
		parts = g.between(2, g.size.repairPartsMost)
	}
	for k := range parts {
		g.part(m, k)
	}
	g.assembly(m)
	return m
}

func (g *generator) weighted(weights ...int) int {
	n := g.rand.IntN(100)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return len(weights) - 1
}

// part makes a part with a route through some of the stations, in their order.
func (g *generator) part(m *mould, k int) {
	p := &part{no: fmt.Sprintf("P%02d", k+1), name: partNames[min(k, g.rand.IntN(len(partNames)))], material: pick(g, steels)}
	if k < 2 {
		p.name = partNames[k]
	}
	m.parts = append(m.parts, p)
	burned := g.chance(0.35)
	most := g.size.opsMost
	if m.repair {
		most = max(4, most/2)
	}
	want := max(g.between(3, most), g.between(3, most))
	var chosen []step
	for _, s := range steps {
		if _, ok := g.own.Group(s.group); ok && (s.process == "EDM" && burned || g.chance(s.chance)) {
			chosen = append(chosen, s)
		}
	}
	for len(chosen) > want { // leave out what is not the part's character
		if i := g.rand.IntN(len(chosen)); chosen[i].process != "EDM" && chosen[i].process != "CNCR" {
			chosen = slices.Delete(chosen, i, i+1)
		}
	}
	for len(chosen) < min(want, 3) {
		chosen = append(chosen, step{"POL", polish, 2, 12, 0})
	}
	for i, s := range chosen {
		o := g.operation(p, (i+1)*10, s)
		if s.process == "EDM" {
			if k < 2 { // cavity and core burn long
				o.run = g.hours(8, 30)
			}
			g.electrodes(m, p, o)
		}
	}
}

func (g *generator) operation(p *part, no int, s step) *operation {
	o := &operation{part: p, no: no, process: s.process, group: s.group, crew: 1}
	for _, known := range processes {
		if known.Code == s.process {
			o.unattended = known.Unattended
		}
	}
	if s.group == outside {
		o.supplier = map[string]string{"TEX": "S03", "COAT": "S04"}[s.process]
		if o.supplier == "" {
			o.supplier = []string{"S01", "S02"}[g.rand.IntN(2)]
		}
		o.leadDays = g.between(2, 7)
		o.run = 480
	} else {
		o.run = g.hours(s.least, s.most)
		if plan, ok := planOf(s.group); ok && plan.shift == twoShifts && s.process != "CMM" && s.process != "EDM" { // the burns make up all of an EDM operation
			o.setup = quantity.Minutes(6 * g.between(2, 8)) // 12 to 48 minutes
		}
		if second := twinOf(g.own, s.group); second != "" && g.chance(0.5) {
			o.group = second
		}
	}
	p.ops = append(p.ops, o)
	return o
}

func planOf(group string) (groupPlan, bool) {
	for _, p := range groupPlans {
		if p.code == group || p.second == group {
			return p, true
		}
	}
	return groupPlan{}, false
}

// twinOf is the group in the second hall, "" where there is none.
func twinOf(m *Masters, group string) string {
	if p, ok := planOf(group); ok && p.second != "" {
		if _, ok := m.Group(p.second); ok {
			return p.second
		}
	}
	return ""
}

// electrodes gives an EDM operation what it burns with; some operations are not split into electrodes yet.
func (g *generator) electrodes(m *mould, p *part, o *operation) {
	n := g.between(2, g.size.electrodesMost)
	if m.repair {
		n = g.between(1, 3)
	}
	if !m.repair && g.chance(0.06) {
		o.expected = n
		return
	}
	weights, sum := make([]float64, n), 0.0
	for i := range weights {
		weights[i] = 0.5 + g.rand.Float64()
		sum += weights[i]
	}
	for i := range n {
		e := &electrode{
			no: fmt.Sprintf("%s-E%02d", p.no, i+1), finish: []int{1, 1, 2, 3}[g.rand.IntN(4)],
			material: []string{copper, copper, graphite}[g.rand.IntN(3)], mill: g.hours(0.4, 3), stocked: g.chance(0.06),
		}
		if _, ok := g.own.Group(cmm); ok && g.rand.IntN(100) < g.size.inspectPct {
			e.inspect = g.hours(0.1, 0.5)
		}
		m.electrodes = append(m.electrodes, e)
		o.burns = append(o.burns, burn{electrode: e, minutes: quantity.Minutes(weights[i] / sum * 1_000_000)}) // shares, made minutes by balance
	}
}

// assembly joins the parts, tries the mould and, for most new moulds, goes through a second loop.
func (g *generator) assembly(m *mould) {
	p := &part{no: "ASM", name: "总装", assembly: true}
	m.parts = append(m.parts, p)
	add := func(process, group string, least, most float64) *operation {
		return g.operation(p, (len(p.ops)+1)*10, step{process, group, least, most, 1})
	}
	fit := add("FIT", fitters, 8, 40)
	if m.repair {
		fit.run = g.hours(4, 12)
	} else if g.chance(0.3) {
		fit.crew = 2
	}
	add("TRY", press, 4, 8)
	if m.repair || !g.chance(0.6) {
		return
	}
	rework := []step{
		{"FIT", fitters, 1, 4, 0},
		{"CNCF", finish, 2, 6, 0},
		{"WEDM", wireEDM, 2, 6, 0},
		{"SG", surface, 0.5, 2, 0},
		{"POL", polish, 1, 6, 0},
		{"FIT", fitters, 2, 8, 0},
		{"CMM", cmm, 0.3, 1, 0},
		{"SG", surface, 0.5, 2, 0},
		{"POL", polish, 1, 4, 0},
	}
	n := g.between(3, 10) - 1 // the last one is the second try-out
	for i, s := range rework {
		if _, ok := g.own.Group(s.group); ok && n > 0 && (g.chance(0.7) || len(rework)-i <= n) {
			g.operation(p, (len(p.ops)+1)*10, s)
			n--
		}
	}
	add("TRY", press, 2, 6)
}
