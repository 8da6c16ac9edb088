package production

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// OperationDefaults are what a process gives an operation that says nothing else.
type OperationDefaults struct {
	GroupID    string           `json:"groupId" doc:"empty where the process has none in this factory"`
	Unattended bool             `json:"unattended"`
	Hours      quantity.Minutes `json:"hours" doc:"0 for none"`
}

// eachName visits the codes and names of the master data.
func (m *Masters) eachName(visit func(entity, name string)) {
	for entity, names := range map[string]map[string]string{
		"customer": m.Customers, "supplier": m.Suppliers, "orderType": m.OrderTypes, "partType": m.PartTypes, "material": m.Materials, "accuracyGrade": m.Grades,
	} {
		for name := range names {
			visit(entity, name)
		}
	}
	for name := range m.Machines {
		visit("machine", name)
	}
	for name := range m.Groups {
		visit("group", name)
	}
	for name := range m.Processes {
		visit("process", name)
	}
	for entity, names := range m.Further {
		for _, name := range names.All() {
			visit(entity, name)
		}
	}
	for entity, names := range m.Other {
		for _, name := range names {
			visit(entity, name)
		}
	}
}

// defaults are what a process gives, by its id.
func (m *Masters) defaults(processID string) (d OperationDefaults) {
	for _, p := range m.Processes {
		if p.ID == processID {
			return OperationDefaults{GroupID: m.Groups[p.DefaultGroup].ID, Unattended: p.Unattended, Hours: p.Minutes}
		}
	}
	return d
}

// burns tells whether a process burns electrodes.
func (m *Masters) burns(processID string) bool {
	for _, p := range m.Processes {
		if p.ID == processID {
			return p.EDM
		}
	}
	return false
}

// group finds a resource group by its id, nil for none.
func (m *Masters) group(id string) *MasterGroup {
	for _, g := range m.Groups {
		if g.ID == id && id != "" {
			return &g
		}
	}
	return nil
}

// fillOperation gives a new operation what its process has for those that say nothing, and wants its hours: 0 makes a
// milestone, and only where somebody wrote it.
func (p *Production) fillOperation(ctx context.Context, tx store.Tx, old, now *Operation, said func(key string) resource.Said) (bad []problem.FieldError, err error) {
	var d OperationDefaults
	if old == nil {
		masters, err := p.deps.Masters(ctx, tx)
		if err != nil {
			return nil, err
		}
		d = masters.defaults(now.ProcessID)
		if now.GroupID == "" {
			now.GroupID = d.GroupID
		}
		if said("unattended") != resource.Given {
			now.Unattended = d.Unattended
		}
	}
	hours := said("hours")
	switch open := hours == resource.Emptied || old == nil && hours == resource.Silent; {
	case !open || now.PieceMinutes > 0:
	case d.Hours > 0:
		now.Minutes = d.Hours
	default:
		bad = append(bad, problem.Field("hours", "required", msgNoHours))
	}
	return bad, nil
}
