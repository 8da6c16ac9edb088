package org

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Department is a part of the company.
type Department struct {
	bun.BaseModel `bun:"table:department" json:"-"`
	store.Row
	Code        string `bun:"code" json:"code"`
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	ParentID    string `bun:"parent_id" json:"parentId"`
	Level       int    `bun:"level" json:"level"` // 1 without a parent
	ManagerID   string `bun:"manager_id" json:"managerId"`
	Phone       string `bun:"phone" json:"phone"`
	Address     string `bun:"address" json:"address"`
	Remark      string `bun:"remark" json:"remark"`
	Valid       bool   `bun:"valid" json:"valid"`
}

// Ownership says that a department belongs to its people.
func (*Department) Ownership() store.Ownership { return store.Ownership{Department: "id"} }

func (d *Org) department() resource.Spec[*Department] {
	return resource.Spec[*Department]{
		Path: "upms/department", Label: L("部门", "Department"), Permission: "system.department", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000e11",
		Example:   &api.Example{Body: map[string]any{"code": "D900", "name": "模具制造部", "phone": "0755-1234567", "address": "深圳市宝安区一号"}},
		Form: func(p *Department, f *resource.Form) {
			f.Text(&p.Code, "编码", "Code").Required().Unique().Max(20)
			f.Text(&p.Name, "名称", "Name").Required().Title().Max(30)
			f.EnglishName(&p.EnglishName)
			f.Self(&p.ParentID, "上级部门", "Parent department").NoCycle()
			f.Integer(&p.Level, "层级", "Level").Fixed()
			f.Ref(&p.ManagerID, d.deps.People, "负责人", "Manager")
			f.Text(&p.Phone, "电话", "Telephone").Max(30)
			f.Text(&p.Address, "地址", "Address").Max(100)
			f.Text(&p.Remark, "备注", "Remark").Max(100)
			f.Valid(&p.Valid)
		},
		Rules: d.departmentRules, AfterSave: sinkDepartments,
	}
}

var (
	msgTopDepartment = L("您的数据范围不含整个企业，请选择您可以看到的上级部门", "You do not see the whole company: choose a parent department that you see")
	msgSeesBeyond    = L("这样会使人看到您数据范围以外的数据", "This would let somebody see records beyond your own data scope")
	msgUnderBeyond   = L("您的数据范围不含此部门的下级，不能在此新建部门", "Your data scope does not hold what stands below this department, so that you cannot make one here")
)

// departmentRules hold a department against the reach of whoever asks and against the depth of the tree: what they make or move has
// to stay where they see it, and shows nobody more than they see.
func (d *Org) departmentRules(ctx context.Context, tx store.Tx) (func(old, now *Department) error, error) {
	levels, err := departmentLevels(ctx, tx)
	if err != nil || !tx.Actor().Reach.Narrow && !tx.Actor().Work.Narrow {
		return levels, err
	}
	rights, err := d.deps.Rights(ctx, tx)
	return func(old, now *Department) error {
		if old != nil && old.ParentID == now.ParentID && old.ManagerID == now.ManagerID {
			return levels(old, now)
		}
		if tx.Actor().Reach.Narrow && now.ParentID == "" && (old == nil || old.ParentID != "") {
			return problem.Invalid(problem.Field("parentId", "reach", msgTopDepartment))
		}
		switch stays, sees := rights.Moves(now.ID, now.ParentID, now.ManagerID); {
		case !stays && old != nil && old.ParentID == now.ParentID:
			return problem.Invalid(problem.Field("managerId", "reach", msgSeesBeyond))
		case !stays:
			return problem.Invalid(problem.Field("parentId", "reach", msgSeesBeyond))
		case !sees && old == nil:
			return problem.Invalid(problem.Field("parentId", "reach", msgUnderBeyond))
		}
		return levels(old, now)
	}, err
}

// deepest is how many levels departments have: the tree stays within its page.
const deepest = 10

var msgDepth = L("部门最多 %d 级", "Departments have at most %d levels")

// departmentLevels gives a department the level that follows from its parent, and refuses one that would stand, or push those below
// it, too deep. Departments that it has let pass count as stored, so that a sheet may bring a parent and its child in any order.
func departmentLevels(ctx context.Context, tx store.Tx) (func(old, now *Department) error, error) {
	var rows []Department
	if err := tx.Select(&rows).Columns("id", "parent_id").Scan(ctx); err != nil {
		return nil, err
	}
	parents := make(map[string]string, len(rows))
	for _, r := range rows {
		parents[r.ID] = r.ParentID
	}
	below := func(id string) (levels int) { // each level once: a circle is refused elsewhere
		for above := map[string]bool{id: true}; levels <= deepest; levels++ {
			next := map[string]bool{}
			for child, parent := range parents {
				if above[parent] {
					next[child] = true
				}
			}
			if len(next) == 0 {
				return levels
			}
			above = next
		}
		return levels
	}
	return func(old, now *Department) error {
		_, isThere := parents[now.ParentID]
		now.Level = 1 // none, or a parent that is not known yet: see sinkDepartments
		for id := now.ParentID; isThere && id != "" && now.Level <= deepest; id = parents[id] {
			now.Level++
		}
		levels := now.Level
		if now.ID != "" {
			parents[now.ID] = now.ParentID
		}
		if old != nil && old.ParentID != now.ParentID { // nothing is below a new one
			levels += below(now.ID)
		}
		if levels > deepest && (old == nil || old.ParentID != now.ParentID) {
			if old != nil {
				parents[now.ID] = old.ParentID
			} else {
				delete(parents, now.ID)
			}
			return problem.Invalid(problem.Field("parentId", "depth", msgDepth, deepest))
		}
		return nil
	}, nil
}

// sinkDepartments lets the departments below one that has moved follow it.
func sinkDepartments(ctx context.Context, tx store.Tx, old, now *Department) error {
	if old != nil && old.Level == now.Level {
		return nil
	}
	for above, level := []string{now.ID}, now.Level+1; len(above) > 0; level++ {
		var below []string
		if err := tx.Select((*Department)(nil)).Columns("id").WhereIn("parent_id", above).ScanColumn(ctx, &below); err != nil {
			return err
		}
		if len(below) > 0 {
			if _, err := tx.Change((*Department)(nil)).Set("level = ?", level).WhereIn("id", below).Where("level <> ?", level).Exec(ctx); err != nil {
				return err
			}
		}
		above = below
	}
	return nil
}
