package basedata

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// LayoutSections are the sections that have a floor plan: all that the caller sees.
type LayoutSections struct {
	Rows []LayoutSection `json:"rows" nullable:"false"`
}

// LayoutSection is a section with how far its plan has come.
type LayoutSection struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ChineseName string `json:"chineseName"`
	Valid       bool   `json:"valid"`
	Machines    int    `json:"machines" doc:"that belong to it"`
	Placed      int    `json:"placed" doc:"of them, that have a place"`
}

// MachineLayout is the floor plan of a section with all that drawing it takes, so that a board needs no other call.
type MachineLayout struct {
	SectionID   string          `json:"sectionId"`
	Section     string          `json:"section" doc:"name"`
	ChineseName string          `json:"chineseName"`
	Version     int64           `json:"version" doc:"of the whole arrangement; 0: nobody has saved one yet"`
	Width       int             `json:"width" doc:"cells, 1 to 60"`
	Height      int             `json:"height" doc:"cells, 1 to 40"`
	Machines    []LayoutMachine `json:"machines" nullable:"false" doc:"of the section, in the order of their codes"`
}

// LayoutMachine is a machine of a section and its place.
type LayoutMachine struct {
	ID      string `json:"id"`
	Code    string `json:"code" doc:"what machines call their name"`
	Name    string `json:"name" doc:"what machines call their alias; may be empty"`
	Status  int    `json:"status" enum:"0,1,2" doc:"0 invalid, 1 normal, 2 in service"`
	GroupID string `json:"groupId"`
	Group   string `json:"group" doc:"name"`
	Place   *Tile  `json:"place,omitempty" doc:"absent: it has none"`
}

// SectionInput names a section.
type SectionInput struct {
	SectionID string `path:"sectionId"`
}

// LayoutInput is a section as it is to be arranged.
type LayoutInput struct {
	SectionID string `path:"sectionId"`
	Body      LayoutDraft
}

// LayoutDraft is the whole arrangement of a section; machines that it leaves out have no place any more.
type LayoutDraft struct {
	Version  int64           `json:"version" minimum:"0" doc:"that was shown; when somebody has arranged the section since, nothing is saved (20009)"`
	Width    int             `json:"width" doc:"cells, 1 to 60"`
	Height   int             `json:"height" doc:"cells, 1 to 40"`
	Machines []PlacedMachine `json:"machines" nullable:"false"`
}

// PlacedMachine is a machine with its place.
type PlacedMachine struct {
	ID    string `json:"id"`
	Place Tile   `json:"place"`
}

const sectionExample = "01900000-0000-7000-8000-000000000101"

func (d *Master) mountMachineLayout(s *api.Server) {
	at := map[string]string{"sectionId": resource.ReferredID(sectionExample)}
	op := func(method, path, id, summary, operation string, example api.Example) api.Operation {
		return api.Operation{
			Method: method, Path: "bms/machine-layout" + path, ID: "machine-layout-" + id, Summary: summary, Tag: "bms",
			Permission: "ems.machine." + operation, Example: &example,
		}
	}
	api.Read(s, op(http.MethodGet, "", "sections", "The sections and how many of their machines have a place", "check", api.Example{}),
		func(ctx context.Context, tx store.Tx, _ *struct{}) (LayoutSections, error) {
			return d.layoutSections(ctx, tx)
		})
	api.Read(s, op(http.MethodGet, "/{sectionId}", "plan", "The floor plan of a section", "check", api.Example{Path: at}),
		func(ctx context.Context, tx store.Tx, in *SectionInput) (MachineLayout, error) {
			return d.Layout(ctx, tx, in.SectionID)
		})
	empty := map[string]any{"version": 0, "width": firstGridWidth, "height": firstGridHeight, "machines": []any{}}
	api.Write(s, op(http.MethodPost, "/{sectionId}", "save", "Arrange the machines of a section", "modify", api.Example{Path: at, Body: empty}),
		func(ctx context.Context, tx store.Tx, in *LayoutInput) (MachineLayout, error) {
			return d.SaveLayout(ctx, tx, in.SectionID, &in.Body)
		})
}
