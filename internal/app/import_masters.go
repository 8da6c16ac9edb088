package app

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// masterPlanner plans the sheets of basic data of a planner's workbook by the rules that hold for everybody: an empty
// factory needs one file. Stored rows are read once; nothing is written before a planned row is saved.
type masterPlanner struct {
	ctx    context.Context
	tx     store.Tx
	master *basedata.Master
	in     production.MasterInput
	lang   string
	zone   *time.Location
	out    []production.MasterRow

	rows       *masterRows
	kinds      *kindRows
	customers  []basedata.Customer
	stored     map[string]func(name string) bool // of sheets whose faults have asked
	planned    map[string]bool                   // ids of rows that will be saved
	names      map[string]string                 // what people call a row, by its id
	groupCodes map[string]string                 // by the ids of groups: a process keeps the code of its default group

	sections, shifts, calendars, groups, machines, processes, grades references
	standard                                                         string // name of the default calendar, "" for none
	add                                                              []func(*production.Masters, *production.Names)
	further                                                          map[string]*cell.Names       // who has which further name once the file is in, by entity
	keys                                                             map[string]map[string]string // ids by folded keys, by entity
}

// references are what a sheet may refer to, by codes and names; upper and lower case mean the same.
type references struct {
	ids     map[string]string
	keys    map[string]string // those of ids that are keys
	further *cell.Names       // nil for a sheet without further names
}

// put makes a record known by its key, and by its name where no key of another is spelt so.
func (r references) put(id, key, name string) {
	r.keys[cell.Key(key)] = id
	for _, name := range []string{name, key} {
		if folded := cell.Key(name); folded != "" && (r.keys[folded] == "" || r.keys[folded] == id) {
			r.ids[folded] = id
		}
	}
}

// of finds what is called so, else what alone has it as a further name.
func (r references) of(name string) string {
	id := r.ids[cell.Key(name)]
	if id == "" && r.further != nil {
		record, _ := r.further.Find(name)
		id = r.ids[cell.Key(record)]
	}
	return id
}

// shared tells whether a name that finds nothing is that of several records.
func (r references) shared(name string) bool { return r.further != nil && r.further.Shared(name) }

func (a *App) planMasters(ctx context.Context, tx store.Tx, in production.MasterInput) (production.MasterPlanner, error) {
	w := &masterPlanner{
		ctx: ctx, tx: tx, master: a.Master, in: in, lang: problem.Language(ctx), zone: resource.ZoneOf(tx), stored: map[string]func(string) bool{}, planned: map[string]bool{}, names: map[string]string{}, groupCodes: map[string]string{},
	}
	var err error
	if w.rows, err = readMasters(ctx, tx); err != nil {
		return nil, err
	}
	if w.kinds, err = readKinds(ctx, tx); err != nil {
		return nil, err
	}
	if err := tx.Select(&w.customers).Scan(ctx); err != nil {
		return nil, err
	}
	hidden := map[string]bool{} // what hidden sections hold is not there for who refers to it
	for i := range w.rows.sections {
		hidden[w.rows.sections[i].ID] = tx.Hides(&w.rows.sections[i])
	}
	for i := range w.rows.groups {
		hidden[w.rows.groups[i].ID] = tx.Hides(&w.rows.groups[i])
	}
	for i := range w.rows.machines {
		hidden[w.rows.machines[i].ID] = tx.Hides(&w.rows.machines[i])
	}
	w.keys = keysStored(tx, w.rows, w.kinds, w.customers)
	for entity, r := range map[string]*references{
		"section": &w.sections, "shift": &w.shifts, "calendar": &w.calendars, "group": &w.groups, "machine": &w.machines, "process": &w.processes, "accuracyGrade": &w.grades,
	} {
		*r = references{ids: map[string]string{}, keys: w.keys[entity]}
	}
	w.readFurther()
	for _, x := range w.rows.sections {
		if w.names[x.ID] = x.Name; !hidden[x.ID] {
			w.sections.put(x.ID, x.Name, "")
		}
	}
	for _, x := range w.rows.shifts {
		w.shifts.put(x.ID, x.Name, "")
		w.names[x.ID] = x.Name
	}
	for _, x := range w.rows.calendars {
		w.calendars.put(x.ID, x.Name, "")
		w.names[x.ID] = x.Name
		if x.Default {
			w.standard = x.Name
		}
	}
	for _, x := range w.rows.groups {
		if w.names[x.ID], w.groupCodes[x.ID] = x.Name, x.Code; !hidden[x.ID] {
			w.groups.put(x.ID, x.Code, x.Name)
		}
	}
	for _, x := range w.rows.machines {
		if w.names[x.ID] = x.Name; !hidden[x.ID] {
			w.machines.put(x.ID, x.Name, "")
		}
	}
	for _, x := range w.rows.grades {
		w.grades.put(x.ID, x.Grade, "")
		w.names[x.ID] = x.Grade
	}
	for _, x := range w.rows.attributes {
		w.names[x.ID] = x.Name
	}
	return w, nil
}

// Stored tells of a fault that holds for new rows alone whether its row is stored already, or, of a date in the place of a name, what that
// names.
func (w *masterPlanner) Stored(f workbook.Fault) bool {
	if f.Key == nil {
		return false
	}
	if f.Rule == cell.RuleMoment {
		switch k := f.Key.(type) {
		case workbook.ExceptionKey:
			return f.Column == "resource" && w.machines.of(k.Resource) != "" || f.Column == "group" && w.groups.of(k.Group) != ""
		case workbook.FlowKey:
			name := map[string]string{"up": k.Up, "down": k.Down}[f.Column]
			return w.machines.of(name) != "" || w.groups.of(name) != ""
		}
	}
	name := f.Key.String()
	switch f.Sheet {
	case "sections":
		return w.sections.of(name) != ""
	case "shifts":
		return w.shifts.of(name) != ""
	case "calendars":
		return w.calendars.of(name) != ""
	case "groups":
		return w.groups.of(name) != ""
	case "machines":
		return w.machines.of(name) != ""
	case "accuracyGrades":
		return w.grades.of(name) != ""
	case "processes":
		return hasOne(w, f.Sheet, name, w.rows.processes, func(x *basedata.Process) string { return x.Code })
	case "customers":
		return hasOne(w, f.Sheet, name, w.customers, func(x *basedata.Customer) string { return x.Number })
	case "suppliers":
		return hasOne(w, f.Sheet, name, w.rows.suppliers, func(x *basedata.Supplier) string { return x.Code })
	case "materials":
		return hasOne(w, f.Sheet, name, w.kinds.materials, func(x *basedata.Material) string { return x.Code })
	case "partTypes":
		return hasOne(w, f.Sheet, name, w.kinds.partTypes, func(x *basedata.PartType) string { return x.Name })
	}
	return false
}

// Plan plans the sheets in the order in which they refer to one another.
func (w *masterPlanner) Plan() ([]production.MasterRow, error) {
	w.createMissing()
	for _, plan := range []func() error{
		w.planSections, w.planShifts, w.planCalendars, w.planMaterials, w.planGrades, w.planCustomers, w.planPartTypes,
		w.planGroups, w.planProcesses, w.planSuppliers, w.planMachines, w.planExceptions, w.planFlowTimes,
	} {
		if err := plan(); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

// Add makes the planned rows known to moulds, parts and operations.
func (w *masterPlanner) Add(masters *production.Masters, names *production.Names) {
	for _, add := range w.add {
		add(masters, names)
	}
	masters.Further, masters.Keys = w.further, w.keys
	masters.Other = map[string][]string{}
	for i := range w.rows.sections {
		if x := &w.rows.sections[i]; !w.tx.Hides(x) {
			masters.Other["section"] = append(masters.Other["section"], x.Name)
		}
	}
	for _, x := range w.rows.calendars {
		masters.Other["calendar"] = append(masters.Other["calendar"], x.Name)
	}
	for _, x := range w.rows.shifts {
		masters.Other["shift"] = append(masters.Other["shift"], x.Name)
	}
}

// sheetRow is one row of a sheet on its way.
type sheetRow[T any] struct {
	line     workbook.Line
	key      workbook.Key
	old, now *T
	found
	left []production.LeftOut // what is not done
}

// sheetPlan is what planRows needs to know of a sheet.
type sheetPlan[T any] struct {
	code    string
	stored  []T
	asks    bool                                            // a change is asked about by name
	unruled func(now *T) bool                               // see resource.Ahead
	words   func(row *T, field string) (problem.Text, bool) // of fields that the kit words for a file, not for people
	planned func(id string, now *T)                         // hears of every row that will be saved
}

// planRows decides what each row means, holds it against the permissions and every rule, and notes how it is saved.
func planRows[T any, P interface {
	*T
	resource.Entity
}](w *masterPlanner, r *resource.Resource[P], s sheetPlan[T], drafts []sheetRow[T]) error {
	rows, at := make([]production.MasterRow, len(drafts)), []int{}
	var lame []int // rows with faults of their cells or references
	label := sheetLabel(s.code)
	page := production.MasterPermissions[s.code]
	meant := map[*T]workbook.Place{} // rows of the file, by the stored row that they change
	for i, d := range drafts {
		row, bad := &rows[i], d.faults(w, d.line.Place(s.code))
		wrong := w.in.Wrong(d.line.Place(s.code))
		*row = production.MasterRow{Sheet: s.code, Line: d.line, Key: d.key, Left: d.left, Asks: s.asks, Action: production.ActionNew, Uses: d.uses}
		if see := page + ".check"; !w.in.May(see) && (d.old != nil || !w.in.May(page+".add")) {
			row.Err = denied(label, row.Action, see)
			continue
		}
		if d.old != nil && w.tx.Hides(d.old) && !w.in.May(page+".add") {
			d.old, drafts[i].old = nil, nil // refused as any new row would be
		}
		if d.old != nil && w.tx.Hides(d.old) { // all that is told is that its name is taken
			row.Err = problem.Invalid(problem.Field(keyColumn(s.code), "unique", msgTaken, label, d.key.String()))
			continue
		}
		if wrong != nil { // stays out already; what else is wrong with it is told with that
			row.Err, lame = problem.Invalid(bad...), append(lame, i)
			continue
		}
		need := page + ".add"
		if d.old != nil {
			row.Version = P(d.old).Kept().Version
			if stored := r.KeyOf(P(d.old)); entityOf[s.code] != "" || cell.Key(stored) == cell.Key(d.key.String()) { // also where it is found by its English name
				row.Stored = stored
			}
			need = page + ".modify"
			row.Action = production.ActionChanged
			row.Changes = w.changes(s.code, r.Differences(d.old, d.now, w.names, w.zone), func(of string) (before, after problem.Text, ok bool) {
				if s.words == nil {
					return before, after, false
				}
				before, ok = s.words(d.old, of)
				after, _ = s.words(d.now, of)
				return before, after, ok
			})
			if _, twice := meant[d.old]; len(row.Changes) == 0 && len(bad) == 0 && !twice {
				row.Action = production.ActionSame
				meant[d.old] = d.line.Place(s.code)
				continue
			}
		}
		earlier, twice := meant[d.old]
		if d.old != nil && !twice {
			meant[d.old] = d.line.Place(s.code)
		}
		switch {
		case twice: // their keys differ in case alone
			row.Err = problem.Invalid(problem.Field(keyColumn(s.code), workbook.RuleDuplicateKey, msgRepeats, w.in.Words(d.line.Place(s.code), earlier)))
		case len(bad) > 0:
			row.Err, lame = problem.Invalid(bad...), append(lame, i)
		case !w.in.May(need):
			row.Err = denied(label, row.Action, need)
		default:
			if d.old == nil {
				P(d.now).Kept().ID = store.NewID()
			}
			at = append(at, i)
		}
	}
	stored := make([]P, len(s.stored))
	for i := range s.stored {
		stored[i] = &s.stored[i]
	}
	var unruled func(now P) bool
	if s.unruled != nil {
		unruled = func(now P) bool { return s.unruled(now) }
	}
	check := func(at []int) ([]error, error) {
		checks := make([]resource.Draft[P], len(at))
		for k, i := range at {
			checks[k] = resource.Draft[P]{Old: P(drafts[i].old), Now: P(drafts[i].now)}
		}
		return r.CheckAll(w.ctx, w.tx, checks, resource.Ahead[P]{Stored: stored, Planned: w.planned, Unruled: unruled, Repeats: func(earlier, later int) problem.Text {
			return msgRepeats.With(w.in.Words(drafts[at[later]].line.Place(s.code), drafts[at[earlier]].line.Place(s.code)))
		}})
	}
	if err := w.judge(rows, at, check); err != nil {
		return err
	}
	if err := w.judgeLame(rows, lame, check); err != nil {
		return err
	}
	saveAll := func(ctx context.Context, tx store.Tx, together []any) error {
		batch := make([]resource.Draft[P], len(together))
		for i := range together {
			d := together[i].(resource.Draft[P])
			fresh := *d.Now // a try that fails leaves its marks
			batch[i] = resource.Draft[P]{Old: d.Old, Now: P(&fresh)}
		}
		return r.SaveAll(ctx, tx, batch)
	}
	for i, d := range drafts {
		row := &rows[i]
		switch {
		case row.Err != nil:
			row.Action, row.Changes, row.Said = production.ActionRefused, nil, w.in.Wrong(d.line.Place(s.code)) != nil
			if d.line.Row > 0 {
				w.in.Refused(d.line.Place(s.code))
			}
		case row.Action != production.ActionSame:
			row.Save = func(ctx context.Context, tx store.Tx) error {
				fresh := *d.now
				return r.Save(ctx, tx, &fresh)
			}
			row.ID, row.SaveAll, row.Draft = P(d.now).Kept().ID, saveAll, resource.Draft[P]{Old: P(d.old), Now: P(d.now)}
			if d.old == nil {
				w.planned[P(d.now).Kept().ID] = true
				w.names[P(d.now).Kept().ID] = d.key.String()
			}
			if s.planned != nil {
				s.planned(P(d.now).Kept().ID, d.now)
			}
			if of := w.keys[entityOf[s.code]]; of != nil {
				of[cell.Key(r.KeyOf(P(d.now)))] = P(d.now).Kept().ID
			}
		}
	}
	w.out = append(w.out, rows...)
	return nil
}

// namesOf are the name and the English name that a row gives a record. A name that is the English one already changes nothing: English
// screens and files show it in place of the name.
func namesOf(name, english workbook.Text, before, beforeEnglish string) (string, string) {
	now := name.Or(before)
	if before != "" && beforeEnglish != "" && cell.Key(now) == cell.Key(beforeEnglish) {
		now = before
	}
	return now, english.Or(beforeEnglish)
}

// denied refuses a row for want of a permission.
func denied(sheet problem.Text, action, permission string) error {
	return problem.Invalid(problem.Field("", "permission", production.Denied(sheet, action, permission, menu.PermissionName(permission))))
}

// judge holds some rows of a sheet against every rule. One that is refused is told why, also when it was refused as the file was
// checked; of those that pass, what somebody has changed since stays out, and the rest is judged without it.
func (w *masterPlanner) judge(rows []production.MasterRow, at []int, check func(at []int) ([]error, error)) error {
	for {
		problems, err := check(at)
		if err != nil {
			return err
		}
		var current []int
		for k, i := range at {
			row := &rows[i]
			if row.Err = byColumns(row.Sheet, problems[k]); row.Err == nil && row.Line.Row > 0 {
				if row.Err = w.in.Outdated(row.Sheet, keyColumn(row.Sheet), row.Key.String(), row.Version); row.Err != nil {
					continue
				}
			}
			current = append(current, i)
		}
		if len(current) == len(at) {
			return nil
		}
		at = current
	}
}

// judgeLame adds to the faults of some rows what the rules say of their other columns: a record of which a cell cannot be read
// is not whole, so that nothing else counts.
func (w *masterPlanner) judgeLame(rows []production.MasterRow, at []int, check func(at []int) ([]error, error)) error {
	if len(at) == 0 {
		return nil
	}
	problems, err := check(at)
	if err != nil {
		return err
	}
	for k, i := range at {
		row := &rows[i]
		said := maps.Clone(w.in.Wrong(row.Line.Place(row.Sheet)))
		if said == nil {
			said = map[string]bool{}
		}
		var own, more *problem.Problem
		errors.As(row.Err, &own)
		fields := slices.Clone(own.Fields)
		for _, f := range fields {
			said[f.Field] = true
		}
		if row.Sheet == "exceptions" && (said["resource"] || said["group"]) { // either names the resource
			said["resource"], said["group"] = true, true
		}
		if errors.As(byColumns(row.Sheet, problems[k]), &more) {
			for _, f := range more.Fields {
				if !said[f.Field] && production.HasColumn(row.Sheet, f.Field) {
					fields = append(fields, f)
				}
			}
		}
		row.Err = problem.Invalid(fields...)
	}
	return nil
}

// columnOf are the columns of fields that are called otherwise in the workbook.
var columnOf = map[string]string{
	"groupId": "group", "sectionId": "section", "calendarId": "calendar", "shiftId": "shift", "accuracyGradeId": "level", "materialType": "type", "shiftType": "type", "minHardness": "hardnessMin",
	"maxHardness": "hardnessMax", "chuckCount": "chucks", "defaultGroup": "group", "defaultTime": "defaultHours", "sectionType": "type", "transferHours": "hours",
	"upGroupId": "up", "upMachineId": "up", "downGroupId": "down", "downMachineId": "down",
}

// byColumns names the columns of a sheet in the faults of a record, whose fields may be called otherwise.
func byColumns(sheet string, err error) error {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return err
	}
	for i := range p.Fields {
		parts := strings.Split(p.Fields[i].Field, ".")
		for _, field := range []string{parts[len(parts)-1], parts[0]} { // the overtime of a period has a column of its own
			if own := columnOf[field]; own != "" {
				field = own
			}
			if production.HasColumn(sheet, field) {
				p.Fields[i].Field = field
				break
			}
		}
	}
	return p
}

// changes words what a row changes, each field by the column that shows it.
func (w *masterPlanner) changes(sheet string, all []resource.Difference, words func(field string) (before, after problem.Text, ok bool)) []production.CellChange {
	var out []production.CellChange
	for _, d := range all {
		c := production.CellChange{Column: d.Key, Label: d.Label, Before: d.Before, After: d.After}
		if own := columnOf[d.Key]; own != "" && production.HasColumn(sheet, own) {
			c.Column = own
		}
		if before, after, ok := words(d.Key); ok {
			c.Before, c.After = before, after
		}
		out = append(out, c)
	}
	return out
}

var (
	msgRepeats = problem.L("与%s重复", "Repeats %s")
	msgTaken   = problem.L("%s中已有“%s”", "%s: “%s” exists already")
)

// keyColumn is the first column of a sheet that names its rows.
func keyColumn(code string) string {
	for _, s := range workbook.Sheets() {
		for _, c := range s.Columns {
			if s.Code == code && c.Key {
				return c.Code
			}
		}
	}
	return ""
}

func sheetLabel(code string) problem.Text {
	for _, s := range workbook.Sheets() {
		if s.Code == code {
			return s.Label
		}
	}
	return problem.L(code, code)
}

// storedBy finds stored rows by what names them, however it is spelt.
func storedBy[T any](rows []T, of func(*T) string) func(name string) *T {
	index := make(map[string]*T, len(rows))
	for i := range rows {
		index[cell.Key(of(&rows[i]))] = &rows[i]
	}
	return func(name string) *T { return index[cell.Key(name)] }
}

// hasOne tells whether one of the stored rows of a sheet has a name; a file asks for each of its faults.
func hasOne[T any](w *masterPlanner, sheet, name string, rows []T, of func(*T) string) bool {
	has := w.stored[sheet]
	if has == nil {
		named := storedBy(rows, of)
		has = func(name string) bool { return named(name) != nil }
		w.stored[sheet] = has
	}
	return has(name)
}

// over is the row that a line of a file is laid over: the stored one, or a fresh one.
func over[T any](old *T, fresh T) *T {
	if old != nil {
		fresh = *old
	}
	return &fresh
}
