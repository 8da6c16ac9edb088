package app

import (
	"context"

	"mouldworks/internal/access"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/store"
)

// demoJobs is where the demo's people work: user name, work number, English name, spelling, title and department.
var demoJobs = []struct{ user, number, english, spell, title, department string }{
	{"admin", "W001", "Jing Chen", "chen jing", "MGR", "OFFICE"},
	{"planner", "W002", "Wei Li", "li wei", "PLAN", "PMC"},
	{"scheduler", "W003", "Lei Wang", "wang lei", "PLAN", "PMC"},
	{"floor", "W004", "Qiang Zhao", "zhao qiang", "LEAD", "SHOP"},
}

// demoFounder is the demo's administrator: nobody else decides about people who may do more.
func (a *App) demoFounder(ctx context.Context, actor store.Actor) (store.Actor, error) {
	var m org.User
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Where("user_name = ?", "admin").Scan(ctx) }); err != nil {
		return actor, err
	}
	actor.MemberID, actor.AccountID = m.ID, m.AccountID
	actor.May = access.Expand([]string{"*"}, a.API.Permissions())
	return actor, nil
}

// demoOrganisation gives the demo titles and departments, and its people their places; once.
func (a *App) demoOrganisation(ctx context.Context, tx store.Tx) error {
	if there, err := tx.Select((*org.Department)(nil)).Exists(ctx); err != nil || there {
		return err
	}
	titles, departments := map[string]string{}, map[string]string{}
	for i, t := range []org.Title{{Code: "MGR", Name: "经理", EnglishName: "Manager"}, {Code: "PLAN", Name: "计划员", EnglishName: "Planner"}, {Code: "LEAD", Name: "班组长", EnglishName: "Team leader"}} {
		t.SortOrder, t.Valid = 10*(i+1), true
		if err := a.Org.Titles.Save(ctx, tx, &t); err != nil {
			return err
		}
		titles[t.Code] = t.ID
	}
	for _, d := range []org.Department{{Code: "OFFICE", Name: "总经办", EnglishName: "General management"}, {Code: "PMC", Name: "计划部", EnglishName: "Planning"}, {Code: "SHOP", Name: "模具车间", EnglishName: "Mould shop"}} {
		d.ParentID, d.Valid = departments["OFFICE"], true
		if err := a.Org.Departments.Save(ctx, tx, &d); err != nil {
			return err
		}
		departments[d.Code] = d.ID
	}
	for _, job := range demoJobs {
		var m org.User
		if err := tx.Select(&m).Where("user_name = ?", job.user).Scan(ctx); err != nil {
			return err
		}
		m.WorkNumber, m.EnglishName, m.SpellName, m.TitleID, m.DepartmentID = job.number, job.english, job.spell, titles[job.title], departments[job.department]
		if err := a.Org.Users.Save(ctx, tx, &m); err != nil {
			return err
		}
	}
	return nil
}
