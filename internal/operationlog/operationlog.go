// Package operationlog shows a company who changed what: the lines that every change writes, worded for people.
//
// What lives here: the list, its export, one line with before and after of every field, and the history of a record that
// may have been deleted since; and the lines about what changes nothing, exports and refusals. What never does: the writing of lines
// about changes, which platform/store does in the transaction of the change, and their seals.
package operationlog

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// Deps are what the log asks of others.
type Deps struct {
	DB       *store.DB
	Entities func() resource.Catalogue // every entity with a declaration
	// Reword puts the company's own words into an entity's metadata, within a transaction; nil leaves the product's.
	Reword func(ctx context.Context, tx store.Tx, m *resource.Meta) error
	// Sheets are the names of an imported workbook's sheets, by their codes.
	Sheets map[string]problem.Text
	// Settings are those of scheduling, with their names, units and choices.
	Settings []*resource.Field
	// PermissionName is what people call a permission.
	PermissionName func(permission string) problem.Text
}

// Log is the operation log of a company.
type Log struct {
	deps    Deps
	refused refusals
}

// New makes the log.
func New(deps Deps) *Log { return &Log{deps: deps} }

// Query narrows the log; what is empty narrows nothing.
type Query struct {
	Search  string `query:"q" doc:"part of a record's title or of a person's name; * stands for anything"`
	Entity  string `query:"entity" doc:"kind of record, such as mould"`
	RowID   string `query:"rowId" doc:"id of one record, which may be deleted; together with entity"`
	Action  string `query:"action" enum:"create,change,delete,end,import,export,run,publish,refuse,signIn"`
	Person  string `query:"person" doc:"whole name"`
	Import  string `query:"import" doc:"row id of an import: the records that it has made, changed and removed"`
	Through string `query:"through" enum:"ui,api,import,job,gateway,system"`
	From    string `query:"from" doc:"first day in the zone of the factory, 2026-03-20"`
	To      string `query:"to" doc:"last day in the zone of the factory, 2026-03-20"`
	Sort    string `query:"sort" enum:"at,-at" default:"-at"`
}

// ListInput asks for a page of the log.
type ListInput struct {
	Query
	Page int `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size int `query:"size" default:"50" minimum:"1" maximum:"500"`
}

// ExportInput asks for the log as a file.
type ExportInput struct {
	Query
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
}

// LineInput names a line.
type LineInput struct {
	ID string `path:"id"`
}

// Line is one line of the log in the caller's language.
type Line struct {
	ID          string    `json:"id"`
	At          time.Time `json:"at"`
	By          string    `json:"by"`
	Through     string    `json:"through"`
	ThroughName string    `json:"throughName"`
	Entity      string    `json:"entity"`
	EntityName  string    `json:"entityName"`
	RowID       string    `json:"rowId" doc:"empty for what is about no single record"`
	Title       string    `json:"title" doc:"what people called the record then; of an import the name of its file"`
	Action      string    `json:"action"`
	ActionName  string    `json:"actionName"`
	Summary     string    `json:"summary" doc:"names of the changed fields; of an import its counts"`
	Changes     []Change  `json:"changes" nullable:"false" doc:"empty in lists"`
}

// Change is a field before and after, in words. A secret is masked.
type Change struct {
	Field  string `json:"field"`
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Choice is a value of a filter.
type Choice struct {
	Value string `json:"value"`
	Name  string `json:"name"`
}

// Page is a page of the log, with the values that its filters take.
type Page struct {
	Rows     []Line   `json:"rows" nullable:"false"`
	Total    int      `json:"total" doc:"lines are counted up to 10000"`
	More     bool     `json:"more" doc:"there are more than total"`
	Page     int      `json:"page"`
	Size     int      `json:"size"`
	Entities []Choice `json:"entities" nullable:"false"`
	Actions  []Choice `json:"actions" nullable:"false"`
	Throughs []Choice `json:"throughs" nullable:"false"`
}

// Detail is one line with the whole history of its record, newest first.
type Detail struct {
	Row     Line   `json:"row"`
	History []Line `json:"history" nullable:"false" doc:"at most 200 lines; empty for what is about no single record"`
}

const (
	path         = "upms/operation-log"
	permission   = "common.operationLog"
	historyLines = 200
	noLine       = "01900000-0000-7000-8000-000000000d01"
)

var (
	msgTitle  = problem.L("操作日志", "Operation log")
	msgLine   = problem.L("操作日志记录", "Line of the operation log")
	msgDay    = problem.L("日期须写作 2026-03-20", "Write the day as 2026-03-20")
	msgOrder  = problem.L("结束日期不能早于开始日期", "The last day cannot be before the first")
	msgEntity = problem.L("按记录筛选时还须给出 entity", "Name the entity, too, to ask for one record")
)

// Mount registers the calls.
func (l *Log) Mount(s *api.Server) {
	s.Exported, s.Refused = l.exported, l.refuse
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: path, ID: "company-log", Summary: "Who changed what in the company", Tag: "operation-log", Permission: permission + ".check",
		Example: &api.Example{Query: map[string]string{"page": "1", "size": "20"}},
	}, l.list)
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: path + "/people", ID: "company-log-people", Summary: "Who stands in the operation log", Tag: "operation-log", Permission: permission + ".check",
		Example: &api.Example{},
	}, l.people)
	api.Download(s, api.Operation{
		Method: http.MethodGet, Path: path + "/export", ID: "company-log-export", Summary: "Export the operation log", Tag: "operation-log", Permission: permission + ".export", Exports: kindLog,
		Example: &api.Example{Query: map[string]string{"format": "csv"}},
	}, l.export)
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: path + "/{id}", ID: "company-log-line", Summary: "One line of the operation log with the history of its record", Tag: "operation-log", Permission: permission + ".check",
		Example: &api.Example{Path: map[string]string{"id": noLine}},
	}, l.line)
}

// People are those who have changed something, also those who have left since.
type People struct {
	Names []string `json:"names" nullable:"false" doc:"in the order of their names, at most 500"`
}

const mostPeople = 500

// mostCounted bounds the counting: the exact number of a million lines helps nobody, and costs a second.
const mostCounted = 10_000

func (l *Log) people(ctx context.Context, tx store.Tx, _ *struct{}) (People, error) {
	names, err := tx.LoggedPeople(ctx, l.shared(), mostPeople)
	return People{names}, err
}

// question checks a query and turns its days into moments.
func (l *Log) question(tx store.Tx, in Query) (store.OperationQuery, error) {
	q := store.OperationQuery{
		Search: resource.CleanSearch(in.Search), Entity: in.Entity, RowID: in.RowID, Action: in.Action, Person: in.Person, Through: in.Through, Import: in.Import,
		Oldest: in.Sort == "at", Shared: l.shared(),
	}
	var bad []problem.FieldError
	day := func(field, text string, after int) time.Time {
		at, err := time.ParseInLocation(time.DateOnly, text, resource.ZoneOf(tx))
		if text == "" || err == nil && at.Year() > 0 && quantity.Date(text) != "" {
			if text == "" {
				return time.Time{}
			}
			return at.AddDate(0, 0, after)
		}
		bad = append(bad, problem.Field(field, "type", msgDay))
		return time.Time{}
	}
	q.From, q.Until = day("from", in.From, 0), day("to", in.To, 1)
	if len(bad) == 0 && !q.Until.IsZero() && !q.Until.After(q.From) {
		bad = append(bad, problem.Field("to", "order", msgOrder))
	}
	if in.RowID != "" && in.Entity == "" {
		bad = append(bad, problem.Field("entity", "required", msgEntity))
	}
	if len(bad) > 0 {
		return q, problem.Invalid(bad...)
	}
	return q, nil
}

func (l *Log) list(ctx context.Context, tx store.Tx, in *ListInput) (Page, error) {
	lang := problem.Language(ctx)
	page := Page{Page: in.Page, Size: in.Size, Rows: []Line{}, Entities: l.entityChoices(lang), Actions: choices(actions, lang), Throughs: choices(throughs, lang)}
	q, err := l.question(tx, in.Query)
	if err != nil {
		return page, err
	}
	var ids []string
	if page.Total, err = tx.Operations(q).CountTo(ctx, mostCounted+1); err != nil {
		return page, err
	}
	if page.More = page.Total > mostCounted; page.More {
		page.Total = mostCounted
	}
	if err := tx.Operations(q).Columns("id").Limit(in.Size, resource.Before(in.Page, in.Size)).ScanColumn(ctx, &ids); err != nil {
		return page, err
	}
	page.Rows, err = l.read(ctx, tx, ids)
	for i := range page.Rows {
		page.Rows[i].Changes = []Change{} // the line itself tells them
	}
	return page, err
}

// read words lines by their ids.
func (l *Log) read(ctx context.Context, tx store.Tx, ids []string) ([]Line, error) {
	if len(ids) == 0 {
		return []Line{}, nil
	}
	found, err := tx.OperationsByID(ctx, ids, l.shared())
	if err != nil {
		return nil, err
	}
	return l.word(ctx, tx, found)
}

func (l *Log) line(ctx context.Context, tx store.Tx, in *LineInput) (Detail, error) {
	out := Detail{History: []Line{}}
	rows, err := l.read(ctx, tx, []string{in.ID})
	if err != nil {
		return out, err
	}
	if len(rows) == 0 {
		return out, problem.NotFound(msgLine)
	}
	out.Row = rows[0]
	if out.Row.RowID == "" || out.Row.Action == store.ActionImport {
		return out, nil
	}
	var ids []string
	q := store.OperationQuery{Entity: out.Row.Entity, RowID: out.Row.RowID, Shared: l.shared()}
	if err := tx.Operations(q).Columns("id").Limit(historyLines, 0).ScanColumn(ctx, &ids); err != nil {
		return out, err
	}
	out.History, err = l.read(ctx, tx, ids)
	return out, err
}

func (l *Log) export(ctx context.Context, in *ExportInput) (*api.File, error) {
	var ids []string
	if err := l.deps.DB.Read(ctx, func(tx store.Tx) error {
		q, err := l.question(tx, in.Query)
		if err != nil {
			return err
		}
		q.Whole = true // a file for whoever checks leaves nothing out
		return tx.Operations(q).Columns("id").ScanColumn(ctx, &ids)
	}); err != nil {
		return nil, err
	}
	lang := problem.Language(ctx)
	page := sheet.Page{Name: msgTitle.In(lang)}
	for _, title := range []problem.Text{
		problem.L("时间", "Time"), problem.L("人员", "Person"), problem.L("来源", "Source"), problem.L("数据类型", "Kind of record"),
		problem.L("记录", "Record"), problem.L("操作", "Action"), problem.L("变更", "Changes"),
	} {
		page.Columns = append(page.Columns, sheet.Column{Title: title.In(lang)})
	}
	return resource.ExportFile(ctx, l.deps.DB, page, in.Format, ids, func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error) {
		rows, err := l.read(ctx, tx, piece)
		cells := make([][]any, len(rows))
		for i, r := range rows {
			cells[i] = []any{r.At.In(resource.ZoneOf(tx)).Format(time.DateTime), r.By, r.ThroughName, r.EntityName, r.Title, r.ActionName, changesText(r.Changes, lang)}
		}
		return cells, err
	}), nil
}
