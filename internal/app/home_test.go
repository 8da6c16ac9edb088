package app

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/registration"
)

// HOME-01: a member of a group finds what is dispatched to it, an auditor what waits for an audit; nobody else sees either.
func TestWhatWaitsForAPerson(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		floor, operator := signedIn(t, in.server, "13800000004"), operatorIn(t.Context(), t, a, in.server)
		actor, err := a.Identity.Authenticate(t.Context(), api.Caller{Token: operator["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		theirs := store.WithActor(ctx, actor)
		home := func(header map[string]string) (h Home) {
			t.Helper()
			if status, r := ask(t, in.server, header, http.MethodGet, "upms/home", nil); status != http.StatusOK || json.Unmarshal(r.Data, &h) != nil {
				t.Fatalf("%d %+v", status, r)
			}
			return h
		}
		name := machineFor(ctx, t, a, mill)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|2"},
		}), nil)
		var machine basedata.Machine
		var operation production.Operation
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&machine).Where("name = ?", name).Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&operation).Where("op_no = ?", 10).Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			var accounts, members []string
			if err := a.DB.SystemRead(ctx, "a test", func(tx store.Tx) error {
				return tx.Select((*identity.Account)(nil)).Columns("id").Where("phone = ?", "13800000004").ScanColumn(ctx, &accounts)
			}); err != nil {
				return err
			}
			if err := tx.Select((*identity.Member)(nil)).Columns("id").WhereIn("account_id", accounts).ScanColumn(ctx, &members); err != nil {
				return err
			}
			var group basedata.Group
			if err := tx.Select(&group).Where("id = ?", machine.GroupID).Scan(ctx); err != nil {
				return err
			}
			group.UserIDs = members
			return tx.Update(ctx, &group, "user_ids")
		}); err != nil {
			t.Fatal(err)
		}
		if h := home(floor); len(h.Groups) != 1 || h.TaskTotal != 0 || len(h.Tasks) != 0 {
			t.Errorf("nothing is dispatched yet: %+v", h)
		}
		if status, r := ask(t, in.server, floor, http.MethodPost, "mf/progress", map[string]any{"operationId": operation.ID, "status": 1, "now": true, "machineId": machine.ID, "basedOn": ""}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if h := home(floor); h.TaskTotal != 1 || h.Tasks[0].MouldNo != "M1" || h.Tasks[0].OpNo != 10 || h.Tasks[0].Status != production.Running || h.Tasks[0].Machine != name || h.Tasks[0].Start == nil || h.AuditTotal != 0 {
			t.Errorf("my task: %+v", h)
		}
		if h := home(signedIn(t, in.server, "13800000002")); len(h.Groups) != 0 || h.TaskTotal != 0 {
			t.Errorf("who is in no group: %+v", h)
		}

		if h := home(operator); h.AuditTotal != 0 || h.TaskTotal != 0 {
			t.Errorf("nobody has applied: %+v", h)
		}
		if err := a.DB.Write(theirs, func(tx store.Tx) error { return a.Joining.All().Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		if h := home(operator); h.AuditTotal != 1 || h.Audits[0].Title != "南方模具" || h.Audits[0].Kind != "registration" || h.Audits[0].Path != "/settings/registration/"+h.Audits[0].ID || h.Audits[0].Since == nil {
			t.Errorf("my audit: %+v", h)
		}
		if h := home(in.header); h.AuditTotal != 0 {
			t.Errorf("a company's administrator audits: %+v", h)
		}
		if err := a.DB.Write(theirs, func(tx store.Tx) error {
			_, err := tx.Change((*registration.Application)(nil)).Set("state = ?", registration.Approved).Where("state = ?", registration.Waiting).Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if h := home(operator); h.AuditTotal != 0 {
			t.Errorf("what has been audited still waits: %+v", h)
		}
	})
}
