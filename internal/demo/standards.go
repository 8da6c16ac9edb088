package demo

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// What most mould shops have in common, in both languages: a new company takes it as templates, and the starter workbook is made of it.
// Codes are those of the demo factory where both have the same.

// StandardSection is a section of a mould shop.
type StandardSection struct {
	Name    string // the short one, which is the same in every language
	Title   problem.Text
	Type    int // as Section.Type
	Colour  string
	NeedCAM bool
}

// StandardProcess is an operation of a mould shop.
type StandardProcess struct {
	Code       string
	Title      problem.Text
	Class      Class
	Section    string // name of the section that does it, "" for a supplier
	After      string // code of the process that comes before it, "" where that depends on the part
	Minutes    quantity.Minutes
	Unattended bool
}

// StandardPartType is a kind of part of an injection mould.
type StandardPartType struct {
	Code, Prefix string
	Title        problem.Text
	Electrode    bool
}

// StandardSections are in the order in which shops list them.
var StandardSections = []StandardSection{
	{"CNC", problem.L("数控铣", "CNC milling"), 1, "#1D6FD1", true},
	{"EDM", problem.L("放电", "EDM"), 2, "#D4691A", true},
	{"WEDM", problem.L("线切割", "Wire EDM"), 3, "#B58A1B", true},
	{"GRIND", problem.L("磨床", "Grinding"), 4, "#2F8F5B", false},
	{"FIT", problem.L("钳工", "Fitting"), 6, "#B0413E", false},
	{"QC", problem.L("检测", "Inspection"), 5, "#7A5BC0", false},
	{"TRY", problem.L("试模", "Try-out"), 7, "#C2557F", false},
	{"CAM", problem.L("编程", "CAM"), 8, "#3E8E9B", false},
}

// Classes that only the standard processes have.
const (
	design Class = 1
	cam    Class = 2
)

// StandardProcesses are in the order of work. The hours are those of a part of middling size, to begin with.
var StandardProcesses = []StandardProcess{
	{"EDES", problem.L("电极设计", "Electrode design"), design, "CAM", "", 3 * hour, false},
	{"CAM", problem.L("数控编程", "NC programming"), cam, "CAM", "", 4 * hour, false},
	{"SAW", problem.L("下料", "Sawing"), Machining, "FIT", "", 36, false},
	{"MILL", problem.L("普铣", "Manual milling"), Machining, "FIT", "SAW", 3 * hour, false},
	{"CNCR", problem.L("CNC粗铣", "CNC roughing"), Machining, "CNC", "", 5 * hour, false},
	{"DEEP", problem.L("深孔钻", "Gun drilling"), Machining, "CNC", "", 150, false},
	{"HT", problem.L("热处理", "Heat treatment"), AtSupplier, "", "CNCR", 8 * hour, false},
	{"SG", problem.L("平面磨", "Surface grinding"), Machining, "GRIND", "", 2 * hour, false},
	{"PG", problem.L("成型磨", "Profile grinding"), Machining, "GRIND", "SG", 150, false},
	{"CNCF", problem.L("CNC精铣", "CNC finishing"), Machining, "CNC", "CNCR", 7 * hour, true},
	{"AX5", problem.L("五轴加工", "Five-axis milling"), Machining, "CNC", "CNCR", 9 * hour, false},
	{"HOLE", problem.L("穿孔", "Start-hole drilling"), Machining, "WEDM", "", 30, false},
	{"WEDM", problem.L("线切割", "Wire EDM"), Machining, "WEDM", "HOLE", 7 * hour, true},
	{"ELEC", problem.L("电极加工", "Electrode milling"), Machining, "CNC", "EDES", 72, false},
	{"EINS", problem.L("电极检测", "Electrode inspection"), Inspection, "QC", "ELEC", 15, false},
	{"EDM", problem.L("放电", "EDM"), EDM, "EDM", "EINS", 4 * hour, true},
	{"POL", problem.L("抛光", "Polishing"), Fitting, "FIT", "", 7 * hour, false},
	{"TEX", problem.L("皮纹", "Texturing"), AtSupplier, "", "POL", 8 * hour, false},
	{"COAT", problem.L("表面镀层", "Coating"), AtSupplier, "", "", 8 * hour, false},
	{"CMM", problem.L("三坐标检测", "CMM inspection"), Inspection, "QC", "", 48, false},
	{"SPOT", problem.L("飞模", "Spotting"), Fitting, "FIT", "", 8 * hour, false},
	{"FIT", problem.L("钳工装配", "Mould assembly"), Fitting, "FIT", "SPOT", 20 * hour, false},
	{"TRY", problem.L("试模", "Try-out"), Tryout, "TRY", "FIT", 6 * hour, false},
}

const hour = quantity.Minutes(60)

// StandardPartTypes begin with what shapes the product.
var StandardPartTypes = []StandardPartType{
	{"CAVITY", "CAV", problem.L("型腔", "Cavity"), false},
	{"CORE", "COR", problem.L("型芯", "Core"), false},
	{"SLIDER", "SLD", problem.L("滑块", "Slide"), false},
	{"LIFTER", "LIF", problem.L("斜顶", "Lifter"), false},
	{"INSERT", "INS", problem.L("镶件", "Insert"), false},
	{"PIN", "PIN", problem.L("镶针", "Core pin"), false},
	{"LOCK", "LCK", problem.L("锁紧块", "Locking block"), false},
	{"GIB", "GIB", problem.L("压条", "Gib"), false},
	{"WEAR", "WPL", problem.L("耐磨板", "Wear plate"), false},
	{"EJECTOR", "EJP", problem.L("顶针板", "Ejector plate"), false},
	{"MANIFOLD", "MAN", problem.L("热流道分流板", "Hot-runner manifold"), false},
	{"BASE", "MB", problem.L("模架", "Mould base"), false},
	{"ELECTRODE", "ELE", problem.L("电极", "Electrode"), true},
}
