package basedata

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// FlowEntry is one line of the flow-time screen.
type FlowEntry struct {
	ID      string           `json:"id" doc:"empty: a new entry"`
	Version int64            `json:"version"`
	Up      string           `json:"up" doc:"id of a group or machine"`
	Down    string           `json:"down" doc:"id of a group or machine"`
	Minutes quantity.Minutes `json:"transferHours"`
}

// FlowEntries are the flow times of the factory with the resources that they may lie between.
type FlowEntries struct {
	Rows   []FlowEntry `json:"rows" nullable:"false"`
	Places []Place     `json:"places" nullable:"false"`
}

// FlowSaveInput are the entries that were ticked.
type FlowSaveInput struct {
	Body struct {
		Rows []FlowDraft `json:"rows"`
	}
}

// FlowDraft is an entry as it was typed; hours may be missing.
type FlowDraft struct {
	ID      string          `json:"id,omitempty"`
	Version int64           `json:"version,omitempty"`
	Up      string          `json:"up,omitempty"`
	Down    string          `json:"down,omitempty"`
	Hours   json.RawMessage `json:"transferHours,omitempty"`
}

// FlowRemoveInput names the entries to remove.
type FlowRemoveInput struct {
	Body struct {
		IDs      []string         `json:"ids"`
		Versions map[string]int64 `json:"versions,omitempty" doc:"that were shown, by id; when somebody has changed one of the entries since, none is removed (20009)"`
	}
}

// FlowCount says how many entries were written or removed.
type FlowCount struct {
	Count int `json:"count"`
}

// Mount registers the calls that are not those of an entity.
func (d *Master) Mount(s *api.Server) {
	d.mountFormulaTrial(s)
	d.mountToleranceTable(s)
	d.mountGroupCapacity(s)
	d.mountMachineLayout(s)
	op := func(name, summary, operation string, body map[string]any) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "aps/flowTime/" + name, ID: "flow-time-" + name + "-entries", Summary: summary, Tag: "aps",
			Permission: "aps.flowTime." + operation, Example: &api.Example{Body: body},
		}
	}
	api.Read(s, op("get", "All flow times and the resources that they may lie between", "check", map[string]any{}),
		func(ctx context.Context, tx store.Tx, _ *struct{}) (FlowEntries, error) {
			return d.flowEntries(ctx, tx)
		})
	example := []map[string]any{{"up": resource.ReferredID(machineExample), "down": resource.SecondReferredID(machineExample), "transferHours": 0.5}}
	api.Write(s, op("save", "Save the ticked flow times", "modify", map[string]any{"rows": example}),
		func(ctx context.Context, tx store.Tx, in *FlowSaveInput) (FlowCount, error) {
			return d.saveFlows(ctx, tx, in.Body.Rows)
		})
	api.Write(s, op("remove", "Remove flow times", "delete", map[string]any{"ids": []string{flowTimeExample}}),
		func(ctx context.Context, tx store.Tx, in *FlowRemoveInput) (FlowCount, error) {
			return d.removeFlows(ctx, tx, in.Body.IDs, in.Body.Versions)
		})
}

// removeFlows removes the ticked entries as they were shown, by id in versions, together or not at all.
func (d *Master) removeFlows(ctx context.Context, tx store.Tx, ids []string, versions map[string]int64) (FlowCount, error) {
	if len(ids) == 0 {
		return FlowCount{}, problem.Refuse(msgTickFlow)
	}
	if err := resource.VersionsOfIDs(ids, versions); err != nil {
		return FlowCount{}, err
	}
	for _, id := range ids {
		if err := d.FlowTimes.IsAsShown(ctx, tx, id, versions[id]); err != nil {
			return FlowCount{}, err
		}
		if err := d.FlowTimes.Delete(ctx, tx, id); err != nil {
			return FlowCount{}, err
		}
	}
	return FlowCount{len(ids)}, nil
}

func (d *Master) flowEntries(ctx context.Context, tx store.Tx) (FlowEntries, error) {
	out := FlowEntries{Rows: []FlowEntry{}, Places: []Place{}}
	var rows []FlowTime
	order := "name"
	if problem.Language(ctx) == problem.English {
		order = "english_name|name"
	}
	if err := tx.Seen(&rows).Order(order, "id").Scan(ctx); err != nil {
		return out, err
	}
	for _, t := range rows {
		out.Rows = append(out.Rows, FlowEntry{t.ID, t.Version, t.up(), t.down(), t.Minutes})
	}
	places, err := readPlaces(ctx, tx)
	if err != nil {
		return out, err
	}
	hidden := tx.Actor().Hidden
	for _, p := range places {
		if !slices.Contains(hidden.Groups, p.ID) && !slices.Contains(hidden.Machines, p.ID) {
			p.Name, p.OtherName = p.shown(ctx), resource.OtherName(ctx, p.Name, p.english)
			out.Places = append(out.Places, p)
		}
	}
	slices.SortFunc(out.Places, func(p, q Place) int {
		return cmp.Or(cmp.Compare(p.Kind, q.Kind), cmp.Compare(p.Name, q.Name))
	})
	return out, nil
}

// saveFlows writes the ticked entries together or not at all; every fault is named by its line.
func (d *Master) saveFlows(ctx context.Context, tx store.Tx, drafts []FlowDraft) (FlowCount, error) {
	if len(drafts) == 0 {
		return FlowCount{}, problem.Refuse(msgTickFlow)
	}
	places, err := readPlaces(ctx, tx)
	if err != nil {
		return FlowCount{}, err
	}
	var bad []problem.FieldError
	for i, draft := range drafts {
		body, unknown := draft.body(places, i)
		if len(unknown) > 0 {
			bad = append(bad, unknown...)
			continue
		}
		if draft.ID == "" {
			_, err = d.FlowTimes.Create(ctx, tx, body)
		} else {
			_, err = d.FlowTimes.Patch(ctx, tx, draft.ID, body)
		}
		var p *problem.Problem
		switch {
		case err == nil:
		case errors.As(err, &p) && len(p.Fields) > 0:
			for _, f := range p.Fields {
				bad = append(bad, problem.Field(draftField(i, f.Field), f.Rule, f.Text()))
			}
		default:
			return FlowCount{}, err
		}
	}
	if len(bad) > 0 {
		return FlowCount{}, problem.Invalid(bad...)
	}
	return FlowCount{len(drafts)}, nil
}

// body is the draft as the entity takes it.
func (f FlowDraft) body(places map[string]Place, line int) (resource.Body, []problem.FieldError) {
	fields := map[string]any{"upGroupId": "", "upMachineId": "", "downGroupId": "", "downMachineId": "", "transferHours": f.Hours}
	var bad []problem.FieldError
	for end, id := range map[string]string{"up": f.Up, "down": f.Down} {
		p, known := places[id]
		switch {
		case known && p.Kind == "group":
			fields[end+"GroupId"] = id
		case known:
			fields[end+"MachineId"] = id
		case id != "":
			bad = append(bad, problem.Field(fmt.Sprintf("rows.%d.%s", line, end), "reference", msgUnknownPlace))
		}
	}
	if f.ID != "" {
		fields["version"] = f.Version
	}
	body := resource.Body{}
	for key, value := range fields {
		raw, err := json.Marshal(value)
		if err != nil { // only the raw hours could fail, and they were read as JSON
			continue
		}
		body[key] = raw
	}
	return body, bad
}

// draftField is the place in the screen that a field of the entity has.
func draftField(line int, field string) string {
	switch {
	case strings.HasPrefix(field, "up"):
		field = "up"
	case strings.HasPrefix(field, "down"):
		field = "down"
	}
	return fmt.Sprintf("rows.%d.%s", line, field)
}
