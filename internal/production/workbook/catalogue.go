package workbook

import (
	"mouldworks/internal/platform/problem"
)

// What the basic data refer to in their turn, so that an empty tenant needs one file.

// Section is a row of sheet M.
type Section struct {
	Line
	Name        string
	ChineseName Text
	Type        Int // 1 milling .. 8 CAM, 0 other
	NeedCAM     Flag
	Colour      Text // #RRGGBB
}

// Process is a row of sheet N.
type Process struct {
	Line
	EnglishName  Text
	Code         string
	Name         Text
	Class        Int // 1 design .. 8 outside, 0 other
	Group        Text
	DefaultHours Hours
	Unattended   Flag
}

// Customer is a row of sheet O.
type Customer struct {
	Line
	EnglishName     Text
	Number          string
	Name, ShortName Text
}

// Supplier is a row of sheet P.
type Supplier struct {
	Line
	EnglishName     Text
	Code            string
	Name, ShortName Text
	LeadDays        Decimal
}

// PartType is a row of sheet Q.
type PartType struct {
	Line
	EnglishName  Text
	Name         string
	Code, Prefix Text
}

// AccuracyGrade is a row of sheet R.
type AccuracyGrade struct {
	Line
	Grade     string
	Rank      Int // 1 is the finest
	Tolerance Decimal
}

// Key is the section's name.
func (r *Section) Key() Name { return Name(r.Name) }

// Key is the process's code.
func (r *Process) Key() Name { return Name(r.Code) }

// Key is the customer's number.
func (r *Customer) Key() Name { return Name(r.Number) }

// Key is the supplier's code.
func (r *Supplier) Key() Name { return Name(r.Code) }

// Key is the part type's name.
func (r *PartType) Key() Name { return Name(r.Name) }

// Key is the grade.
func (r *AccuracyGrade) Key() Name { return Name(r.Grade) }

var sections = &table[Section]{
	Sheet: Sheet{Code: "sections", Letter: "M", Label: problem.L("工段", "Sections"), Master: true, also: []string{"Section"}},
	rows:  func(b *Book) *[]Section { return &b.Sections }, line: func(r *Section) *Line { return r.at() }, key: func(r *Section) Key { return r.Key() },
	columns: []column[Section]{
		keyText("name", "名称", "Name", 8, func(r *Section) *string { return &r.Name }).note("字母开头，最多 8 个字母、数字或下划线", "Begins with a letter, up to 8 letters, digits or underscores").example("CNC"),
		text("chineseName", "中文名称", "Chinese name", 20, func(r *Section) *Text { return &r.ChineseName }).note("默认同名称", "Default: the name").example("数控"),
		choice("type", "类型", "Type", func(r *Section) *Int { return &r.Type }, opt(1, "铣削", "Milling"), opt(2, "放电", "EDM"), opt(3, "线切割", "Wire EDM"), opt(4, "磨削", "Grinding"),
			opt(5, "检测", "Inspection"), opt(6, "钳工", "Fitting"), opt(7, "试模", "Try-out"), opt(8, "编程", "CAM"), opt(0, "其他", "Other")).example(1),
		flag("needCam", "需要 CAM 程序", "Needs a CAM program", func(r *Section) *Flag { return &r.NeedCAM }).note("工序须等待程序完成", "Its operations wait for their program"),
		text("colour", "颜色", "Colour", 7, func(r *Section) *Text { return &r.Colour }).note("例如 #1D4F91", "Such as #1D4F91"),
	},
}

var processes = &table[Process]{
	Sheet: Sheet{Code: "processes", Letter: "N", Label: problem.L("工艺", "Processes"), Master: true, also: []string{"Process"}},
	rows:  func(b *Book) *[]Process { return &b.Processes }, line: func(r *Process) *Line { return r.at() }, key: func(r *Process) Key { return r.Key() },
	columns: []column[Process]{
		keyText("code", "编码", "Code", 20, func(r *Process) *string { return &r.Code }).formerly("代码").example("CNCR"),
		text("name", "名称", "Name", 50, func(r *Process) *Text { return &r.Name }).note("默认同编码", "Default: the code").example("数控粗加工"),
		englishName(func(r *Process) *Text { return &r.EnglishName }).example("CNC roughing"),
		choice("class", "类别", "Class", func(r *Process) *Int { return &r.Class }, opt(1, "设计", "Design"), opt(2, "CAM", "CAM"), opt(3, "机加工", "Machining"), opt(4, "放电", "EDM"),
			opt(5, "检测", "Inspection"), opt(6, "钳工装配", "Fitting"), opt(7, "试模", "Try-out"), opt(8, "外协", "Outside"), opt(0, "其他", "Other")).required().example(3),
		ref("group", "默认资源组", "Default resource group", "group", func(r *Process) *Text { return &r.Group }).formerly("默认资源组代码", "Default group", "Default group code").note("没有写资源组的工序由它承担", "Does the operations that name no group").example("CNC-R"),
		hours("defaultHours", "默认工时", "Default time", func(r *Process) *Hours { return &r.DefaultHours }).formerly("Default hours"),
		flag("unattended", "可无人运行", "May run unattended", func(r *Process) *Flag { return &r.Unattended }),
	},
}

var customers = &table[Customer]{
	Sheet: Sheet{Code: "customers", Letter: "O", Label: problem.L("客户", "Customers"), Master: true, also: []string{"Customer"}},
	rows:  func(b *Book) *[]Customer { return &b.Customers }, line: func(r *Customer) *Line { return r.at() }, key: func(r *Customer) Key { return r.Key() },
	columns: []column[Customer]{
		keyText("number", "客户编号", "Customer number", 50, func(r *Customer) *string { return &r.Number }).formerly("Customer no").example("C01"),
		text("name", "名称", "Name", 50, func(r *Customer) *Text { return &r.Name }).formerly("客户名称", "Customer name").note("默认同编号", "Default: the number").example("东方精密"),
		englishName(func(r *Customer) *Text { return &r.EnglishName }).example("Oriental Precision"),
		text("shortName", "简称", "Short name", 5, func(r *Customer) *Text { return &r.ShortName }).note("最多 5 个英文字母或数字", "Up to 5 English letters or digits").example("DFJM"),
	},
}

var suppliers = &table[Supplier]{
	Sheet: Sheet{Code: "suppliers", Letter: "P", Label: problem.L("供应商", "Suppliers"), Master: true, also: []string{"Supplier"}},
	rows:  func(b *Book) *[]Supplier { return &b.Suppliers }, line: func(r *Supplier) *Line { return r.at() }, key: func(r *Supplier) Key { return r.Key() },
	columns: []column[Supplier]{
		keyText("code", "编码", "Code", 20, func(r *Supplier) *string { return &r.Code }).formerly("供应商编码", "Supplier code").example("HT-1"),
		text("name", "名称", "Name", 50, func(r *Supplier) *Text { return &r.Name }).formerly("供应商名称", "Supplier name").note("默认同编码", "Default: the code").example("华南热处理"),
		englishName(func(r *Supplier) *Text { return &r.EnglishName }).example("South Heat Treatment"),
		text("shortName", "简称", "Short name", 20, func(r *Supplier) *Text { return &r.ShortName }),
		decimal("leadDays", "外协周期", "Lead time", 365, func(r *Supplier) *Decimal { return &r.LeadDays }).formerly("Lead days").in("天", "days").note("自然日，工序未给出时使用", "Elapsed days, where the operation gives none").example(3),
	},
}

var partTypes = &table[PartType]{
	Sheet: Sheet{Code: "partTypes", Letter: "Q", Label: problem.L("零件类型", "Part types"), Master: true, also: []string{"Part type"}},
	rows:  func(b *Book) *[]PartType { return &b.PartTypes }, line: func(r *PartType) *Line { return r.at() }, key: func(r *PartType) Key { return r.Key() },
	columns: []column[PartType]{
		keyText("name", "名称", "Name", 50, func(r *PartType) *string { return &r.Name }).example("型腔"),
		englishName(func(r *PartType) *Text { return &r.EnglishName }).example("Cavity"),
		text("code", "系统内置编码", "System built-in code", 20, func(r *PartType) *Text { return &r.Code }).formerly("系统内置代码", "代码", "编码").example("CAVITY"),
		text("prefix", "名称前缀", "Name prefix", 50, func(r *PartType) *Text { return &r.Prefix }).note("默认同系统内置编码，否则同名称", "Default: the code, else the name").example("CAV"),
	},
}

var accuracyGrades = &table[AccuracyGrade]{
	Sheet: Sheet{Code: "accuracyGrades", Letter: "R", Label: problem.L("精度等级", "Accuracy grades"), Master: true, also: []string{"Accuracy grade"}},
	rows:  func(b *Book) *[]AccuracyGrade { return &b.AccuracyGrades }, line: func(r *AccuracyGrade) *Line { return r.at() }, key: func(r *AccuracyGrade) Key { return r.Key() },
	columns: []column[AccuracyGrade]{
		keyText("grade", "精度等级", "Accuracy grade", 20, func(r *AccuracyGrade) *string { return &r.Grade }).formerly("Precision level").example("A"),
		integer("rank", "级别", "Rank", 1, 999, func(r *AccuracyGrade) *Int { return &r.Rank }).required().note("1 为最高精度，不得重复", "1 is the finest; each rank once").example(1),
		decimal("tolerance", "公差", "Tolerance", 10, func(r *AccuracyGrade) *Decimal { return &r.Tolerance }).note("毫米", "mm").example(0.005),
	},
}
