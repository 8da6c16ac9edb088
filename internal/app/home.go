package app

import (
	"context"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/floor"
	"mouldworks/internal/registration"
	"mouldworks/internal/tenancy"
)

// Home is what waits for the caller: what the shop has given them to do, and what they are to audit (HOME-01).
type Home struct {
	Groups     []string    `json:"groups" nullable:"false" doc:"names of the resource groups that the caller belongs to"`
	Tasks      []HomeTask  `json:"tasks" nullable:"false" doc:"the first of them, in the order in which they are to be done"`
	TaskTotal  int         `json:"taskTotal"`
	Audits     []HomeAudit `json:"audits" nullable:"false" doc:"the first of them, the longest waiting before the others"`
	AuditTotal int         `json:"auditTotal"`
	// Nil where the caller answers no blocked starts.
	Blocked      []floor.Waiting `json:"blocked" doc:"starts that are blocked and wait for an answer, the longest first: the first of them; null for callers who cannot answer"`
	BlockedTotal int             `json:"blockedTotal"`
}

// HomeTask is an operation that is dispatched to a group of the caller.
type HomeTask struct {
	OperationID string     `json:"operationId"`
	MouldID     string     `json:"mouldId"`
	MouldNo     string     `json:"mouldNo"`
	PartNo      string     `json:"partNo"`
	PartName    string     `json:"partName"`
	OpNo        int        `json:"opNo"`
	Process     string     `json:"process"`
	Status      int        `json:"status" enum:"0,1,2" doc:"0 not started, 1 running, 2 paused"`
	MachineID   string     `json:"machineId" doc:"where it runs or is planned; empty: nowhere yet"`
	Machine     string     `json:"machine"`
	Start       *time.Time `json:"start"`
	End         *time.Time `json:"end"`
	Late        bool       `json:"late"`
	Waits       bool       `json:"waits" doc:"something has to be done before"`
}

// HomeAudit is something that waits for an auditor.
type HomeAudit struct {
	ID    string     `json:"id"`
	Kind  string     `json:"kind" enum:"registration"`
	Title string     `json:"title"`
	From  string     `json:"from" doc:"who asks"`
	Since *time.Time `json:"since"`
	Path  string     `json:"path"`
}

// homeRows is how many of each the home page shows.
const homeRows = 6

// mountHome registers what the home page asks for.
func (a *App) mountHome(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/home", ID: "home", Summary: "What waits for the caller: tasks and audits", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (Home, error) {
		h := Home{Groups: []string{}, Tasks: []HomeTask{}, Audits: []HomeAudit{}}
		may := func(permission string) bool {
			return tx.Actor().Allowed(permission) && tenancy.ModuleOpen(tx.Actor(), "", permission, menu.NameOf) == nil
		}
		if may("mf.progress.check") {
			if err := a.homeTasks(ctx, tx, &h); err != nil {
				return h, err
			}
		}
		if may(floor.MayAnswer) {
			var err error
			if h.Blocked, h.BlockedTotal, err = a.floor.Waiting(ctx, tx, homeRows); err != nil {
				return h, err
			}
		}
		if may(registration.Auditing) {
			return h, homeAudits(ctx, tx, &h)
		}
		return h, nil
	})
}

// homeTasks are what is dispatched to the groups of which the caller is a member.
func (a *App) homeTasks(ctx context.Context, tx store.Tx, h *Home) error {
	var groups []basedata.Group
	if err := tx.Seen(&groups).Where("valid = ?", true).Order("name").Scan(ctx); err != nil {
		return err
	}
	var own []string
	for _, g := range groups {
		if slices.Contains(g.UserIDs, tx.Actor().MemberID) {
			own, h.Groups = append(own, g.ID), append(h.Groups, resource.ShownName(ctx, g.Name, g.EnglishName))
		}
	}
	if len(own) == 0 {
		return nil
	}
	list, err := a.Production.DispatchTo(ctx, tx, own, homeRows)
	if err != nil {
		return err
	}
	var machines []basedata.Machine
	if err := tx.Select(&machines).Columns("id", "name").Scan(ctx); err != nil {
		return err
	}
	name := map[string]string{}
	for _, m := range machines {
		name[m.ID] = m.Name
	}
	h.TaskTotal = list.Total
	for _, r := range list.Rows {
		h.Tasks = append(h.Tasks, homeTask(r, name))
	}
	return nil
}

func homeTask(r production.DispatchRow, machines map[string]string) HomeTask {
	t := HomeTask{
		OperationID: r.OperationID, MouldID: r.MouldID, MouldNo: r.MouldNo, PartNo: r.PartNo, PartName: r.PartName, OpNo: r.OpNo, Process: r.Process,
		Status: r.Status, MachineID: r.PlannedMachine, Start: r.PlannedStart, End: r.PlannedEnd, Late: r.Late, Waits: len(r.Waits) > 0,
	}
	if r.MachineID != "" {
		t.MachineID = r.MachineID
	}
	if r.RealStart != nil {
		t.Start = r.RealStart
	}
	t.Machine = machines[t.MachineID]
	return t
}

// homeAudits are the applications of companies that wait for the operator.
func homeAudits(ctx context.Context, tx store.Tx, h *Home) (err error) {
	ask := func(rows *[]registration.Application) *store.Select {
		return tx.Select(rows).Where("state = ?", registration.Waiting)
	}
	if h.AuditTotal, err = ask(new([]registration.Application)).Count(ctx); err != nil {
		return err
	}
	var rows []registration.Application
	if err := ask(&rows).Order("applied_at", "id").Limit(homeRows, 0).Scan(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		h.Audits = append(h.Audits, HomeAudit{ID: r.ID, Kind: "registration", Title: r.Company, From: r.Contact, Since: r.AppliedAt, Path: "/settings/registration/" + r.ID})
	}
	return nil
}
