package production

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// An operation may be done by every machine of its group, unless it is narrowed to some: by rows of its own, else by
// those of its process on parts of its part's type.

// Eligible is a machine that may do an operation, and how long it takes there.
type Eligible struct {
	MachineID    string           `bun:"machine_id" json:"resource"`
	Rank         int              `bun:"rank" json:"rank"`
	Minutes      quantity.Minutes `bun:"minutes" json:"hours"` // beats the work rate; 0 = the operation's
	SetupMinutes quantity.Minutes `bun:"setup_minutes" json:"setupHours"`
}

// dropsBelow tells whether the hours on a machine drop below what is reported of an operation that has begun.
func (e *Eligible) dropsBelow(now *Eligible, last *Progress) bool {
	return last != nil && last.Status != NotStarted && now.Minutes > 0 && now.Minutes < e.Minutes && now.Minutes < last.ReportedMinutes
}

// OperationResource narrows the machines of an operation's group.
type OperationResource struct {
	bun.BaseModel `bun:"table:operation_resource" json:"-"`
	store.FactoryRow
	MouldID     string `bun:"mould_id" json:"mouldId"`
	OperationID string `bun:"operation_id" json:"operationId"`
	Eligible
}

// EligibleMachine narrows the machines of every operation of a process on parts of a type that has no rows of its own.
type EligibleMachine struct {
	bun.BaseModel `bun:"table:eligible_machine" json:"-"`
	store.FactoryRow
	Name       string `bun:"name" json:"name"` // process · part type · machine
	ProcessID  string `bun:"process_id" json:"processId"`
	PartTypeID string `bun:"part_type_id" json:"partTypeId"`
	Eligible
}

// Belonging says that the row is hidden with its machine.
func (*EligibleMachine) Belonging() store.Belonging {
	return store.Belonging{Machines: []string{"machine_id"}}
}

// called is what people call the row: what it refers to.
func (e *EligibleMachine) called(n *Names) string {
	return n.Processes[e.ProcessID] + " · " + n.PartTypes[e.PartTypeID] + " · " + n.Machines[e.MachineID].Name
}

func (p *Production) eligibleMachine() resource.Spec[*EligibleMachine] {
	return resource.Spec[*EligibleMachine]{
		Path: "capp/eligible-machine", Label: L("可用设备", "Eligible machine"), Permission: "capp.eligibleMachine", Sort: "name", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000306",
		Example: &api.Example{Body: map[string]any{
			"processId": "01900000-0000-7000-8000-000000000208", "partTypeId": "01900000-0000-7000-8000-000000000212", "resource": "01900000-0000-7000-8000-000000000205", "rank": 1,
		}},
		ExampleRow: map[string]any{"resource": "01900000-0000-7000-8000-000000000305"},
		Form: func(e *EligibleMachine, f *resource.Form) {
			f.Text(&e.Name, "名称", "Name").Title().Fixed()
			f.Ref(&e.ProcessID, p.deps.Processes, "工艺", "Process").Required()
			f.Ref(&e.PartTypeID, p.deps.PartTypes, "零件类型", "Part type").Required()
			p.eligibleFields(&e.Eligible, f)
		},
		Load: p.nameEligible, Call: p.callEligible,
		BeforeSave: p.checkEligible,
	}
}

// eligibleFields are what a machine that may do an operation is described by, wherever it stands.
func (p *Production) eligibleFields(e *Eligible, f *resource.Form) *resource.Field {
	machine := f.Ref(&e.MachineID, p.deps.Machines, "设备", "Machine").Formerly("Resource").Required()
	f.Integer(&e.Rank, "顺位", "Rank").Between(0, 1000).ZeroIsNone()
	f.Hours(&e.Minutes, "工时", "Hours").Between(0, 5000)
	f.Hours(&e.SetupMinutes, "准备工时", "Set-up hours").Between(0, 5000)
	return machine
}

// nameEligible gives rows the names that what they refer to has at this moment, as people type them: an import and the operation log
// know the rows by these.
func (p *Production) nameEligible(ctx context.Context, tx store.Tx, rows []*EligibleMachine) error {
	return p.callEligible(problem.WithLanguage(ctx, problem.Chinese), tx, rows)
}

// callEligible names rows as screens of the caller's language do.
func (p *Production) callEligible(ctx context.Context, tx store.Tx, rows []*EligibleMachine) error {
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		row.Name = row.called(names)
	}
	return nil
}

var msgEligibleTaken = L("可用设备“%s”已存在", "There is an eligible machine “%s” already")

// checkEligible names the row, and refuses the same machine twice for a process and a part type.
func (p *Production) checkEligible(ctx context.Context, tx store.Tx, _, now *EligibleMachine) error {
	if err := p.nameEligible(ctx, tx, []*EligibleMachine{now}); err != nil {
		return err
	}
	taken, err := tx.Select((*EligibleMachine)(nil)).Where("process_id = ?", now.ProcessID).Where("part_type_id = ?", now.PartTypeID).
		Where("machine_id = ?", now.MachineID).Where("id <> ?", now.ID).Exists(ctx)
	if err == nil && taken {
		err = problem.Invalid(problem.Field("resource", "unique", msgEligibleTaken, now.Name))
	}
	return err
}

// narrowing are the machines that processes are narrowed to, by process and part type, in order of rank.
type narrowing map[[2]string][]Eligible

func (n narrowing) add(row *EligibleMachine) {
	key := [2]string{row.ProcessID, row.PartTypeID}
	n[key] = append(n[key], row.Eligible)
}

func (n narrowing) of(o *Operation, partTypeID string) []Eligible {
	return n[[2]string{o.ProcessID, partTypeID}]
}

func readNarrowing(ctx context.Context, tx store.Tx) (narrowing, error) {
	var rows []EligibleMachine
	if err := tx.Select(&rows).Order("rank", "id").Scan(ctx); err != nil {
		return nil, err
	}
	n := narrowing{}
	for i := range rows {
		n.add(&rows[i])
	}
	return n, nil
}

// NarrowedTo reads the machines that operations are narrowed to, in order of rank; what is missing is not narrowed.
func NarrowedTo(ctx context.Context, tx store.Tx, operations []Operation) (map[string][]Eligible, error) {
	ids, parts := make([]string, len(operations)), make([]string, len(operations))
	for i := range operations {
		ids[i], parts[i] = operations[i].ID, operations[i].PartID
	}
	var own []OperationResource
	if err := tx.Select(&own).WhereIn("operation_id", ids).Order("rank", "id").Scan(ctx); err != nil {
		return nil, err
	}
	narrowed := map[string][]Eligible{}
	for i := range own {
		narrowed[own[i].OperationID] = append(narrowed[own[i].OperationID], own[i].Eligible)
	}
	byType, err := readNarrowing(ctx, tx)
	if err != nil || len(byType) == 0 {
		return narrowed, err
	}
	var typed []Part
	if err := tx.Select(&typed).Columns("id", "part_type_id").WhereIn("id", parts).Scan(ctx); err != nil {
		return nil, err
	}
	typeOf := map[string]string{}
	for i := range typed {
		typeOf[typed[i].ID] = typed[i].PartTypeID
	}
	for i := range operations {
		if o := &operations[i]; len(narrowed[o.ID]) == 0 {
			narrowed[o.ID] = byType.of(o, typeOf[o.PartID])
		}
	}
	return narrowed, nil
}
