package basedata

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The kinds of exceptions.
const (
	ExceptionMaintenance = 1 // no work
	ExceptionBreakdown   = 2 // no work, and not by intent
	ExceptionExtra       = 3 // work where the calendar has none, such as a Sunday
)

// Exception is a stretch of time [From, To) in which a group or a machine works otherwise than its calendar says.
type Exception struct {
	bun.BaseModel `bun:"table:resource_exception" json:"-"`
	store.FactoryRow
	GroupID   string     `bun:"group_id,nullzero" json:"groupId"`
	MachineID string     `bun:"machine_id,nullzero" json:"machineId"`
	Kind      int        `bun:"kind" json:"kind"`
	From      *time.Time `bun:"starts_at" json:"from"`
	To        *time.Time `bun:"ends_at" json:"to"`
	Reason    string     `bun:"reason" json:"reason"`
}

var exceptionKinds = []resource.Option{Opt(ExceptionMaintenance, "保养", "Maintenance"), Opt(ExceptionBreakdown, "故障", "Breakdown"), Opt(ExceptionExtra, "加班", "Extra working time", "Extra work")}

// Belonging says that an exception is hidden with its group or machine.
func (*Exception) Belonging() store.Belonging {
	return store.Belonging{Groups: []string{"group_id"}, Machines: []string{"machine_id"}}
}

func (d *Master) exception() resource.Spec[*Exception] {
	return resource.Spec[*Exception]{
		Path: "bms/resource-exception", Label: L("资源例外", "Resource exception"), Permission: "system.resourceException", Sort: "-from", Changed: d.deps.Changed,
		ExampleID:  "01900000-0000-7000-8000-000000000116",
		Example:    &api.Example{Body: map[string]any{"groupId": resource.ReferredID(groupExample), "kind": ExceptionExtra, "from": "2026-03-08T00:00:00Z", "to": "2026-03-08T08:00:00Z", "reason": "周日加班"}},
		ExampleRow: map[string]any{"from": "2026-03-15T00:00:00Z", "to": "2026-03-15T08:00:00Z"},
		Form: func(e *Exception, f *resource.Form) {
			f.Ref(&e.GroupID, d.Groups, "资源组", "Resource group").Help("整组，或改选一台设备", "The whole group, or else one machine")
			f.Ref(&e.MachineID, d.Machines, "设备", "Machine")
			f.Choice(&e.Kind, "类型", "Type", exceptionKinds...).Formerly("Kind").Required()
			f.Instant(&e.From, "开始", "From").Required()
			f.Instant(&e.To, "结束", "To").Required()
			f.Text(&e.Reason, "原因", "Reason").Title().Max(50).Help("留空则用类型的名称", "Empty takes the name of the kind")
		},
		BeforeSave: checkException,
	}
}

var (
	msgWhose            = L("请选择资源组或设备，二者选一", "Choose either a resource group or a machine")
	msgExceptionOrder   = L("结束必须晚于开始", "The end must lie after the start")
	msgExceptionOverlap = L("与同一资源的“%s”时间重叠", "It overlaps “%s” of the same resource")
)

// checkException: one resource, a stretch that is not empty, and none of the same kind that it overlaps.
func checkException(ctx context.Context, tx store.Tx, _, now *Exception) error {
	if (now.GroupID == "") == (now.MachineID == "") {
		return problem.Invalid(problem.Field("groupId", "oneOf", msgWhose))
	}
	if !now.To.After(*now.From) {
		return problem.Invalid(problem.Field("to", "order", msgExceptionOrder))
	}
	if now.Reason == "" {
		now.Reason = kindOfException(now).In(problem.Language(ctx))
	}
	return checkOverlap(ctx, tx, now)
}

// CheckExtraTime refuses extra working time of a machine or a group, the other of the two being "", that overlaps the stored
// extra working time of the same: field from, rule overlap.
func CheckExtraTime(ctx context.Context, tx store.Tx, machineID, groupID string, from, to time.Time) error {
	return checkOverlap(ctx, tx, &Exception{MachineID: machineID, GroupID: groupID, Kind: ExceptionExtra, From: &from, To: &to})
}

// kindOfException names the kind of an exception.
func kindOfException(e *Exception) (label problem.Text) {
	for _, o := range exceptionKinds {
		if o.Value == e.Kind {
			label = o.Label
		}
	}
	return label
}

// called is the reason of an exception; one that only names the kind, in the language of whoever wrote it, is the kind in both.
func (e *Exception) called() problem.Text {
	if kind := kindOfException(e); e.Reason == kind.Zh || e.Reason == kind.En {
		return kind
	}
	return L(e.Reason, e.Reason)
}

func checkOverlap(ctx context.Context, tx store.Tx, now *Exception) error {
	column, id := "group_id", now.GroupID
	if id == "" {
		column, id = "machine_id", now.MachineID
	}
	var other Exception
	switch err := tx.Select(&other).Where("? = ?", bun.Ident(column), id).Where("kind = ?", now.Kind).Where("starts_at < ?", *now.To).Where("ends_at > ?", *now.From).
		Where("id <> ?", now.ID).Limit(1, 0).Scan(ctx); err {
	case nil:
		return problem.Invalid(problem.Field("from", "overlap", msgExceptionOverlap, other.called()))
	case store.ErrNotFound:
		return nil
	default:
		return err
	}
}
