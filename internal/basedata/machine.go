package basedata

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The states of a machine.
const (
	MachineInvalid = 0
	MachineNormal  = 1
	MachineService = 2
)

const machineExample = "01900000-0000-7000-8000-000000000105"

// Machine is one machine of a resource group; it works by the group's calendar and shift.
type Machine struct {
	bun.BaseModel `bun:"table:machine" json:"-"`
	store.FactoryRow
	Name          string           `bun:"name" json:"name"`
	Alias         string           `bun:"alias" json:"alias"`
	MachineType   string           `bun:"machine_type" json:"machineType"`
	GroupID       string           `bun:"group_id" json:"groupId"`
	Department    string           `bun:"department" json:"department"`
	SectionID     string           `bun:"section_id,nullzero" json:"sectionId"`
	GradeID       string           `bun:"accuracy_grade_id,nullzero" json:"accuracyGradeId"` // the finest that it reaches
	SerialNumber  string           `bun:"serial_number" json:"serialNumber"`
	AssetName     string           `bun:"asset_name" json:"assetName"`
	AssetNumber   string           `bun:"asset_number" json:"assetNumber"`
	Status        int              `bun:"status" json:"status"`
	Scheduled     bool             `bun:"scheduled" json:"scheduled"`
	IPs           []MachineIP      `bun:"ips,type:text" json:"ips"`
	Port          int              `bun:"port" json:"port"`
	LoginUser     string           `bun:"login_user" json:"loginUser"`
	LoginPassword resource.Secret  `bun:"login_password" json:"loginPassword"`
	ProgramFormat string           `bun:"program_format" json:"programFormat"`
	Automation    bool             `bun:"automation" json:"automation"` // may run unattended
	CAxis         bool             `bun:"c_axis" json:"cAxis"`
	ChuckCount    int              `bun:"chuck_count" json:"chuckCount"`
	StartKnife    int              `bun:"start_knife" json:"startKnife"`
	SafeModes     string           `bun:"safe_modes" json:"safeModes"`
	VideoURL      string           `bun:"video_url" json:"videoUrl"`
	Attributes    []AttributeValue `bun:"attributes,type:text" json:"attributes"`
	TargetRate    quantity.Decimal `bun:"target_rate" json:"targetRate"` // utilisation, per cent
	WorkRate      quantity.Decimal `bun:"work_rate" json:"workRate"`     // 1.25 = 25 % faster than standard
	LabourRate    quantity.Decimal `bun:"labour_rate" json:"labourRate"`
	Worklog       bool             `bun:"worklog" json:"worklog"`
	Report        bool             `bun:"report" json:"report"`
}

// MachineIP is an address of a computer at the machine, with the port of its own that it may have.
type MachineIP struct {
	Address string `json:"address"`
	Port    int    `json:"port"`
}

// AttributeValue is the value of one of the machine attributes.
type AttributeValue struct {
	AttributeID string `json:"attributeId"`
	Value       string `json:"value"`
}

// Belonging says that a machine is hidden with its section or that of its group.
func (*Machine) Belonging() store.Belonging { return store.Belonging{Machines: []string{"id"}} }

func (d *Master) machine() resource.Spec[*Machine] {
	return resource.Spec[*Machine]{
		Path: "bms/machine", Label: L("设备", "Machine"), Permission: "ems.machine", Sort: "name", Changed: d.deps.Changed,
		ExampleID: machineExample,
		Example: &api.Example{Body: map[string]any{
			"name": "EDM_99", "groupId": resource.ReferredID(groupExample), "status": 1,
			"attributes": []map[string]any{{"attributeId": resource.ReferredID(attributeExample), "value": "800"}}, "port": 8193, "workRate": 1.1,
		}},
		Form: func(m *Machine, f *resource.Form) {
			f.Text(&m.Name, "名称", "Name").Formerly("设备名称", "Machine name").Required().Unique().Title().Max(8).Pattern(name8, "以字母开头，最多 8 个字母、数字或下划线", "starts with a letter, up to 8 letters, digits or underscores")
			f.Text(&m.Alias, "别名", "Alias").Max(20)
			f.Text(&m.MachineType, "型号", "Model").Formerly("Type").Max(50)
			f.Ref(&m.GroupID, d.Groups, "资源组", "Resource group").Formerly("Group").Required()
			f.Text(&m.Department, "部门", "Department").Max(50).HideInList()
			f.Ref(&m.SectionID, d.Sections, "工段", "Section")
			f.Ref(&m.GradeID, d.AccuracyGrades, "精度等级", "Accuracy grade").Formerly("精度级别", "Level").Help("可达到的最高精度，供排程匹配零件精度", "The finest it reaches; scheduling matches it with that of the part").HideInList()
			f.Choice(&m.Status, "状态", "Status", Opt(MachineInvalid, "无效", "Invalid"), Opt(MachineNormal, "正常", "Normal"), Opt(MachineService, "维修", "Service")).Required().Initial(MachineNormal).Validity().Help("只有正常的设备会被排程", "Only normal machines are planned")
			f.Flag(&m.Scheduled, "参与排程", "Takes part in scheduling").Initial(true)
			f.Group("性能", "Performance")
			f.Decimal(&m.WorkRate, "工作效率", "Work rate").Formerly("效率").Initial(1).Between(0.01, 100).Help("1.25 表示比标准快 25%", "1.25 is 25 % faster than standard")
			f.Decimal(&m.TargetRate, "目标利用率", "Target utilisation").Unit("%", "%").Between(0, 100)
			f.Decimal(&m.LabourRate, "费率", "Labour rate").Unit("元/小时", "RMB/h").AtLeast(0).HideInList()
			f.Flag(&m.Automation, "自动化", "Automation").Help("无人工序可 24 小时运行", "Unattended operations may run around the clock")
			f.Flag(&m.Worklog, "工作日志", "Work log").Informs().HideInList()
			f.Flag(&m.Report, "报工", "Reports work").Informs().HideInList()
			f.Group("连接", "Connection")
			resource.Lines(f, &m.IPs, "电脑 IP", "Computer IPs", func(l *MachineIP, f *resource.Form) {
				f.Text(&l.Address, "IP 地址", "IP address").Required().Max(15)
				f.Integer(&l.Port, "端口", "Port").Code().Between(0, 65535)
			}).AtMost(3)
			f.Integer(&m.Port, "通讯端口", "Communication port").Code().Between(0, 65535).Help("0 表示未设置", "0 is not set").HideInList()
			f.Text(&m.LoginUser, "用户名", "User name").Formerly("User").Max(50).HideInList()
			f.Secret(&m.LoginPassword, "密码", "Password").Max(50)
			f.Text(&m.ProgramFormat, "程序格式", "Program format").Max(20).HideInList()
			f.Group("技术参数", "Technical data")
			f.Flag(&m.CAxis, "C 轴", "C axis").HideInList()
			f.Integer(&m.ChuckCount, "卡盘数", "Chucks").Formerly("夹头数").Between(0, 100).HideInList()
			f.Integer(&m.StartKnife, "起始刀号", "First tool number").Between(0, 9999).HideInList()
			f.Text(&m.SafeModes, "安全坐标模式", "Safe coordinate modes").Max(200).HideInList()
			resource.Lines(f, &m.Attributes, "属性值", "Attribute values", func(l *AttributeValue, f *resource.Form) {
				f.Ref(&l.AttributeID, d.MachineAttributes, "属性", "Attribute").Required()
				f.Text(&l.Value, "值", "Value").Required().Max(50)
			}).AtMost(50)
			f.Text(&m.VideoURL, "视频地址", "Video URL").Max(200).URL().HideInList()
			f.Group("资产", "Asset")
			f.Text(&m.SerialNumber, "序列号", "Serial number").Max(50).HideInList()
			f.Text(&m.AssetName, "资产名称", "Asset name").Max(50).HideInList()
			f.Text(&m.AssetNumber, "资产编号", "Asset number").Max(50).HideInList()
		},
		Rules: machineRules,
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *Machine) error {
			if old == nil {
				return nil
			}
			if err := d.machineMoved(ctx, tx, old, now); err != nil || old.Name == now.Name {
				return err
			}
			return d.renameFlows(ctx, tx, now.ID)
		},
		BeforeDelete: d.machineGoes,
	}
}

var (
	msgIP       = L("IP 地址无效：四段数字，第一段 1-255，其余 0-255", "The IP address is invalid: four parts, the first 1-255, the others 0-255")
	msgIPTwice  = L("IP 地址在这台设备上重复", "The machine has this IP address twice")
	msgIPTaken  = L("IP 地址已被设备“%s”使用", "Machine “%s” uses this IP address already")
	msgNotValid = L("无效的资源不能参与排程", "An invalid resource cannot take part in scheduling")
)

// machineRules reads the addresses of all machines once, for a file of thousands of them.
func machineRules(ctx context.Context, tx store.Tx) (func(old, now *Machine) error, error) {
	taken, err := readAddresses(ctx, tx)
	if err != nil {
		return nil, err
	}
	var attributes map[string]MachineAttribute
	return func(old, now *Machine) error {
		if now.Scheduled && now.Status == MachineInvalid {
			if old == nil || old.Status == MachineInvalid {
				return problem.Invalid(problem.Field("status", "scheduled", msgNotValid))
			}
			now.Scheduled = false // retiring a machine takes it out of scheduling
		}
		bad := taken.check(old, now)
		if len(now.Attributes) > 0 {
			if attributes == nil {
				if attributes, err = readAttributes(ctx, tx); err != nil {
					return err
				}
			}
			wrong := checkValues(attributes, now.Attributes)
			if len(wrong) == 0 && (old == nil || !slices.Equal(old.Attributes, now.Attributes)) {
				wrong = checkLimits(attributes, now.Attributes)
			}
			bad = append(bad, wrong...)
		}
		if len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		taken.move(old, now)
		return nil
	}, nil
}

func readAttributes(ctx context.Context, tx store.Tx) (map[string]MachineAttribute, error) {
	var rows []MachineAttribute
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	byID := make(map[string]MachineAttribute, len(rows))
	for _, a := range rows {
		byID[a.ID] = a
	}
	return byID, nil
}

// addresses are the computers of all machines of the factory: which machine has each.
type addresses map[string]addressee

// addressee is a machine that has an address.
type addressee struct{ id, name string }

func readAddresses(ctx context.Context, tx store.Tx) (addresses, error) {
	var rows []Machine
	if err := tx.Select(&rows).Columns("id", "name", "ips").Where("ips <> ?", "[]").Scan(ctx); err != nil {
		return nil, err
	}
	taken := addresses{}
	for i := range rows {
		taken.move(nil, &rows[i])
	}
	return taken, nil
}

// move gives a machine the addresses that it has from now on.
func (a addresses) move(old, now *Machine) {
	if old != nil {
		for _, ip := range old.IPs {
			if a[ip.Address].id == old.ID {
				delete(a, ip.Address)
			}
		}
	}
	for _, ip := range now.IPs {
		a[ip.Address] = addressee{now.ID, now.Name}
	}
}

// check: no address twice within a machine, none shared by two machines of the factory (R36).
func (a addresses) check(old, now *Machine) (bad []problem.FieldError) {
	mine := map[string]bool{}
	for i, ip := range now.IPs {
		at := fmt.Sprintf("ips.%d.address", i)
		parsed, err := netip.ParseAddr(ip.Address)
		if err != nil || !parsed.Is4() || parsed.As4()[0] == 0 {
			bad = append(bad, problem.Field(at, "ip", msgIP))
			continue
		}
		if mine[ip.Address] {
			bad = append(bad, problem.Field(at, "unique", msgIPTwice))
		}
		mine[ip.Address] = true
		if owner, taken := a[ip.Address]; taken && (old == nil || owner.id != old.ID) {
			bad = append(bad, problem.Field(at, "unique", msgIPTaken, owner.name))
		}
	}
	return bad
}
