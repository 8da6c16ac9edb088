package basedata

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ToleranceOption is a class of general tolerances that the company may work to. Saving one with its flag set makes the
// tolerances of the class, and sets those back that are there already.
type ToleranceOption struct {
	bun.BaseModel `bun:"table:tolerance_option" json:"-"`
	store.Row
	Name    string `bun:"name" json:"name"`
	Class   int    `bun:"class" json:"class"`
	Current bool   `bun:"is_current" json:"current"`
	Remark  string `bun:"remark" json:"remark"`
}

// class is a class of ISO 2768-1, table 1: the permissible deviations of linear dimensions by nominal size.
type class struct {
	letter    string
	deviation [len(sizes)]int64 // in hundredths of a mm; 0: the standard names none
}

// sizes are the upper ends of the ranges of nominal sizes of ISO 2768-1, in mm.
var sizes = [...]int{3, 6, 30, 120, 400, 1000, 2000, 4000}

// classes are those of ISO 2768-1, by the numbers of the choice.
var classes = map[int]class{
	1: {"F", [len(sizes)]int64{5, 5, 10, 15, 20, 30, 50}},
	2: {"M", [len(sizes)]int64{10, 10, 20, 30, 50, 80, 120, 200}},
	3: {"C", [len(sizes)]int64{20, 30, 50, 80, 120, 200, 300, 400}},
	4: {"V", [len(sizes)]int64{0, 50, 100, 150, 250, 400, 600, 800}},
}

var (
	msgOptionReplace    = L("现在使用“%s”。要改用“%s”吗？", "“%s” is in use now. Use “%s” instead?")
	msgOptionInUse      = L("“%s”正在使用，不能删除：请先取消使用", "“%s” is in use and cannot be deleted: take it out of use first")
	msgOptionInitialise = L("保存后将按该选项初始化公差数据：", "Saving initialises the tolerance data by this option:")
	msgOptionAdds       = L("新增 %s：±%s mm", "%s is added: ±%s mm")
	msgOptionResets     = L("%s 改为标准值：%s 至 %s mm → ±%s mm", "%s is set back: %s to %s mm → ±%s mm")
)

func (d *Master) toleranceOption() resource.Spec[*ToleranceOption] {
	return resource.Spec[*ToleranceOption]{
		Path: "bms/tolerance-option", Label: L("公差选项", "Tolerance option"), Permission: "system.tolerance", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000132",
		Example:   &api.Example{Body: map[string]any{"name": "ISO 2768-m", "class": 2}},
		Form: func(x *ToleranceOption, f *resource.Form) {
			name := f.Text(&x.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.Choice(&x.Class, "公差等级", "Class", Opt(1, "精密 f", "Fine f"), Opt(2, "中等 m", "Medium m"), Opt(3, "粗糙 c", "Coarse c"), Opt(4, "最粗 v", "Very coarse v")).Required().
				Help("线性尺寸的一般公差，按 GB/T 1804 和 ISO 2768-1", "General tolerances of linear dimensions by ISO 2768-1")
			f.Flag(&x.Current, "使用", "In use").Sole("replaceOption", msgOptionReplace, name)
			f.LongText(&x.Remark, "备注", "Remark").Max(200)
		},
		Rules: func(ctx context.Context, tx store.Tx) (func(old, now *ToleranceOption) error, error) {
			return func(old, now *ToleranceOption) error { return askInitialise(ctx, tx, old, now) }, nil
		},
		AfterSave: d.initialiseTolerances,
		BeforeDelete: func(_ context.Context, _ store.Tx, old *ToleranceOption) error {
			if old.Current {
				return problem.Refuse(msgOptionInUse, old.Name)
			}
			return nil
		},
	}
}

// askInitialise asks before a save makes or changes tolerances, and names them. Where all are there as the standard has them, nothing
// changes and nobody is asked.
func askInitialise(ctx context.Context, tx store.Tx, old, now *ToleranceOption) error {
	if !initialises(old, now) {
		return nil
	}
	wanted, stored, err := standing(ctx, tx, now.Class)
	if err != nil {
		return err
	}
	lang := problem.Language(ctx)
	var changes []string
	for _, x := range wanted {
		switch was, there := stored[x.Name]; {
		case !there:
			changes = append(changes, msgOptionAdds.In(lang, x.Name, x.Max))
		case !x.alike(was):
			changes = append(changes, msgOptionResets.In(lang, x.Name, was.Min, was.Max, x.Max))
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return resource.Confirm(tx.Actor(), resource.About("initialise", changes...), msgOptionInitialise, changes...)
}

// standing are the tolerances of a class, and those of their names that are stored.
func standing(ctx context.Context, tx store.Tx, of int) (wanted []Tolerance, stored map[string]*Tolerance, err error) {
	wanted, stored = classes[of].tolerances(), map[string]*Tolerance{}
	names := make([]string, len(wanted))
	for i := range wanted {
		names[i] = wanted[i].Name
	}
	var rows []Tolerance
	err = tx.Select(&rows).WhereIn("name", names).Scan(ctx)
	for i := range rows {
		stored[rows[i].Name] = &rows[i]
	}
	return wanted, stored, err
}

// alike tells that a stored tolerance says what the standard does.
func (x *Tolerance) alike(was *Tolerance) bool {
	same := *was
	same.Row = x.Row
	return same == *x
}

// initialises tells whether a save makes the tolerances of the option.
func initialises(old, now *ToleranceOption) bool {
	return now.Current && (old == nil || !old.Current || old.Class != now.Class)
}

// GeneralTolerances are those that an option of a class makes.
func GeneralTolerances(of int) []Tolerance { return classes[of].tolerances() }

// tolerances are those that a class initialises, by nominal size: M30 for more than 6 up to 30 mm.
func (c class) tolerances() (all []Tolerance) {
	for i, size := range sizes {
		if c.deviation[i] > 0 {
			limit := quantity.Whole(c.deviation[i]) / 100
			all = append(all, Tolerance{Name: fmt.Sprintf("%s%d", c.letter, size), Type: ToleranceWorkpiece, Max: limit, Min: -limit, DealRule: 1, Valid: true})
		}
	}
	return all
}

func (d *Master) initialiseTolerances(ctx context.Context, tx store.Tx, old, now *ToleranceOption) error {
	if !initialises(old, now) {
		return nil
	}
	wanted, stored, err := standing(ctx, tx, now.Class)
	if err != nil {
		return err
	}
	for i := range wanted {
		x := &wanted[i]
		if was, there := stored[x.Name]; there {
			if x.alike(was) {
				continue
			}
			x.Row = was.Row
		}
		if err := d.Tolerances.Save(ctx, tx, x); err != nil {
			return err
		}
	}
	return nil
}
