package basedata_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
)

// What the fields of the basic data hold: their limits, what they begin with, and what each value of a choice means.
func TestWhatTheFieldsHold(t *testing.T) {
	m := basedata.New(basedata.Deps{})
	var got strings.Builder
	got.WriteByte('\n')
	for _, r := range []resource.Any{
		m.Sections, m.Shifts, m.Calendars, m.Groups, m.AccuracyGrades, m.MachineAttributes, m.Machines, m.Exceptions, m.FlowTimes, m.Materials,
		m.ProcessingMaterials, m.ElectrodeGaps, m.PartTypes, m.OrderTypes, m.Customers, m.Processes, m.Suppliers,
	} {
		got.WriteString(resourcetest.Fields(r))
	}
	if diff := cmp.Diff(theFields, got.String()); diff != "" {
		t.Error(diff)
	}
}

const theFields = `
section
	name text required unique ..8 ^[A-Za-z][A-Za-z0-9_]{0,7}$
	chineseName text required ..20
	sectionType choice =0: 1 铣削/Milling, 2 放电/EDM, 3 线切割/Wire EDM, 4 磨削/Grinding, 5 检测/Inspection, 6 钳工/Fitting, 7 试模/Try-out, 8 编程/CAM, 0 其他/Other
	unitPrice decimal 0..
	capacity decimal 0..
	sortOrder integer 0..999999
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	permission flag
	languageKey text ..200
	needCam flag
	needCamqc flag
	needArrange flag
	needPhase flag
	camUploadType choice =1: 1 程序单和程序/Menu and program, 2 程序单/Menu, 3 程序/Program
	isTooling flag
	directFinish flag
	commissioning flag
	deductRest flag =true
	operationTypeWorkpiece choice =0: 0 不加工/None, 1 手动/Manual, 2 单件程序/Single program, 3 自动线/Automation cell
	operationTypeElectrode choice =0: 0 不加工/None, 1 手动/Manual, 2 单件程序/Single program, 3 自动线/Automation cell
	inOutObject choice =0: 0 无/None, 1 工件/Workpiece, 2 电极/Electrode, 3 工件和电极/Workpiece and electrode
	targetRate decimal 0..100
	colour text ..7 ^#[0-9A-Fa-f]{6}$
	reportItems lines ..20
		name text required unique ..20
		unit text ..10
shift
	name text required unique ..20
	englishName text ..20
	shiftType choice =1: 1 白班/Day, 2 晚班/Late, 3 夜班/Night, 4 多班/Several shifts, 5 全天/Around the clock
	effective flag =true: 1 生效/Effective, 0 已失效/Expired
	periods lines required ..10
		start time required
		end time required
		restStart time
		restEnd time
		overtime hours 0..12
		durationHours integer fixed
		durationMinutes integer fixed
calendar
	name text required unique ..20
	englishName text ..50
	default flag
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	sortOrder integer 0..999999
	remark longText ..200
	holidays lines ..400
		name text required ..20
		kind choice required: 1 固定/Fixed, 2 浮动/Floating
		type choice required: 1 休息/Rest, 2 调休补班/Make-up working day
		weekday choice =0: 0 —/—, 1 周一/Mon, 2 周二/Tue, 3 周三/Wed, 4 周四/Thu, 5 周五/Fri, 6 周六/Sat, 7 周日/Sun
		from date
		to date
group
	code text required unique ..20 ^[A-Za-z0-9_-]+$
	name text required unique ..18 ^.{2,}$
	englishName text ..50
	kind choice =1: 1 设备/Machines, 2 人员/People, 3 外协/Supplier
	sectionId reference:section
	calendarId reference:calendar required
	shiftId reference:shift required
	capacity decimal required 0..
	userIds references:member ..200
	members integer 0..10000
	machineCount integer fixed
	labourRate decimal required 0..
	weight integer required 0..
	scheduled flag =true
	bottleneck flag
	valid flag required =true: 1 有效/Valid, 0 无效/Invalid
	master flag required
	report flag =true
	fromDate date
	endDate date
accuracy-grade
	grade text required unique ..20
	rank integer required unique 1..999
	tolerance decimal 0..10
	remark longText ..200
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
machine-attribute
	code text required unique ..20 ^[A-Za-z][A-Za-z0-9_]*$
	name text required unique ..20
	englishName text ..50
	valueType choice =1: 1 数值/Number, 2 文本/Text, 3 是/否/Yes/no
	unit text ..10
	low decimal
	high decimal
	compares choice =0: 0 不比较/Nothing, 1 零件长/Part length, 2 零件宽/Part width, 3 零件高/Part height, 4 零件重量/Part weight, 5 最小硬度/Minimum hardness, 6 最大硬度/Maximum hardness
	sortOrder integer 0..999999
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	remark longText ..200
machine
	name text required unique ..8 ^[A-Za-z][A-Za-z0-9_]{0,7}$
	alias text ..20
	machineType text ..50
	groupId reference:group required
	department text ..50
	sectionId reference:section
	accuracyGradeId reference:accuracy-grade
	status choice required =1: 0 无效/Invalid, 1 正常/Normal, 2 维修/Service
	scheduled flag =true
	workRate decimal 0.01..100 =1
	targetRate decimal 0..100
	labourRate decimal 0..
	automation flag
	worklog flag
	report flag
	ips lines ..3
		address text required ..15
		port integer 0..65535
	port integer 0..65535
	loginUser text ..50
	loginPassword secret ..50
	programFormat text ..20
	cAxis flag
	chuckCount integer 0..100
	startKnife integer 0..9999
	safeModes text ..200
	attributes lines ..50
		attributeId reference:machine-attribute required
		value text required ..50
	videoUrl text ..200 ^[hH][tT][tT][pP][sS]?://(\[[0-9a-fA-F:.]+\](:\d+)?|[^\s/?#\\"'<>\[\]]+)([/?#][^\s\\"'<>]*)?$
	serialNumber text ..50
	assetName text ..50
	assetNumber text ..50
resource-exception
	groupId reference:group
	machineId reference:machine
	kind choice required: 1 保养/Maintenance, 2 故障/Breakdown, 3 加班/Extra working time
	from instant required
	to instant required
	reason text ..50
flow-time
	name text fixed
	englishName text fixed ..200
	upGroupId reference:group
	upMachineId reference:machine
	downGroupId reference:group
	downMachineId reference:machine
	transferHours hours required 0..720
material
	code text required unique ..20 ^[A-Za-z0-9_-]+$
	name text required unique ..20
	englishName text ..50
	abbreviation text ..20
	materialType choice =1: 1 钢/Steel, 2 铜/Copper, 3 石墨/Graphite, 4 铝/Aluminium, 5 硬质合金/Carbide, 9 其他/Other
	density decimal 0..
	rate decimal 0..
	recoveryPrice decimal 0..
	erpNumber text ..200
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	heatTreatment text ..50
	beforeClass text ..20
	afterClass text ..20
	minHardness decimal required 0..
	maxHardness decimal required 0..
	remark longText ..200
processing-material
	code text required unique ..20
	name text required unique ..50
	englishName text ..50
	abbreviation text ..20
	programType choice =1: 1 铣削/Milling, 2 电极铣/Electrode milling, 3 放电/EDM, 4 线切割/Wire EDM
	minHardness decimal 0..
	maxHardness decimal 0..
	sortOrder integer 0..999999
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
electrode-gap
	code text required unique ..20
	materialId reference:material required
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	roughCount integer 0..99
	roughGap decimal 0..5
	semiFineCount integer 0..99
	semiFineGap decimal 0..5
	fineCount integer 0..99
	fineGap decimal 0..5
	remark longText ..200
part-type
	name text required unique ..50
	englishName text ..50
	code text unique ..20
	prefix text required ..50
	parentId reference:part-type
	manufacturingMode choice =2: 1 批量/Batch, 2 离散/Discrete
	productTypeId reference:product-type
	workpieceType choice =0: 0 全部/All, 1 工件/Workpiece, 2 电极/Electrode
	priority integer 0..100
	cappMinutes integer 0..100000
	sortOrder integer 0..999999
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	parameters lines ..5
		name text required unique ..20
		type choice required: 1 数值输入/Numeric input, 2 系统计算/System calculation, 3 系数/Coefficient
	imageUrl text ..200 ^[hH][tT][tT][pP][sS]?://(\[[0-9a-fA-F:.]+\](:\d+)?|[^\s/?#\\"'<>\[\]]+)([/?#][^\s\\"'<>]*)?$
	languageKey text ..200
	remark longText ..200
order-type
	name text required unique ..50
	englishName text ..50
	default flag
	checkCad flag
	checkAsm flag
	checkPlan flag
	checkTry flag
	assemblyHours hours 0..5000
	sortOrder integer 0..999999
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
customer
	number text required unique ..50
	name text required unique ..50
	englishName text ..50
	shortName text ..5 ^[A-Za-z0-9]{1,5}$
	area text ..50
	phone text ..20
	fax text ..30
	email text ..50 ^[^@\s]+@[^@\s]+\.[^@\s]+$
	sapOrderNumber text ..50
	sporadic flag
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	windows lines ..100
		name text required unique ..50
		phone text ..20
		email text ..50 ^[^@\s]+@[^@\s]+\.[^@\s]+$
	addresses lines ..100
		address text required unique ..50
process
	code text required unique ..20
	name text required unique ..50
	englishName text ..50
	class choice required: 0 其他/Other, 1 设计/Design, 2 CAM/CAM, 3 机加工/Machining, 4 放电/EDM, 5 检测/Inspection, 6 钳工装配/Fitting, 7 试模/Try-out, 8 外协/Outside
	defaultTime hours 0..
	timeSource choice =0: 0 工艺设计估算/Process-design estimate, 1 CAM 估算/CAM estimate
	defaultGroup text ..20
	camqc flag
	weightMain flag
	unattended flag
	preProcessId reference:process
	postProcessId reference:process
	content longText ..200
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
supplier
	code text required unique ..20
	name text required unique ..50
	englishName text ..50
	shortName text ..20
	contact text ..20
	phone text ..20
	telephone text ..20
	email text ..50 ^[^@\s]+@[^@\s]+\.[^@\s]+$
	address text ..100
	valid flag =true: 1 有效/Valid, 0 无效/Invalid
	leadDays decimal 0..365
	outHours hours 0..720
	backHours hours 0..720
	processes lines ..200
		processId reference:process required
		leadDays decimal required 0..365
	currency text ..3 ^[A-Z]{3}$ =CNY
	invoiceType choice =0: 0 未定/Not set, 1 增值税专用发票/Special VAT invoice, 2 增值税普通发票/Ordinary VAT invoice, 3 不开票/No invoice
	paymentMethod choice =0: 0 未定/Not set, 1 银行转账/Bank transfer, 2 承兑汇票/Acceptance bill, 3 现金/Cash, 4 预付/Prepaid
	accountPeriod integer 0..365
	taxIncluded flag =true
	taxRate decimal 0..100
`
