package demo

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
)

// Names of shifts and calendars.
const (
	dayShift   = "白班"
	twoShifts  = "两班"
	allDay     = "全天"
	sixDays    = "六天工作制"
	everyDay   = "全年"
	demoMoulds = 60 // the demo factory is the shop of so many moulds
)

// Codes of groups.
const (
	saw      = "SAW"
	rough    = "CNC-R"
	finish   = "CNC-F"
	fiveAxis = "CNC-5"
	deepHole = "DEEP"
	elecMill = "ELEC"
	edm      = "EDM"
	wireEDM  = "WEDM"
	surface  = "GRIND-S"
	profile  = "GRIND-P"
	cmm      = "CMM"
	press    = "TRY"
	fitters  = "FIT"
	polish   = "POL"
	outside  = "OUT"
)

// groupPlan is a machine group of the medium shop.
type groupPlan struct {
	code, name, english, section, shift, prefix, machineType string
	count                                                    int // of machines in the medium shop
	small                                                    int // in the small shop, 0 = not there
	auto                                                     bool
	second                                                   string // code of its twin in the second hall of a large shop
}

var groupPlans = []groupPlan{
	{saw, "下料组", "Sawing", "PREP", dayShift, "SAW", "带锯床", 2, 1, false, ""},
	{rough, "CNC粗加工组", "CNC roughing", "CNC", twoShifts, "CNR", "立式加工中心", 7, 3, false, "CNC-R2"},
	{finish, "CNC精加工组", "CNC finishing", "CNC", twoShifts, "CNF", "高速加工中心", 7, 3, true, "CNC-F2"},
	{fiveAxis, "五轴加工组", "Five-axis milling", "CNC", twoShifts, "AX", "五轴加工中心", 3, 0, false, ""},
	{deepHole, "深孔钻组", "Gun drilling", "CNC", twoShifts, "DH", "深孔钻床", 2, 0, false, ""},
	{elecMill, "电极加工组", "Electrode milling", "EDM", twoShifts, "EL", "石墨铜电极机", 4, 2, false, ""},
	{edm, "放电组", "Sinker EDM", "EDM", twoShifts, "EDM", "火花机", 6, 2, true, "EDM2"},
	{wireEDM, "线切割组", "Wire EDM", "EDM", twoShifts, "WE", "慢走丝", 5, 1, true, "WEDM2"},
	{surface, "平面磨组", "Surface grinding", "GRIND", dayShift, "SG", "平面磨床", 4, 1, false, ""},
	{profile, "成型磨组", "Profile grinding", "GRIND", dayShift, "PG", "光学曲线磨", 2, 0, false, ""},
	{cmm, "三坐标检测组", "CMM inspection", "QC", twoShifts, "CMM", "三坐标测量机", 2, 0, false, ""},
	{press, "试模组", "Try-out", "FIT", dayShift, "TR", "注塑机", 1, 1, false, ""},
}

// Factory is the basic data of the demo tenant: the medium shop with 45 machines in 12 groups, fitters, polishers
// and suppliers. Every workbook that is generated without masters imports into it.
func Factory() Masters { return factory(demoMoulds) }

// machineCount grows with the shop: 14 machines for 5 moulds, 20 for 20, 45 for 60, 250 for 600.
func machineCount(moulds int) int {
	points := [][2]int{{5, 14}, {20, 20}, {60, 45}, {600, 250}}
	if moulds <= points[0][0] {
		return points[0][1]
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if moulds <= b[0] {
			return a[1] + (b[1]-a[1])*(moulds-a[0])/(b[0]-a[0])
		}
	}
	return 250 * moulds / 600
}

// Bounds of the sizes, in moulds.
const (
	smallBelow = 10
	largeFrom  = 200
)

// factory is the basic data of a shop with so many moulds. The groups and machines of a smaller shop are among those
// of a larger one.
func factory(moulds int) Masters {
	m := Masters{
		Sections: []Section{
			{"PREP", "备料", 0, "#8C8C8C", false},
			{"CNC", "数控加工", 1, "#1D6FD1", true},
			{"EDM", "电加工", 2, "#D4691A", true},
			{"GRIND", "磨削", 4, "#2F8F5B", false},
			{"QC", "检测", 5, "#7A5BC0", false},
			{"FIT", "钳工试模", 6, "#B0413E", false},
			{"OUTSIDE", "外协", 0, "#5B6B7A", false},
		},
		Shifts: []Shift{
			{dayShift, "Day shift", ShiftDay, []Period{{Start: "08:00", End: "12:00"}, {Start: "13:00", End: "17:00", Overtime: 180}}},
			{twoShifts, "Two shifts", ShiftSeveral, []Period{{Start: "08:00", End: "24:00"}}},
			{allDay, "Around the clock", ShiftAround, []Period{{Start: "00:00", End: "24:00"}}},
		},
		Calendars: []Calendar{{Name: sixDays, EnglishName: "Six-day week", Default: true, Rest: []time.Weekday{time.Sunday}, Holidays: holidays()}, {Name: everyDay, EnglishName: "All year"}},
		Materials: materials, Customers: customers, Suppliers: suppliers,
	}
	people := func(code, name, english string, members int) {
		m.Groups = append(m.Groups, Group{
			Code: code, Name: name, EnglishName: english, Section: "FIT", Calendar: sixDays, Shift: dayShift, Kind: People,
			Members: members, Scheduled: true, Capacity: quantity.Whole(int64(8 * members)), LabourRate: quantity.Whole(60),
		})
	}
	counts := machineCounts(moulds)
	for i, p := range groupPlans {
		n := counts[i]
		if n == 0 {
			continue
		}
		m.addMachines(p, p.code, p.name, p.english, 1, n-twin(p, n, moulds))
		if second := twin(p, n, moulds); second > 0 {
			m.addMachines(p, p.second, p.name+"二", p.english+" in the second hall", n-second+1, n)
		}
	}
	members := max(2, (8*machineCount(moulds)+22)/45)
	people(fitters, "钳工组", "Fitting", members)
	people(polish, "抛光组", "Polishing", max(2, members*3/4))
	m.Groups = append(m.Groups, Group{
		Code: outside, Name: "外协组", EnglishName: "Outsourcing", Section: "OUTSIDE", Calendar: everyDay, Shift: allDay,
		Kind: Outside, Scheduled: true, Capacity: quantity.Whole(24), LabourRate: 0,
	})
	for _, p := range processes {
		if _, ok := m.Group(p.Group); ok {
			m.Processes = append(m.Processes, p)
		}
	}
	m.FlowTimes = flowTimes(m.Groups)
	return m
}

// twin is how many of n machines stand in the second hall.
func twin(p groupPlan, n, moulds int) int {
	if p.second == "" || moulds < largeFrom {
		return 0
	}
	return n / 2
}

func (m *Masters) addMachines(p groupPlan, code, name, english string, first, last int) {
	hours := int64(16)
	if p.shift == dayShift {
		hours = 8
	}
	m.Groups = append(m.Groups, Group{
		Code: code, Name: name, EnglishName: english, Section: p.section, Calendar: sixDays, Shift: p.shift, Kind: Machinery,
		Scheduled: true, Capacity: quantity.Whole(hours * int64(last-first+1)), LabourRate: quantity.Whole(45),
	})
	rates := []quantity.Decimal{1_000_000, 1_000_000, 1_100_000, 900_000, 1_000_000, 1_250_000, 1_000_000}
	for i := first; i <= last; i++ {
		m.Machines = append(m.Machines, Machine{
			Name: fmt.Sprintf("%s%02d", p.prefix, i), Group: code, Section: p.section, Type: p.machineType,
			Automation: p.auto, WorkRate: rates[(i-1)%len(rates)], LabourRate: quantity.Whole(80), TargetRate: quantity.Whole(80),
		})
	}
}

// machineCounts shares the machines of the shop out over the groups, in the proportions of the medium shop, each group
// at least one.
func machineCounts(moulds int) []int {
	counts := make([]int, len(groupPlans))
	if moulds < smallBelow {
		for i, p := range groupPlans {
			counts[i] = p.small
		}
		return counts
	}
	type share struct{ group, rest int }
	var shares []share
	const medium = 45
	total, left := machineCount(moulds), machineCount(moulds)
	for i, p := range groupPlans {
		counts[i] = max(1, total*p.count/medium)
		left -= counts[i]
		shares = append(shares, share{i, total * p.count % medium})
	}
	slices.SortStableFunc(shares, func(a, b share) int { return cmp.Compare(b.rest, a.rest) })
	for k := 0; left > 0; k++ {
		counts[shares[k%len(shares)].group]++
		left--
	}
	for left < 0 { // the least of one machine each asked for more than there are
		counts[slices.Index(counts, slices.Max(counts))]--
		left++
	}
	return counts
}

func holidays() []Holiday {
	var list []Holiday
	day := func(name string, year int, from, to string) {
		list = append(list, Holiday{name, quantity.Date(fmt.Sprintf("%d-%s", year, from)), quantity.Date(fmt.Sprintf("%d-%s", year, to))})
	}
	for year := 2026; year <= 2029; year++ {
		day("元旦", year, "01-01", "01-01")
		day("劳动节", year, "05-01", "05-02")
		day("国庆节", year, "10-01", "10-03")
	}
	return list
}

var processes = []Process{
	{"SAW", "下料", "Sawing", Machining, saw, false, 36},
	{"CNCR", "CNC粗铣", "CNC roughing", Machining, rough, false, 300},
	{"CNCF", "CNC精铣", "CNC finishing", Machining, finish, true, 420},
	{"AX5", "五轴加工", "Five-axis milling", Machining, fiveAxis, false, 540},
	{"DEEP", "深孔钻", "Gun drilling", Machining, deepHole, false, 150},
	{"ELEC", "电极加工", "Electrode milling", Machining, elecMill, false, 72},
	{"EINS", "电极检测", "Electrode inspection", Inspection, cmm, false, 15},
	{"EDM", "放电", "EDM", EDM, edm, true, 240},
	{"WEDM", "线切割", "Wire EDM", Machining, wireEDM, true, 420},
	{"SG", "平面磨", "Surface grinding", Machining, surface, false, 120},
	{"PG", "成型磨", "Profile grinding", Machining, profile, false, 150},
	{"CMM", "三坐标检测", "CMM inspection", Inspection, cmm, false, 48},
	{"POL", "抛光", "Polishing", Fitting, polish, false, 420},
	{"FIT", "钳工装配", "Mould assembly", Fitting, fitters, false, 1200},
	{"TRY", "试模", "Try-out", Tryout, press, false, 360},
	{"HT", "热处理", "Heat treatment", AtSupplier, outside, false, 480},
	{"TEX", "皮纹", "Texturing", AtSupplier, outside, false, 480},
	{"COAT", "表面镀层", "Coating", AtSupplier, outside, false, 480},
}

var materials = []Material{
	{"NAK80", "NAK80 镜面钢", "NAK80 mirror-finish steel", Steel, [2]int{37, 43}, 7800, 68, 3, ""},
	{"S136", "S136 耐蚀镜面钢", "S136 stainless mould steel", Steel, [2]int{48, 52}, 7800, 85, 3, "真空淬火"},
	{"718H", "718H 预硬钢", "718H pre-hardened steel", Steel, [2]int{33, 38}, 7800, 42, 3, ""},
	{"H13", "H13 热作钢", "H13 hot-work steel", Steel, [2]int{46, 52}, 7800, 45, 3, "真空淬火"},
	{"P20", "P20 预硬钢", "P20 pre-hardened steel", Steel, [2]int{28, 33}, 7800, 26, 3, ""},
	{"SKD61", "SKD61 热作钢", "SKD61 hot-work steel", Steel, [2]int{46, 52}, 7800, 52, 3, "真空淬火"},
	{"2344", "2344 热作钢", "1.2344 hot-work steel", Steel, [2]int{44, 50}, 7800, 48, 3, "真空淬火"},
	{copper, "紫铜", "Copper", Copper, [2]int{}, 8900, 78, 52, ""},
	{graphite, "TTK50 石墨", "TTK50 graphite", Graphite, [2]int{}, 1820, 210, 0, ""},
}

// Materials of electrodes.
const (
	copper   = "CU"
	graphite = "GR-TTK50"
)

var customers = []Customer{
	{"C01", "宁波海润汽车部件", "Ningbo Hairun Automotive Parts", "HAIRN"},
	{"C02", "苏州锐锋电子", "Suzhou Ruifeng Electronics", "RUIFE"},
	{"C03", "佛山美居电器", "Foshan Meiju Appliances", "MEIJU"},
	{"C04", "东莞联创精密", "Dongguan Lianchuang Precision", "LIANC"},
	{"C05", "青岛海川家电", "Qingdao Haichuan Home Appliances", "HAICH"},
	{"C06", "上海博朗医疗", "Shanghai Bolang Medical", "BOLAN"},
	{"C07", "深圳云驰智能", "Shenzhen Yunchi Intelligence", "YUNCH"},
	{"C08", "重庆长鸿车饰", "Chongqing Changhong Auto Trim", "CHANG"},
}

var suppliers = []Supplier{
	{"S01", "恒泰热处理厂", "Hengtai Heat Treatment", "恒泰", quantity.Whole(3)},
	{"S02", "华盛真空热处理", "Huasheng Vacuum Heat Treatment", "华盛", quantity.Whole(4)},
	{"S03", "精艺皮纹", "Jingyi Texturing", "精艺", quantity.Whole(6)},
	{"S04", "耐特镀层", "Naite Coating", "耐特", quantity.Whole(5)},
}

// flowTimes lists what deviates from an hour: 15 minutes within a hall, 2 hours between halls, half a day to suppliers
// and back.
func flowTimes(groups []Group) []FlowTime {
	hall := func(g Group) int {
		switch {
		case g.Kind == Outside:
			return 3
		case slices.ContainsFunc(groupPlans, func(p groupPlan) bool { return p.second == g.Code }):
			return 2
		}
		return 1
	}
	var list []FlowTime
	for _, up := range groups {
		for _, down := range groups {
			if up.Code == down.Code {
				continue
			}
			minutes := quantity.Minutes(15)
			switch a, b := hall(up), hall(down); {
			case a == 3 || b == 3:
				minutes = 12 * 60
			case a != b:
				minutes = 2 * 60
			}
			list = append(list, FlowTime{up.Code, down.Code, minutes})
		}
	}
	return list
}
