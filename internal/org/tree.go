package org

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Tree is every department of the company with its people counted, by code.
type Tree struct {
	Rows []TreeRow `json:"rows" nullable:"false"`
}

// TreeRow is a department in the tree.
type TreeRow struct {
	ID       string `json:"id"`
	Version  int64  `json:"version"`
	Code     string `json:"code"`
	Name     string `json:"name"`
	ParentID string `json:"parentId"`
	Level    int    `json:"level"`
	Manager  string `json:"manager" doc:"name of its manager"`
	Phone    string `json:"phone"`
	Address  string `json:"address"`
	Valid    bool   `json:"valid"`
	People   int    `json:"people" doc:"in the department itself"`
}

// mountTree registers the call behind the organisation screen.
func (d *Org) mountTree(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/department-tree", ID: "department-tree", Summary: "Every department, with its people counted", Tag: "upms",
		Permission: "system.department.check", Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (Tree, error) { return d.tree(ctx, tx) })
}

func (d *Org) tree(ctx context.Context, tx store.Tx) (Tree, error) {
	tree := Tree{Rows: []TreeRow{}}
	var rows []Department
	if err := tx.Seen(&rows).Order("code", "id").Scan(ctx); err != nil {
		return tree, err
	}
	var homes []string
	if err := tx.Seen((*User)(nil)).Columns("department_id").Where("department_id <> ''").ScanColumn(ctx, &homes); err != nil {
		return tree, err
	}
	people, managers := map[string]int{}, map[string]bool{}
	for _, id := range homes {
		people[id]++
	}
	for i := range rows {
		if rows[i].ManagerID != "" {
			managers[rows[i].ManagerID] = true
		}
	}
	names := map[string]string{}
	if len(managers) > 0 {
		found, err := d.deps.People.Find(ctx, tx, slices.Sorted(maps.Keys(managers)))
		if err != nil {
			return tree, err
		}
		for _, e := range found {
			names[e.ID] = e.Name
		}
	}
	for id := range managers {
		if names[id] == "" {
			names[id] = resource.WordUnseen.In(problem.Language(ctx))
		}
	}
	for i := range rows {
		r := &rows[i]
		tree.Rows = append(tree.Rows, TreeRow{r.ID, r.Version, r.Code, resource.ShownName(ctx, r.Name, r.EnglishName), r.ParentID, r.Level, names[r.ManagerID], r.Phone, r.Address, r.Valid, people[r.ID]})
	}
	return tree, nil
}
