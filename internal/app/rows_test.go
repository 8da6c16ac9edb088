package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// patched changes a row as a form does and gives field and rule of what refuses it, empty when nothing does.
func patched[T any](ctx context.Context, t *testing.T, a *App, patch func(context.Context, store.Tx, string, resource.Body) (*T, error), id string, version int64, change string) string {
	t.Helper()
	var values resource.Body
	if err := json.Unmarshal(fmt.Appendf(nil, `{"version": %d, %s}`, version, change), &values); err != nil {
		t.Fatal(err)
	}
	err := a.DB.Write(ctx, func(tx store.Tx) error {
		_, err := patch(ctx, tx, id, values)
		return err
	})
	return refusal(err)
}

// refusal is field and rule of what refuses a save, empty when nothing does.
func refusal(err error) string {
	var p *problem.Problem
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &p) || len(p.Fields) != 1:
		return err.Error()
	}
	return p.Fields[0].Field + " " + p.Fields[0].Rule
}

func importedMachine(ctx context.Context, t *testing.T, tx store.Tx, name string) string {
	t.Helper()
	m, err := importMasters(ctx, tx)
	if err != nil {
		t.Fatal(err)
	}
	return m.Machines[name].ID
}

// read and write do something in a transaction that must succeed.
func read(ctx context.Context, t *testing.T, a *App, do func(tx store.Tx) error) {
	t.Helper()
	if err := a.DB.Read(ctx, do); err != nil {
		t.Fatal(err)
	}
}

func write(ctx context.Context, t *testing.T, a *App, do func(tx store.Tx) error) {
	t.Helper()
	if err := a.DB.Write(ctx, do); err != nil {
		t.Fatal(err)
	}
}

// faultsOf are the faults of a result as sheet, row, column and rule.
func faultsOf(result *production.ImportResult) (faults []string) {
	for _, f := range result.Faults {
		faults = append(faults, strings.Join([]string{f.Level, f.Sheet, f.Column, f.Rule, f.Value}, " "))
	}
	return faults
}

// mayImport lets the actor add and change the rows of a list.
func mayImport(ctx context.Context, t *testing.T, permission string) context.Context {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.May = maps.Clone(actor.May)
	if actor.May == nil {
		actor.May = map[string]bool{}
	}
	actor.May[permission+".check"], actor.May[permission+".add"], actor.May[permission+".modify"] = true, true, true
	return store.WithActor(ctx, actor)
}

func edmProcess(ctx context.Context, t *testing.T, a *App) string {
	t.Helper()
	var p basedata.Process
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		return tx.Select(&p).Where("class = ?", basedata.ClassEDM).Order("code").Limit(1, 0).Scan(ctx)
	}); err != nil {
		t.Fatal(err)
	}
	return p.Code
}

// routeWithElectrodes brings a mould with an EDM operation and two electrodes, and another mould with one.
func (a *App) routeWithElectrodes(ctx context.Context, t *testing.T) (operations map[string]production.Operation, parts map[string]string) {
	t.Helper()
	mill, _ := codes(t)
	result := a.importBook(ctx, t, book(t, map[string][]string{
		"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2"},
		"electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2", "M2|E9"},
		"operations": {"mouldNo|partNo|opNo|process|hours|setupHours|pred", "M1|P1|10|" + mill + "|4||", "M1|P1|20|" + edmProcess(ctx, t, a) + "|6|1|", "M1|E2|10|" + mill + "|1||P1/20"},
	}))
	if result.FaultCount != 0 {
		t.Fatalf("%+v", result.Faults)
	}
	operations, parts = map[string]production.Operation{}, map[string]string{}
	read(ctx, t, a, func(tx store.Tx) error {
		var rows []production.Part
		if err := tx.Select(&rows).Scan(ctx); err != nil {
			return err
		}
		numbers := map[string]string{}
		for _, p := range rows {
			parts[p.PartNo], numbers[p.ID] = p.ID, p.PartNo
		}
		var all []production.Operation
		err := tx.Select(&all).Scan(ctx)
		for _, o := range all {
			operations[fmt.Sprintf("%s/%d", numbers[o.PartID], o.OpNo)] = o
		}
		return err
	})
	return operations, parts
}

// place is a machine by name and id.
type place struct{ name, id string }

// endsOfGroup are the first and the last machine of a process's group.
func endsOfGroup(ctx context.Context, t *testing.T, a *App, process string) (first, last place) {
	t.Helper()
	read(ctx, t, a, func(tx store.Tx) error {
		m, err := importMasters(ctx, tx)
		if err != nil {
			return err
		}
		group := m.Groups[m.Processes[process].DefaultGroup].ID
		for name, x := range m.Machines {
			if x.GroupID != group {
				continue
			}
			if first.id == "" || name < first.name {
				first = place{name, x.ID}
			}
			if last.id == "" || name > last.name {
				last = place{name, x.ID}
			}
		}
		return nil
	})
	return first, last
}
