package basedata

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The classes of processes. The specification names design and CAM; planning also has to know EDM, inspection,
// fitting and try-out (R32).
const (
	ClassOther      = 0
	ClassDesign     = 1
	ClassCAM        = 2
	ClassMachining  = 3
	ClassEDM        = 4 // burns with electrodes
	ClassInspection = 5
	ClassFitting    = 6
	ClassTryout     = 7
	ClassOutside    = 8 // heat treatment, coating: usually at a supplier
)

const processExample = "01900000-0000-7000-8000-000000000108"

// Process is a kind of work, such as rough milling.
type Process struct {
	bun.BaseModel `bun:"table:process" json:"-"`
	store.Row
	Code           string           `bun:"code" json:"code"`
	Name           string           `bun:"name" json:"name"`
	EnglishName    string           `bun:"english_name" json:"englishName"`
	Content        string           `bun:"content" json:"content"`
	Class          int              `bun:"class" json:"class"`
	DefaultMinutes quantity.Minutes `bun:"default_minutes" json:"defaultTime"`
	TimeSource     int              `bun:"time_source" json:"timeSource"`
	PreProcessID   string           `bun:"pre_process_id,nullzero" json:"preProcessId"`
	PostProcessID  string           `bun:"post_process_id,nullzero" json:"postProcessId"`
	DefaultGroup   string           `bun:"default_group" json:"defaultGroup"` // code of the group, in whichever factory
	CAMQC          bool             `bun:"cam_qc" json:"camqc"`               // it is the check of programs
	WeightMain     bool             `bun:"weight_main" json:"weightMain"`     // its hours weigh the main process
	Unattended     bool             `bun:"unattended" json:"unattended"`
	Valid          bool             `bun:"valid" json:"valid"`
}

func (d *Master) process() resource.Spec[*Process] {
	spec := resource.Spec[*Process]{
		Path: "bms/process", Label: L("工艺", "Process"), Permission: "system.process", Sort: "code", Changed: d.deps.Changed,
		ExampleID: processExample,
		Example:   &api.Example{Body: map[string]any{"code": "LASER", "name": "激光焊", "class": ClassMachining, "defaultTime": 1.5}},
		Rules:     d.processRules,
		Warn:      warnOfProcess,
	}
	spec.Form = func(p *Process, f *resource.Form) {
		f.Text(&p.Code, "编码", "Code").Required().Unique().Max(20)
		f.Text(&p.Name, "名称", "Name").Required().Unique().Title().Max(50)
		f.EnglishName(&p.EnglishName)
		f.Choice(&p.Class, "类别", "Class", Opt(ClassOther, "其他", "Other"), Opt(ClassDesign, "设计", "Design"), Opt(ClassCAM, "CAM", "CAM"), Opt(ClassMachining, "机加工", "Machining"),
			Opt(ClassEDM, "放电", "EDM"), Opt(ClassInspection, "检测", "Inspection"), Opt(ClassFitting, "钳工装配", "Fitting"), Opt(ClassTryout, "试模", "Try-out"), Opt(ClassOutside, "外协", "Outside")).Required()
		f.Hours(&p.DefaultMinutes, "默认工时", "Default time").Formerly("Default hours")
		f.Choice(&p.TimeSource, "工时来源", "Time source", Opt(0, "工艺设计估算", "Process-design estimate"), Opt(1, "CAM 估算", "CAM estimate")).Initial(0)
		f.Text(&p.DefaultGroup, "默认资源组", "Default resource group").Formerly("默认资源组代码", "Default group", "Default group code").Max(20).Names(d.Groups, "code").Help("资源组的编码", "Code of the resource group")
		f.Flag(&p.CAMQC, "CAM 校对工艺", "CAMQC process").Informs().HideInList()
		f.Flag(&p.WeightMain, "权重主工艺", "Weight main process").Informs().HideInList()
		f.Flag(&p.Unattended, "可无人运行", "May run unattended")
		f.Self(&p.PreProcessID, "前工艺", "Pre-process").NoCycle().HideInList()
		f.Self(&p.PostProcessID, "后工艺", "Post-process").NoCycleBehind().HideInList()
		f.LongText(&p.Content, "内容", "Content").Max(200).HideInList()
		f.Valid(&p.Valid)
	}
	return spec
}

var (
	msgCAMQC      = L("CAM 校对工艺必须属于设计类或 CAM 类", "The CAMQC process must be of the design class or the CAM class")
	msgWeightMain = L("权重主工艺必须属于 CAM 类", "A weight main process must be of the CAM class")
)

var msgInvalidDefault = L("资源组“%s”的状态为“无效”，不能选用", "Resource group “%s” has the state “Invalid” and cannot be chosen")

var msgNoDefaultGroup = L("没有编码为“%s”的资源组", "There is no resource group with the code “%s”")

var msgBurning = L("此工艺的 %d 道工序有放电电极，类别必须是放电：请先移除这些工序的放电电极", "%d operations of this process burn electrodes, so it stays an EDM one: take the electrodes off these operations first")

// processRules holds a process against its class and what burns by it, and writes the group that it names as the group of this factory does.
func (d *Master) processRules(ctx context.Context, tx store.Tx) (func(old, now *Process) error, error) {
	var groups map[string]Group // of this factory, by what the spellings of a code have in common
	return func(old, now *Process) error {
		if bad := checkProcess(now); len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		if d.deps.Burning != nil && old != nil && old.Class == ClassEDM && now.Class != ClassEDM {
			if n, err := d.deps.Burning(ctx, tx, now.ID); err != nil || n > 0 {
				return cmp.Or(err, problem.Invalid(problem.Field("class", "burned", msgBurning, n)))
			}
		}
		if now.DefaultGroup == "" || old != nil && old.DefaultGroup == now.DefaultGroup {
			return nil
		}
		if groups == nil {
			var rows []Group
			if err := tx.Select(&rows).Columns("id", "code", "name", "valid").Scan(ctx); err != nil {
				return err
			}
			groups = make(map[string]Group, len(rows))
			for _, g := range rows {
				groups[cell.Key(g.Code)] = g
			}
		}
		code := cell.Key(now.DefaultGroup)
		g, here := groups[code]
		now.DefaultGroup = cmp.Or(g.Code, now.DefaultGroup)
		if here && !g.Valid && (old == nil || cell.Key(old.DefaultGroup) != code) { // another spelling is no other group
			return problem.Invalid(problem.Field("defaultGroup", "invalid", msgInvalidDefault, g.Name))
		}
		return nil
	}, nil
}

// warnOfProcess names a default group that no factory has. It may still come: processes stand above factories, and a file
// brings the groups after them.
func warnOfProcess(ctx context.Context, tx store.Tx, now *Process) (warnings []problem.Text, err error) {
	if now.DefaultGroup == "" {
		return nil, nil
	}
	known := false
	err = tx.AcrossFactories(ctx, func(tx store.Tx) (err error) {
		known, err = tx.Select((*Group)(nil)).Named("code", now.DefaultGroup).Exists(ctx)
		return err
	})
	if !known {
		warnings = append(warnings, msgNoDefaultGroup.With(now.DefaultGroup))
	}
	return warnings, err
}

// renameDefaults gives the processes of a renamed group its new code, unless a group of another factory still has the
// old one.
func (d *Master) renameDefaults(ctx context.Context, tx store.Tx, from, to string) error {
	elsewhere := false
	if err := tx.AcrossFactories(ctx, func(tx store.Tx) (err error) {
		elsewhere, err = tx.Select((*Group)(nil)).Where("code = ?", from).Exists(ctx)
		return err
	}); err != nil || elsewhere {
		return err
	}
	var processes []Process
	if err := tx.Select(&processes).Where("default_group = ?", from).Scan(ctx); err != nil {
		return err
	}
	for i := range processes {
		processes[i].DefaultGroup = to
		if err := d.Processes.Save(ctx, tx, &processes[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkProcess(p *Process) (bad []problem.FieldError) {
	if p.CAMQC && p.Class != ClassDesign && p.Class != ClassCAM {
		bad = append(bad, problem.Field("camqc", "class", msgCAMQC))
	}
	if p.WeightMain && p.Class != ClassCAM {
		bad = append(bad, problem.Field("weightMain", "class", msgWeightMain))
	}
	return bad
}
