package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a machining section takes in and gives out.
const (
	ObjectNone      = 0
	ObjectWorkpiece = 1
	ObjectElectrode = 2
	ObjectBoth      = 3
)

// What CAM hands over to a section.
const (
	UploadMenuAndProgram = 1
	UploadMenu           = 2
	UploadProgram        = 3
)

// Section is a part of the workshop: CNC, EDM, fitting.
type Section struct {
	bun.BaseModel `bun:"table:section" json:"-"`
	store.FactoryRow
	Name               string           `bun:"name" json:"name"`
	ChineseName        string           `bun:"chinese_name" json:"chineseName"`
	SectionType        int              `bun:"section_type" json:"sectionType"`
	Permission         bool             `bun:"permission" json:"permission"` // roles are granted this section by itself
	UnitPrice          quantity.Decimal `bun:"unit_price" json:"unitPrice"`  // per hour
	Capacity           quantity.Decimal `bun:"capacity" json:"capacity"`     // hours a day, for plausibility
	SortOrder          int              `bun:"sort_order" json:"sortOrder"`
	LanguageKey        string           `bun:"language_key" json:"languageKey"`
	Valid              bool             `bun:"valid" json:"valid"`
	NeedCAM            bool             `bun:"need_cam" json:"needCam"` // its operations wait for a program
	NeedCAMQC          bool             `bun:"need_cam_qc" json:"needCamqc"`
	NeedArrange        bool             `bun:"need_arrange" json:"needArrange"`
	NeedPhase          bool             `bun:"need_phase" json:"needPhase"`
	Tooling            bool             `bun:"tooling" json:"isTooling"`
	DirectFinish       bool             `bun:"direct_finish" json:"directFinish"`
	Commissioning      bool             `bun:"commissioning" json:"commissioning"`
	OperationWorkpiece int              `bun:"operation_workpiece" json:"operationTypeWorkpiece"`
	OperationElectrode int              `bun:"operation_electrode" json:"operationTypeElectrode"`
	Colour             string           `bun:"colour" json:"colour"`
	InOutObject        int              `bun:"in_out_object" json:"inOutObject"`
	CAMUploadType      int              `bun:"cam_upload_type" json:"camUploadType"`
	DeductRest         bool             `bun:"deduct_rest" json:"deductRest"`
	TargetRate         quantity.Decimal `bun:"target_rate" json:"targetRate"` // completion, per cent
	ReportItems        []ReportItem     `bun:"report_items,type:text" json:"reportItems"`
}

// ReportItem is something that people state when they report work of the section, such as a wear.
type ReportItem struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// Belonging says that a section is hidden by itself.
func (*Section) Belonging() store.Belonging { return store.Belonging{Sections: []string{"id"}} }

func (d *Master) section() resource.Spec[*Section] {
	return resource.Spec[*Section]{
		Path: "bms/section", Label: L("工段", "Section"), Permission: "system.section", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: sectionExample,
		Example:   &api.Example{Body: map[string]any{"name": "GRIND9", "chineseName": "磨床九组", "unitPrice": 80, "sortOrder": 90, "camUploadType": UploadProgram, "reportItems": []map[string]any{{"name": "砂轮损耗", "unit": "mm"}}}},
		Form:      sectionForm, BeforeDelete: sectionGoes, Logs: floorLogs(),
	}
}

func sectionForm(s *Section, f *resource.Form) {
	f.Text(&s.Name, "名称", "Name").Required().Unique().Title().Max(8).Pattern(name8, "以字母开头，最多 8 个字母、数字或下划线", "starts with a letter, up to 8 letters, digits or underscores")
	f.Text(&s.ChineseName, "中文名称", "Chinese name").Required().Max(20).Alias()
	f.Choice(&s.SectionType, "类型", "Type", Opt(1, "铣削", "Milling"), Opt(2, "放电", "EDM"), Opt(3, "线切割", "Wire EDM"), Opt(4, "磨削", "Grinding"), Opt(5, "检测", "Inspection"),
		Opt(6, "钳工", "Fitting"), Opt(7, "试模", "Try-out"), Opt(8, "编程", "CAM"), Opt(0, "其他", "Other")).Initial(0)
	f.Decimal(&s.UnitPrice, "单价", "Unit price").Unit("元/小时", "RMB/h").AtLeast(0).Informs()
	f.Decimal(&s.Capacity, "产能", "Capacity").Unit("小时/天", "h/day").AtLeast(0).HideInList().Informs()
	f.SortOrder(&s.SortOrder)
	f.Valid(&s.Valid)
	f.Flag(&s.Permission, "工段权限", "Section permission").Help("只有获得此工段的角色能看到它的设备、资源组、工序和任务", "Only roles that hold this section see its machines, groups, operations and tasks").HideInList()
	f.Text(&s.LanguageKey, "语言键", "Language key").Max(200).HideInList()
	f.Group("需要", "Needs")
	f.Flag(&s.NeedCAM, "需要 CAM 程序", "Needs a CAM program").Help("工序须等待程序完成", "Its operations wait for their program")
	f.Flag(&s.NeedCAMQC, "需要 CAM 校对", "Needs a CAM check").Informs().HideInList()
	f.Flag(&s.NeedArrange, "需要排产", "Needs arranging").Informs().HideInList()
	f.Flag(&s.NeedPhase, "需要分阶段", "Needs phases").Informs().HideInList()
	f.Choice(&s.CAMUploadType, "CAM 上传", "CAM upload", Opt(UploadMenuAndProgram, "程序单和程序", "Menu and program"), Opt(UploadMenu, "程序单", "Menu"), Opt(UploadProgram, "程序", "Program")).Initial(UploadMenuAndProgram).HideInList()
	f.Group("行为", "Behaviour")
	f.Flag(&s.Tooling, "模具工段", "Tooling section").Informs().HideInList()
	f.Flag(&s.DirectFinish, "可直接完工", "May finish directly").Informs().HideInList()
	f.Flag(&s.Commissioning, "可调机", "Machines may be commissioned").Informs().HideInList()
	f.Flag(&s.DeductRest, "自动扣除休息时间", "Deduct rest time").Initial(true)
	f.Choice(&s.OperationWorkpiece, "工件加工方式", "Operation type, workpiece", operationTypes...).Initial(0).HideInList().Informs()
	f.Choice(&s.OperationElectrode, "电极加工方式", "Operation type, electrode", operationTypes...).Initial(0).HideInList().Informs()
	f.Choice(&s.InOutObject, "出入站对象", "In/out object", Opt(ObjectNone, "无", "None"), Opt(ObjectWorkpiece, "工件", "Workpiece"), Opt(ObjectElectrode, "电极", "Electrode"), Opt(ObjectBoth, "工件和电极", "Workpiece and electrode")).Initial(ObjectNone).HideInList().Informs()
	f.Decimal(&s.TargetRate, "目标完成率", "Target completion rate").Unit("%", "%").Between(0, 100).HideInList().Informs()
	f.Text(&s.Colour, "颜色", "Colour").Colour().HideInList()
	resource.Lines(f, &s.ReportItems, "报工项目", "Report items", func(l *ReportItem, f *resource.Form) {
		f.Text(&l.Name, "名称", "Name").Required().Unique().Max(20)
		f.Text(&l.Unit, "单位", "Unit").Max(10)
	}).AtMost(20).Informs()
}

// operationTypes say how a section machines: by hand on the machine, by single program, or in an automation cell.
var operationTypes = []resource.Option{Opt(0, "不加工", "None"), Opt(1, "手动", "Manual"), Opt(2, "单件程序", "Single program"), Opt(3, "自动线", "Automation cell")}
