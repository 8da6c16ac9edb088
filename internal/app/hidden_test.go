package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/aps"
	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// BASE-SECTION-09: a section is marked as one that roles are granted by itself. Whoever holds no such role sees nothing of it, in
// no list, choice or record; the Gantt and the tree of a mould show that there is work and when. The role that holds it opens it.
func TestSectionsThatRolesHold(t *testing.T) {
	eachPlanned(t, func(p *planned) {
		task := p.task("P1", 10)
		section, group, machine := p.placeOf(task["resourceId"].(string))
		operation := task["operationId"].(string)
		administrator := p.header
		p.header = signedIn(p.T, &httptest.Server{URL: p.address}, "13800000002")
		lists := map[string]string{
			"bms/section": section.ID, "bms/group": group.ID, "bms/machine": machine.ID, "capp/operation": operation,
		}
		sees := func(id string, path string) bool {
			var page resource.Page[struct{ ID string }]
			p.get(path+"?size=500", &page)
			return slices.ContainsFunc(page.Rows, func(row struct{ ID string }) bool { return row.ID == id })
		}
		everything := func(want bool) {
			p.Helper()
			for path, id := range lists {
				if sees(id, path) != want {
					p.Errorf("%s: seen %v", path, !want)
				}
				status, _, _ := send(p.T, http.MethodGet, p.address+api.Prefix+path+"/"+id, p.header, "", nil)
				if (status == http.StatusOK) != want || !want && status != http.StatusNotFound {
					p.Errorf("%s by its id: %d", path, status)
				}
			}
			var tasks struct{ Rows []map[string]any }
			p.post("aps/schedule/task/getList", map[string]any{"scheduleId": p.schedule, "size": 500}, &tasks)
			if got := slices.ContainsFunc(tasks.Rows, func(row map[string]any) bool { return row["operationId"] == operation }); got != want {
				p.Errorf("the task table has the task: %v", got)
			}
			var floor production.Dispatch
			p.get("mf/dispatch", &floor)
			if got := slices.ContainsFunc(floor.Rows, func(row production.DispatchRow) bool { return row.OperationID == operation }); got != want {
				p.Errorf("the floor's list has the operation: %v", got)
			}
			report := map[string]any{"operationId": operation, "status": 9, "basedOn": ""} // no such state: nothing is reported
			if r := p.post("mf/progress", report, nil); (r.Code == 404) == want {
				p.Errorf("a report on it: %+v", r)
			}
			var g result.Gantt
			p.get("aps/plan/"+p.schedule+"/gantt", &g)
			bar := slices.Index(g.Bars.ID, task["taskId"].(string))
			if bar < 0 {
				p.Fatalf("no bar of %v in %v", task["taskId"], g.Bars.ID)
			}
			detail := g.Processes[g.Bars.Process[bar]].Name != "Other section" && g.Resources[g.Bars.Resource[bar]].Name == machine.Name &&
				g.Parts[g.Bars.Part[bar]].No == "P1" && g.Bars.Flags[bar]&4096 == 0
			if detail != want || g.Moulds[g.Bars.Mould[bar]].No != "K1" || g.Bars.End[bar] <= g.Bars.Start[bar] {
				p.Errorf("the bar tells its detail: %v; %+v", detail, g.Resources[g.Bars.Resource[bar]])
			}
			var form aps.Base
			p.post("aps/exe/job/getApsBaseData", map[string]any{"id": p.schedule}, &form)
			named := func(list []aps.Choice, id string) bool {
				return slices.ContainsFunc(list, func(c aps.Choice) bool { return c.ID == id })
			}
			if slices.Contains(form.Sections, section.Name) != want || named(form.Groups, group.ID) != want || named(form.Machines, machine.ID) != want {
				p.Errorf("the form of a schedule offers %v, %v, %v", form.Sections, form.Groups, form.Machines)
			}
			var flows basedata.FlowEntries
			p.post("aps/flowTime/get", map[string]any{}, &flows)
			if got := slices.ContainsFunc(flows.Places, func(f basedata.Place) bool { return f.ID == group.ID || f.ID == machine.ID }); got != want {
				p.Errorf("flow times know the group: %v", got)
			}
			if got := slices.ContainsFunc(flows.Rows, func(f basedata.FlowEntry) bool { return f.Up == group.ID || f.Down == group.ID }); got != want {
				p.Errorf("a flow time of the group is told: %v", got)
			}
			var d compare.Difference
			p.post("aps/exe/job/getDifference", map[string]any{"id": p.schedule}, &d)
			var resources []string
			for _, r := range d.Resources {
				resources = append(resources, r.Resource)
			}
			if slices.Contains(resources, machine.Name) != want || slices.Contains(resources, "Other section") == want {
				p.Errorf("what publishing changes names %v", resources)
			}
			var tree production.MouldTree
			p.get("pm/mould/"+g.Moulds[g.Bars.Mould[bar]].ID+"/tree", &tree)
			step := tree.Parts[0].Operations[0]
			if step.Hidden == want || (step.Group != "") != want || (step.Hours == 8*60) != want {
				p.Errorf("the tree tells %+v", step)
			}
			var sum quantity.Minutes // of what is told: nothing hidden can be told from the rest
			for _, part := range tree.Parts {
				for _, step := range part.Operations {
					sum += step.Hours
				}
			}
			if tree.Hours != sum {
				p.Errorf("the mould tells %v, its operations %v", tree.Hours, sum)
			}
			var uses struct{ Items []resource.Use }
			if want {
				p.get("bms/group/"+group.ID+"/used-by", &uses)
			}
			p.get("bms/process/"+p.processOf(operation)+"/used-by", &uses)
			for _, use := range uses.Items {
				if use.Count != len(use.Rows) {
					p.Errorf("%s: counted %d, named %d", use.Label, use.Count, len(use.Rows))
				}
				if use.Entity == "operation" && slices.ContainsFunc(use.Rows, func(r resource.Referrer) bool { return r.ID == operation }) != want {
					p.Errorf("the operation is named: %v", !want)
				}
			}
		}
		everything(true)

		p.change(administrator, "bms/section/"+section.ID, map[string]any{"version": section.Version, "permission": true})
		everything(false)
		place := func(of any, section any, id string) {
			write(p.ctx, p.T, p.a, func(tx store.Tx) error {
				_, err := tx.Change(of).Set("section_id = ?", section).Where("id = ?", id).Exec(p.ctx)
				return err
			})
		}
		place((*basedata.Machine)(nil), nil, machine.ID) // it has no section but that of its group
		everything(false)
		place((*basedata.Machine)(nil), section.ID, machine.ID)
		place((*basedata.Group)(nil), nil, group.ID) // nor its group
		if !sees(group.ID, "bms/group") || sees(machine.ID, "bms/machine") {
			p.Error("a machine is hidden with its own section, whatever that of its group is")
		}
		place((*basedata.Group)(nil), section.ID, group.ID)
		_, file, _ := send(p.T, http.MethodGet, p.address+api.Prefix+"aps/plan/"+p.schedule+"/problem", p.header, "", nil)
		if file.Code != 20000 {
			p.Errorf("the problem file holds every section: %+v", file)
		}

		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*access.Role)(nil)).Set("sections = ?", `["`+section.ID+`"]`).Where("code = ?", access.Planner).Exec(p.ctx)
			return err
		})
		everything(true)
	})
}

// processOf is the process of an operation.
func (p *planned) processOf(id string) string {
	p.Helper()
	var o production.Operation
	if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error { return tx.Select(&o).Where("id = ?", id).Scan(p.ctx) }); err != nil {
		p.Fatal(err)
	}
	return o.ProcessID
}

// placeOf finds a machine with its group and section.
func (p *planned) placeOf(machineID string) (section basedata.Section, group basedata.Group, machine basedata.Machine) {
	p.Helper()
	err := p.a.DB.Read(p.ctx, func(tx store.Tx) error {
		if err := tx.Select(&machine).Where("id = ?", machineID).Scan(p.ctx); err != nil {
			return err
		}
		if err := tx.Select(&group).Where("id = ?", machine.GroupID).Scan(p.ctx); err != nil {
			return err
		}
		return tx.Select(&section).Where("id = ?", group.SectionID).Scan(p.ctx)
	})
	if err != nil {
		p.Fatal(err)
	}
	return section, group, machine
}

// change changes a record as somebody.
func (p *planned) change(header map[string]string, path string, body any) {
	p.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	if _, r, _ := send(p.T, http.MethodPatch, p.address+api.Prefix+path, header, "application/json", bytes.NewReader(raw)); r.Code != 1 {
		p.Fatalf("%s: %+v", path, r)
	}
}
