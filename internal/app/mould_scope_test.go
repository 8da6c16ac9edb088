package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/identity"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// parted is a planned shop in which Hua sees the moulds of the works alone: ZQNEAR1 is theirs, ZQFREE2 nobody's and ZQFAR7 of sales.
// All of them go over one machine.
type parted struct {
	*planned
	hua         map[string]string // header
	departments map[string]string // ids by name
	moulds      map[string]*production.Mould
	secrets     []string // whatever tells of ZQFAR7
	ids         []string // of ZQFAR7 and what belongs to it
}

func eachParted(t *testing.T, fn func(p *parted)) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		p := &parted{departments: map[string]string{}, moulds: map[string]*production.Mould{}}
		write(ctx, t, a, func(tx store.Tx) error {
			for _, name := range []string{"Works", "Sales"} {
				row := org.Department{Code: name, Name: name, Valid: true}
				if err := a.Org.Departments.Save(ctx, tx, &row); err != nil {
					return err
				}
				p.departments[name] = row.ID
			}
			wide := access.Role{
				Code: "wide", NameZh: "人事", NameEn: "Staff", Type: access.UserDefined, Valid: true, DataScope: access.ScopeAll, Departments: []string{}, Grants: []string{"system.user.check"},
			}
			if err := tx.Insert(ctx, &wide); err != nil { // all people, and with them all lines of the log
				return err
			}
			return tx.Insert(ctx, &access.Role{
				Code: "lead", NameZh: "组长", NameEn: "Lead", Type: access.UserDefined, Valid: true, DataScope: access.ScopeOwn, Departments: []string{},
				Grants: []string{"pm.*", "bom.*", "capp.*", "mf.*", "aps.*", "system.*.check", "ems.*.check", "common.operationLog.*"},
				Files:  []string{"picture.see", "program.see", "program.download"},
			})
		})
		r := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|name|delivery|department", "ZQNEAR1|near cover|2030-03-20|Works", "ZQFREE2|free cover|2030-03-20|", "ZQFAR7|XQCOVER|2020-03-20|Sales"},
			"parts":  {"mouldNo|partNo|name|kind|qty|due", "ZQNEAR1|P1|core|1|1|", "ZQFREE2|P1|core|1|1|", "ZQFAR7|ZQPART7|XQCORE|1|4|2020-03-20"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours", "ZQNEAR1|P1|10|" + mill + "|8", "ZQFREE2|P1|10|" + mill + "|5", "ZQFAR7|ZQPART7|10|" + mill + "|30",
				"ZQFAR7|ZQPART7|20|" + mill + "|30",
			},
			"operationResources": {
				"mouldNo|partNo|opNo|resource|hours|setupHours", "ZQNEAR1|P1|10|" + machine + "|8|1", "ZQFREE2|P1|10|" + machine + "|5|1", "ZQFAR7|ZQPART7|10|" + machine + "|30|1",
			},
			"batches": {"mouldNo|partNo|batchNo|qty|state", "ZQFAR7|ZQPART7|XQLOT|2|1"},
		}))
		if r.Errors != 0 {
			t.Fatalf("%+v", r.Faults)
		}
		var m *identity.Member
		if err := a.DB.System(ctx, "the test makes a person", func(tx store.Tx) (err error) {
			owner, err := store.ActorFrom(ctx)
			if err == nil {
				m, err = a.Identity.Add(ctx, tx, identity.NewMember{
					TenantID: owner.TenantID, Phone: "13811117001", Password: "Passw0rd1", UserName: "hua", RealName: "Hua", Roles: []string{"lead", "wide"}, Factories: []string{owner.FactoryID},
				})
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		write(ctx, t, a, func(tx store.Tx) error {
			_, err := tx.Change((*org.User)(nil)).Set("department_id = ?", p.departments["Works"]).Where("id = ?", m.ID).Exec(ctx)
			return err
		})
		write(ctx, t, a, func(tx store.Tx) error {
			var o production.Operation
			if err := tx.Select(&o).Where("op_no = ?", 20).Scan(ctx); err != nil {
				return err
			}
			return tx.Insert(ctx, &production.OutsourceOrder{MouldID: o.MouldID, OperationID: o.ID, OrderNo: "XQORDER"})
		})
		p.planned = a.plan(ctx, t)
		if r := p.post("aps/exe/job/releaseApsPlan", map[string]any{"id": p.schedule, "version": p.version(), "inForce": ""}, nil); r.Code != 1 {
			t.Fatalf("publish: %+v", r)
		}
		p.know()
		a.API.Exported(ctx, "program", p.ids[2], "XQPROG.nc") // somebody has taken a file of its operation out
		p.hua = signedIn(t, &httptest.Server{URL: p.address}, "13811117001")
		fn(p)
	})
}

// know reads the ids of what is stored.
func (p *parted) know() {
	p.Helper()
	read(p.ctx, p.T, p.a, func(tx store.Tx) error {
		var moulds []production.Mould
		if err := tx.Select(&moulds).Scan(p.ctx); err != nil {
			return err
		}
		for i := range moulds {
			p.moulds[moulds[i].MouldNo] = &moulds[i]
		}
		far := p.moulds["ZQFAR7"].ID
		p.ids = []string{far}
		for _, model := range []any{(*production.Part)(nil), (*production.Operation)(nil), (*production.Batch)(nil), (*production.OutsourceOrder)(nil)} {
			var ids []string
			if err := tx.Select(model).Columns("id").Where("mould_id = ?", far).ScanColumn(p.ctx, &ids); err != nil {
				return err
			}
			p.ids = append(p.ids, ids...)
		}
		return nil
	})
	p.secrets = append([]string{"ZQFAR7", "XQCOVER", "ZQPART7", "XQCORE", "XQLOT", "XQORDER", "XQPROG"}, p.ids...)
}

// as sends a request as somebody and gives the answer.
func (p *parted) as(header map[string]string, method, path string, body any) (int, reply, []byte) {
	p.Helper()
	if body == nil {
		return send(p.T, method, p.address+api.Prefix+path, header, "", nil)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	return send(p.T, method, p.address+api.Prefix+path, header, "application/json", bytes.NewReader(raw))
}

// told are the secrets that an answer holds, but for those that its request named.
func (p *parted) told(answer []byte, request string) (secrets []string) {
	for _, s := range p.secrets {
		if bytes.Contains(answer, []byte(s)) && !strings.Contains(request, s) {
			secrets = append(secrets, s)
		}
	}
	return secrets
}

// requests are the ways to call an operation that reads: by its example, and by the schedule and every row of the shop.
func (p *parted) requests(op api.Operation) (paths []string, bodies []any) {
	ids := append(slices.Clone(p.ids), p.moulds["ZQNEAR1"].ID, p.moulds["ZQFREE2"].ID)
	path := strings.ReplaceAll(op.Path, "{scheduleId}", p.schedule)
	query := url.Values{}
	for k, v := range op.Example.Query {
		query.Set(k, v)
	}
	if op.ID == "aps-explain" {
		query = url.Values{"mould": {p.moulds["ZQNEAR1"].ID}}
	}
	end := ""
	if len(query) > 0 {
		end = "?" + query.Encode()
	}
	if strings.Contains(path, "{id}") {
		for _, id := range ids {
			paths = append(paths, strings.ReplaceAll(path, "{id}", id)+end)
		}
	} else {
		for k, v := range op.Example.Path {
			path = strings.ReplaceAll(path, "{"+k+"}", v)
		}
		paths = []string{path + end}
		if end == "" && op.Method == http.MethodGet && strings.HasSuffix(op.ID, "-list") {
			paths = append(paths, path+"?size=500", path+"?size=500&q=zq")
		}
	}
	example, isMap := op.Example.Body.(map[string]any)
	if !isMap {
		return paths, []any{op.Example.Body}
	}
	body := maps.Clone(example)
	for key := range body {
		switch key {
		case "id", "scheduleId":
			body[key] = p.schedule
		case "planDate":
			body[key] = store.Now().Format(time.DateOnly)
		case "q":
			body[key] = "ZQ"
		case "lockStatus", "columns":
			delete(body, key)
		}
	}
	return paths, []any{body}
}

// Whoever's roles show the moulds of a department sees no other's: no answer of any operation that reads holds the number, the name or
// an id of one of them, nor of what belongs to it. Moulds without person and department are there for everybody.
func TestNothingIsToldOfMouldsOutOfReach(t *testing.T) {
	eachParted(t, func(p *parted) {
		reads, telling := 0, []string{}
		for _, op := range p.a.API.Operations() {
			if op.Example == nil || operators(op) || op.Upload || op.Method != http.MethodGet && !op.Viewing || strings.HasPrefix(op.Path, "/") || op.ID == "view-as" || strings.Contains(op.ID, "logout") {
				continue
			}
			paths, bodies := p.requests(op)
			for _, path := range paths {
				for _, body := range bodies {
					status, _, raw := p.as(p.hua, op.Method, path, body)
					if status >= 500 {
						p.Errorf("%s %s: %d %.200s", op.Method, path, status, raw)
					}
					if told := p.told(raw, path); len(told) > 0 {
						p.Errorf("%s %s tells %v", op.Method, path, told)
					}
					reads++
					if _, _, raw = p.as(p.header, op.Method, path, body); len(p.told(raw, path)) > 0 && !slices.Contains(telling, op.ID) {
						telling = append(telling, op.ID)
					}
				}
			}
		}
		p.Logf("%d requests; %d operations tell a planner: %v", reads, len(telling), telling)
		if len(telling) < 30 {
			p.Errorf("only %d operations tell a planner of the mould: %v", len(telling), telling)
		}
		// A narrow page says why it is.
		var meta struct{ Narrowed []string }
		for path, want := range map[string][]string{"pm/mould": {"people"}, "bom/part": {"people"}, "capp/operation": {"people"}, "bms/material": {}} {
			_, r, raw := p.as(p.hua, http.MethodGet, "meta/"+path[strings.Index(path, "/")+1:], nil)
			if err := json.Unmarshal(r.Data, &meta); err != nil || !slices.Equal(meta.Narrowed, want) {
				p.Errorf("%s: narrowed by %v, %v: %.200s", path, meta.Narrowed, err, raw)
			}
		}
		for path, ids := range map[string][]string{"pm/mould/": {p.ids[0]}, "bom/part/": {p.ids[1]}, "capp/operation/": {p.ids[2]}} {
			for _, id := range ids {
				if status, _, raw := p.as(p.hua, http.MethodGet, path+id, nil); status != http.StatusNotFound {
					p.Errorf("%s: %d %.200s", path, status, raw)
				}
			}
		}
		var page resource.Page[production.Mould]
		_, r, _ := p.as(p.hua, http.MethodGet, "pm/mould?size=500", nil)
		if err := json.Unmarshal(r.Data, &page); err != nil || page.Total != 2 {
			p.Errorf("moulds: %v %+v", err, page)
		}
	})
}

// On the Gantt, work of moulds out of reach stands where it is, as one nameless mould; a schedule that holds them keeps them.
func TestTheGanttAndTheFormOfASchedule(t *testing.T) {
	eachParted(t, func(p *parted) {
		var g, whole result.Gantt
		path := "aps/plan/" + p.schedule + "/gantt"
		_, _, raw := p.as(p.hua, http.MethodGet, path, nil)
		var sent struct{ Data *result.Gantt }
		sent.Data = &g
		if err := json.Unmarshal(raw, &sent); err != nil {
			p.Fatalf("%v %.200s", err, raw)
		}
		_, _, raw = p.as(p.header, http.MethodGet, path, nil)
		sent.Data = &whole
		if err := json.Unmarshal(raw, &sent); err != nil {
			p.Fatal(err)
		}
		place := func(g *result.Gantt, i int) string {
			return fmt.Sprint(g.Resources[g.Bars.Resource[i]].Name, " ", g.Bars.Start[i], "-", g.Bars.End[i])
		}
		var hidden, far []string // where work of the mould out of reach stands: as Hua sees it, and as it is
		others := 0
		for i := range whole.Bars.ID {
			m := whole.Moulds[whole.Bars.Mould[i]]
			if m.No == "ZQFAR7" {
				far = append(far, place(&whole, i))
				continue
			}
			others++
			at := slices.Index(g.Bars.ID, whole.Bars.ID[i])
			if at < 0 || place(&g, at) != place(&whole, i) || g.Moulds[g.Bars.Mould[at]].No != m.No || g.Bars.Flags[at]&4096 != 0 || g.Parts[g.Bars.Part[at]].Mould != g.Bars.Mould[at] {
				p.Errorf("bar %d of %s stands at %d", i, m.No, at)
			}
		}
		for i := range g.Bars.ID {
			if g.Bars.Flags[i]&4096 == 0 {
				continue
			}
			hidden = append(hidden, place(&g, i))
			if g.Moulds[g.Bars.Mould[i]].No != "Other mould" || g.Parts[g.Bars.Part[i]].No != "" || g.Processes[g.Bars.Process[i]].Name != "Other mould" {
				p.Errorf("bar %d: %+v", i, g.Moulds[g.Bars.Mould[i]])
			}
			if slices.Contains(g.Links.From, i) || slices.Contains(g.Links.To, i) {
				p.Errorf("bar %d has links", i)
			}
		}
		if slices.Sort(far); len(far) == 0 || !slices.Equal(slices.Sorted(slices.Values(hidden)), far) || others != 2 {
			p.Errorf("hidden bars %q, want %q; %d others", hidden, far, others)
		}
		// A schedule of three moulds whose form Hua saves keeps the third.
		var s *entity.Schedule
		start := whole.Epoch
		write(p.ctx, p.T, p.a, func(tx store.Tx) (err error) {
			ids := []string{p.moulds["ZQFREE2"].ID, p.moulds["ZQFAR7"].ID}
			s, err = p.a.APS.Save(p.ctx, tx, entity.Config{Name: "two", StartTime: &start, MouldIDs: ids, Settings: map[string]any{}})
			return err
		})
		_, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/configQuery", map[string]any{"id": s.ID})
		var form aps.ConfigView
		if err := json.Unmarshal(r.Data, &form); err != nil || len(form.MouldIDs) != 1 || form.HiddenMoulds != 1 {
			p.Errorf("the form: %v %+v", err, form)
		}
		save := map[string]any{"id": s.ID, "version": s.Version, "name": "three", "startTime": start, "mouldIds": []string{p.moulds["ZQFREE2"].ID, p.moulds["ZQNEAR1"].ID}}
		if _, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/configSave", save); r.Code != 1 {
			p.Errorf("saving: %+v", r)
		}
		read(p.ctx, p.T, p.a, func(tx store.Tx) error { return tx.Select(s).Where("id = ?", s.ID).Scan(p.ctx) })
		if len(s.MouldIDs) != 3 || !slices.Contains(s.MouldIDs, p.moulds["ZQFAR7"].ID) {
			p.Errorf("the schedule holds %v", s.MouldIDs)
		}
		// What the list tells of a schedule tells nothing of the others in it.
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*production.Mould)(nil)).Set("delivery = ?", time.Date(2035, 3, 20, 0, 0, 0, 0, time.UTC)).Where("id = ?", p.moulds["ZQFAR7"].ID).Exec(p.ctx)
			return err
		})
		_, r, _ = p.as(p.hua, http.MethodPost, "aps/exe/job/query", map[string]any{"q": "three"})
		var list struct{ Rows []aps.ScheduleView }
		if err := json.Unmarshal(r.Data, &list); err != nil || len(list.Rows) != 1 || list.Rows[0].HiddenMoulds != 1 || list.Rows[0].LatestDelivery == nil || list.Rows[0].LatestDelivery.Year() != 2030 {
			p.Errorf("the list: %v %+v", err, list)
		}
		save = map[string]any{"id": s.ID, "version": s.Version, "name": "none", "startTime": start, "mouldIds": []string{}}
		if status, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/configSave", save); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "mouldIds") {
			p.Errorf("a form without moulds throws the others out: %d %+v", status, r)
		}
		save = map[string]any{"name": "far", "startTime": start, "mouldIds": []string{p.moulds["ZQFAR7"].ID}}
		if status, _, raw := p.as(p.hua, http.MethodPost, "aps/exe/job/configSave", save); status != http.StatusUnprocessableEntity || bytes.Contains(raw, []byte("ZQFAR7")) {
			p.Errorf("a schedule of a mould out of reach: %d %.200s", status, raw)
		}
		// Nor can Hua change where it stands.
		at := slices.IndexFunc(whole.Bars.ID, func(id string) bool { return slices.Contains(p.ids, id) })
		change := map[string]any{"scheduleId": p.schedule, "version": p.version(), "changes": []any{map[string]any{"kind": "move", "taskId": whole.Bars.ID[at]}}}
		if status, _, raw := p.as(p.hua, http.MethodPost, "aps/schedule/task/update", change); status != http.StatusUnprocessableEntity || len(p.told(raw, whole.Bars.ID[at])) > 0 {
			p.Errorf("moving its task: %d %.200s", status, raw)
		}
	})
}

// A schedule whose moulds somebody does not see at all is not theirs to change; one of which they see a part goes once they have been told
// of the rest. The list says of every schedule how many they do not see.
func TestSchedulesOfMouldsOutOfReachStay(t *testing.T) {
	eachParted(t, func(p *parted) {
		start := time.Date(2019, 1, 7, 0, 0, 0, 0, time.UTC)
		saved := map[string]*entity.Schedule{}
		for name, moulds := range map[string][]string{"far": {"ZQFAR7"}, "mixed": {"ZQFAR7", "ZQNEAR1"}, "all": {}} {
			ids := []string{}
			for _, no := range moulds {
				ids = append(ids, p.moulds[no].ID)
			}
			write(p.ctx, p.T, p.a, func(tx store.Tx) (err error) {
				saved[name], err = p.a.APS.Save(p.ctx, tx, entity.Config{Name: name, StartTime: &start, MouldIDs: ids, Settings: map[string]any{}})
				return err
			})
		}
		far := saved["far"]
		for call, body := range map[string]map[string]any{
			"startScheduling":  {"id": far.ID},
			"releaseApsPlan":   {"id": far.ID, "version": far.Version, "inForce": ""},
			"modifyExejobName": {"id": far.ID, "version": far.Version, "name": "mine"},
			"configSave":       {"id": far.ID, "version": far.Version, "name": "mine", "startTime": start, "mouldIds": []string{p.moulds["ZQNEAR1"].ID}},
			"deleteSchedule":   {"ids": []string{far.ID}},
		} {
			if _, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/"+call, body); r.Code != problem.Refused || r.Message != "The moulds of the schedule “far” are all out of your reach" {
				p.Errorf("%s: %d %s", call, r.Code, r.Message)
			}
		}
		remove := map[string]any{"ids": []string{saved["mixed"].ID}}
		_, r, raw := p.as(p.hua, http.MethodPost, "aps/exe/job/deleteSchedule", remove)
		var asked struct{ Key string }
		if err := json.Unmarshal(r.Data, &asked); err != nil || asked.Key == "" || r.Message != "Moulds that you may not see are planned by: mixed. Delete anyway?" {
			p.Fatalf("a part: %s", raw)
		}
		_, r, _ = p.as(p.hua, http.MethodPost, "aps/exe/job/query", map[string]any{})
		var list struct{ Rows []aps.ScheduleView }
		if err := json.Unmarshal(r.Data, &list); err != nil {
			p.Fatal(err)
		}
		unseen := map[string]int{}
		for _, row := range list.Rows {
			unseen[row.Name] = row.HiddenMoulds
		}
		if unseen["far"] != 1 || unseen["mixed"] != 1 || unseen["all"] != 1 {
			p.Errorf("moulds that are not seen: %v", unseen)
		}
		if _, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/deleteSchedule?confirm="+url.QueryEscape(asked.Key), remove); r.Code != 1 {
			p.Errorf("once told: %d %s", r.Code, r.Message)
		}
		// Of all moulds before its first plan: the open ones count.
		all := saved["all"]
		calls := map[string]map[string]any{
			"modifyExejobName": {"id": all.ID, "version": all.Version, "name": "mine"}, "startScheduling": {"id": all.ID}, "deleteSchedule": {"ids": []string{all.ID}},
		}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*production.Mould)(nil)).Set("department_id = ?", p.departments["Sales"]).Where("mould_no <> ?", "").Exec(p.ctx)
			return err
		})
		for call, body := range calls {
			if _, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/"+call, body); r.Code != problem.Refused || r.Message != "The moulds of the schedule “all” are all out of your reach" {
				p.Errorf("%s of all moulds, of which none is seen: %d %s", call, r.Code, r.Message)
			}
		}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*production.Mould)(nil)).Set("department_id = ?", p.departments["Works"]).Where("mould_no = ?", "ZQNEAR1").Exec(p.ctx)
			return err
		})
		if _, r, _ := p.as(p.hua, http.MethodPost, "aps/exe/job/modifyExejobName", calls["modifyExejobName"]); r.Code != 1 {
			p.Errorf("renamed by who sees one of them: %d %s", r.Code, r.Message)
		}
	})
}

// Whoever sees a part of the moulds writes within it: a mould stays in their reach, a number of another mould is taken and nothing else
// is told, and a file changes none that they do not see.
func TestWritingWithinOnesReach(t *testing.T) {
	eachParted(t, func(p *parted) {
		patch := func(no string, body map[string]any) (int, []byte) {
			body["version"] = p.moulds[no].Version
			status, _, raw := p.as(p.hua, http.MethodPatch, "pm/mould/"+p.moulds[no].ID, body)
			return status, raw
		}
		for what, c := range map[string]struct {
			no   string
			body map[string]any
			want int
		}{
			"another's mould":      {"ZQFAR7", map[string]any{"name": "mine"}, http.StatusNotFound},
			"to another's":         {"ZQNEAR1", map[string]any{"departmentId": p.departments["Sales"]}, http.StatusUnprocessableEntity},
			"nobody's to anothers": {"ZQFREE2", map[string]any{"departmentId": p.departments["Sales"]}, http.StatusUnprocessableEntity},
			"a taken number":       {"ZQNEAR1", map[string]any{"mouldNo": "ZQFAR7"}, http.StatusUnprocessableEntity},
		} {
			status, raw := patch(c.no, c.body)
			if status != c.want || bytes.Contains(raw, []byte("XQCOVER")) || len(p.told(raw, "ZQFAR7"+p.ids[0])) > 0 {
				p.Errorf("%s: %d %.300s", what, status, raw)
			}
		}
		for _, no := range []string{"ZQPART7", "P99"} { // whether the mould has such a part is not told
			status, _, raw := p.as(p.hua, http.MethodPost, "bom/part", map[string]any{"mouldId": p.moulds["ZQFAR7"].ID, "partNo": no, "name": "x", "kind": 1, "qty": 1})
			if status != http.StatusUnprocessableEntity || bytes.Contains(raw, []byte(`"partNo"`)) {
				p.Errorf("a part of a mould out of reach: %d %.300s", status, raw)
			}
		}
		if status, raw := patch("ZQFREE2", map[string]any{"departmentId": p.departments["Works"]}); status != http.StatusOK {
			p.Errorf("nobody's to one's own: %d %.200s", status, raw)
		}
		if status, _, raw := p.as(p.hua, http.MethodPost, "mf/progress", map[string]any{"operationId": p.ids[2], "status": 1, "basedOn": ""}); status != http.StatusNotFound {
			p.Errorf("a report: %d %.200s", status, raw)
		}
		actor, err := p.a.Identity.Authenticate(p.ctx, api.Caller{Token: p.hua["mdbtk"]})
		if err != nil {
			p.Fatal(err)
		}
		ctx := store.WithActor(p.ctx, actor)
		for _, mode := range []string{production.ModeMould, production.ModeRow, production.ModeReplace} {
			r, err := p.a.Production.Import(ctx, p.a.DB, production.Upload{Name: "x.xlsx", Mode: mode, DryRun: true, Data: book(p.T, map[string][]string{
				"moulds": {"mouldNo|name|delivery|department", "ZQFAR7|changed|2031-03-20|Works", "ZQNEAR1|near one|2030-03-20|Works"},
				"parts":  {"mouldNo|partNo|qty", "ZQFAR7|P8|1", "ZQNEAR1|P1|1"},
			})})
			if err != nil {
				p.Fatal(err)
			}
			raw, err := json.Marshal(r)
			if err != nil {
				p.Fatal(err)
			}
			refused := 0
			for _, f := range r.Faults {
				if f.Rule == "permission" && strings.Contains(fmt.Sprintf("%+v", f), "a mould that you may not see") {
					refused++
				}
			}
			if refused != 2 || len(p.told(raw, "ZQFAR7")) > 0 {
				p.Errorf("%s: %d refused, tells %v: %+v", mode, refused, p.told(raw, "ZQFAR7"), r.Faults)
			}
		}
		r, err := p.a.Production.Import(ctx, p.a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(p.T, map[string][]string{
			"moulds": {"mouldNo|delivery|department|responsible", "ZQNEW5|2030-03-20|Sales|", "ZQNEW6|2030-03-20|Works|hua", "ZQNEW8|2030-03-20|Works|nobody"},
		})})
		if err != nil {
			p.Fatal(err)
		}
		var faults []string
		for _, f := range r.Faults {
			faults = append(faults, f.Column+" "+f.Rule)
		}
		if slices.Sort(faults); !slices.Equal(faults, []string{"department reach", "responsible reference"}) {
			p.Errorf("%v: %+v", faults, r.Faults)
		}
	})
}
