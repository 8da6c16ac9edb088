package app

import (
	"context"
	"fmt"
	"slices"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The kinds of templates, which are also the pages of their permissions.
const (
	calendarTemplate = "calendar"
	shiftTemplate    = "shift"
	sectionTemplate  = "section"
	processTemplate  = "process"
	partTypeTemplate = "partType"
)

// templateKinds are in the order in which they are best taken.
var templateKinds = []string{calendarTemplate, shiftTemplate, sectionTemplate, processTemplate, partTypeTemplate}

// TemplateView is a ready-made record.
type TemplateView struct {
	Kind    string `json:"kind" enum:"calendar,shift,section,process,partType" doc:"what it makes"`
	Key     string `json:"key"`
	Name    string `json:"name" doc:"in the caller's language; the row takes it"`
	Taken   bool   `json:"taken" doc:"a row of this code or name is there"`
	Section string `json:"section,omitempty" doc:"of a process: name of the section that it needs and the factory lacks; it is made with it"`
}

// TakeTemplateInput names a template, or all of a kind.
type TakeTemplateInput struct {
	Body struct {
		Template string `json:"template,omitempty" doc:"key of the template"`
		All      bool   `json:"all,omitempty" doc:"in place of a key: every template of the kind that is not there yet"`
	}
}

// TakenTemplates are what a call has made.
type TakenTemplates struct {
	Made []TemplateView `json:"made" nullable:"false" doc:"in this order, a section before the process that needs it; empty where all was there"`
}

var exampleTemplate = map[string]string{
	calendarTemplate: "five-day", shiftTemplate: "two-shifts", sectionTemplate: "CAM", processTemplate: "SPOT", partTypeTemplate: "LIFTER",
}

// template is what mould shops start from; each can be edited afterwards like any other row.
type template struct {
	kind, key string
	name      problem.Text
	code      string // by which a row counts as this one, beside its name
	section   string // key of the section that comes with it
	place     int    // among those of its kind, from 1
	save      func(m *templateMaker, t *template) (id string, err error)
}

// templates are all of them, by their kinds.
var templates = numbered(slices.Concat(dayTemplates, standardTemplates()))

var (
	msgNoTemplate    = problem.L("没有模板“%s”", "There is no template “%s”")
	msgTemplateOrAll = problem.L("请指定一个模板，或采用全部，二者选一", "Name a template or take all of them, one of the two")
)

func templateOf(kind, key string) *template {
	i := slices.IndexFunc(templates, func(t template) bool { return t.kind == kind && t.key == key })
	if i < 0 {
		return nil
	}
	return &templates[i]
}

// templateViews lists the templates.
func templateViews(ctx context.Context, tx store.Tx) ([]TemplateView, error) {
	stored, err := readTemplateRows(ctx, tx)
	if err != nil {
		return nil, err
	}
	views := make([]TemplateView, 0, len(templates))
	for i := range templates {
		views = append(views, stored.view(ctx, &templates[i]))
	}
	return views, nil
}

// templateRows are the ids of stored rows, by the kinds of templates and what the spellings of their codes and names have in common.
type templateRows map[string]map[string]string

// templateRow is a stored row, and what it is called.
type templateRow struct {
	id    string
	names []string
}

func readTemplateRows(ctx context.Context, tx store.Tx) (templateRows, error) {
	stored := templateRows{}
	for _, kind := range templateKinds {
		rows, err := templateRowsOf[kind](ctx, tx)
		if err != nil {
			return nil, fmt.Errorf("reading what is there of the kind %s: %w", kind, err)
		}
		stored[kind] = map[string]string{}
		for _, row := range rows {
			for _, name := range row.names {
				if name != "" {
					stored[kind][cell.Key(name)] = row.id
				}
			}
		}
	}
	return stored, nil
}

var templateRowsOf = map[string]func(ctx context.Context, tx store.Tx) ([]templateRow, error){
	calendarTemplate: called(func(c *basedata.Calendar) templateRow { return templateRow{c.ID, []string{c.Name}} }, "name"),
	shiftTemplate:    called(func(s *basedata.Shift) templateRow { return templateRow{s.ID, []string{s.Name}} }, "name"),
	sectionTemplate: called(
		func(s *basedata.Section) templateRow { return templateRow{s.ID, []string{s.Name, s.ChineseName}} }, "name", "chinese_name",
	),
	processTemplate:  called(func(p *basedata.Process) templateRow { return templateRow{p.ID, []string{p.Code, p.Name}} }, "code", "name"),
	partTypeTemplate: called(func(p *basedata.PartType) templateRow { return templateRow{p.ID, []string{p.Code, p.Name}} }, "code", "name"),
}

// called reads the rows of an entity by what they are called.
func called[T any](row func(*T) templateRow, columns ...string) func(ctx context.Context, tx store.Tx) ([]templateRow, error) {
	return func(ctx context.Context, tx store.Tx) (all []templateRow, err error) {
		var stored []T
		err = tx.Select(&stored).Columns(append([]string{"id"}, columns...)...).Scan(ctx)
		for i := range stored {
			all = append(all, row(&stored[i]))
		}
		return all, err
	}
}

// idOf is the row that counts as a template, "" where there is none.
func (r templateRows) idOf(t *template) string { return r.find(t.kind, t.code, t.name) }

// find looks for a row of this code, or of this name in either language.
func (r templateRows) find(kind, code string, name problem.Text) string {
	for _, text := range []string{code, name.Zh, name.En} {
		if id := r[kind][cell.Key(text)]; id != "" {
			return id
		}
	}
	return ""
}

func (r templateRows) view(ctx context.Context, t *template) TemplateView {
	v := TemplateView{Kind: t.kind, Key: t.key, Name: t.name.In(problem.Language(ctx)), Taken: r.idOf(t) != ""}
	if section := templateOf(sectionTemplate, t.section); section != nil && !v.Taken && r.idOf(section) == "" {
		v.Section = section.name.In(problem.Language(ctx))
	}
	return v
}

// templateMaker makes rows of templates by the rules that hold for everybody.
type templateMaker struct {
	ctx    context.Context
	tx     store.Tx
	app    *App
	stored templateRows
	made   []TemplateView
}

// takeTemplates makes the row of a template, or those of all templates of a kind that are not there yet, with the sections that they need.
func (a *App) takeTemplates(ctx context.Context, tx store.Tx, kind, key string, all bool) (TakenTemplates, error) {
	taken := TakenTemplates{Made: []TemplateView{}}
	if all == (key != "") {
		return taken, problem.Invalid(problem.Field("template", "either", msgTemplateOrAll))
	}
	if !all && templateOf(kind, key) == nil {
		return taken, problem.Invalid(problem.Field("template", "unknown", msgNoTemplate, key))
	}
	stored, err := readTemplateRows(ctx, tx)
	if err != nil {
		return taken, err
	}
	m := &templateMaker{ctx: ctx, tx: tx, app: a, stored: stored, made: taken.Made}
	for i := range templates {
		if t := &templates[i]; t.kind == kind && (all || t.key == key) {
			if err := m.take(t); err != nil {
				return taken, err
			}
		}
	}
	return TakenTemplates{Made: m.made}, nil
}

// take makes a row unless it is there: twice is once, a second click changes nothing.
func (m *templateMaker) take(t *template) error {
	if m.stored.idOf(t) != "" {
		return nil
	}
	if section := templateOf(sectionTemplate, t.section); section != nil && m.stored.idOf(section) == "" {
		if err := m.app.mayChange(m.ctx, m.tx.Actor(), "bms/section", "system.section.add"); err != nil {
			return err
		}
		if err := m.take(section); err != nil {
			return err
		}
	}
	id, err := t.save(m, t)
	if err != nil {
		return err
	}
	m.stored[t.kind][cell.Key(t.name.Zh)] = id
	m.made = append(m.made, m.stored.view(m.ctx, t))
	return nil
}

func (m *templateMaker) say(t problem.Text) string { return t.In(problem.Language(m.ctx)) }

// numbered gives the templates of each kind their places in its list.
func numbered(all []template) []template {
	count := map[string]int{}
	for i := range all {
		count[all[i].kind]++
		all[i].place = count[all[i].kind]
	}
	return all
}
