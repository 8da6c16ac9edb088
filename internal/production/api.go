package production

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// ImportForm is a file, or the id of a checked one, and what the preview changes about it.
type ImportForm struct {
	File     huma.FormFile `form:"file" required:"false"`
	DryRun   bool          `form:"dryRun" required:"false"`
	ImportID string        `form:"importId" required:"false" doc:"of a checked file, instead of the file itself"`
	Mode     string        `form:"mode" required:"false" doc:"mould: a mould whole or not at all; row: only faulty rows stay out, and what refers to them; replace: as mould, and stored rows of its moulds that the file does not hold go, which is asked about first (20010): the call is repeated with the key of the question, ?confirm=replaceMoulds:..., which agrees to what was told and nothing else; empty leaves it as it was checked"`
	Edits    string        `form:"edits" required:"false" doc:"JSON: cells mended in the preview, [{sheet, row, column, value}], in place of earlier ones"`
	Only     string        `form:"only" required:"false" doc:"xls: refuse every other format, for the exports of older systems"`
	Headings string        `form:"headings" required:"false" doc:"JSON: what sheets and headers of the file mean, {sheets, columns}, beside earlier ones; remembered for files of this layout once the file is taken in"`
	Replaced string        `form:"replaced" required:"false" doc:"JSON: values replaced throughout a column, [{sheet, column, from, to}], in place of earlier ones"`
	Create   string        `form:"create" required:"false" doc:"JSON: records to be made because the file refers to them, [{entity, names}], in place of earlier ones; a name is made with the first row that needs it and is written, else not"`
}

// ImportInput is the form of an import.
type ImportInput struct {
	RawBody huma.MultipartFormFiles[ImportForm]
}

var (
	formats       = L("xlsx、xls、csv 或 json", "xlsx, xls, csv or json")
	msgNoSheet    = L("文件中没有可识别的工作表：请使用模板", "The file has no sheet that is known here: please use the template")
	msgOnlyXLS    = L("文件格式不支持：仅支持 .xls 文件", "File format not supported: only .xls accepted")
	msgOnly       = L("only 只能是 xls，或留空", "“only” must be xls, or empty")
	msgFileOrID   = L("文件和 importId 只能提供一个", "Send a file or the importId of a checked one, not both")
	msgMode       = L("导入方式须为 mould、row 或 replace", "The mode of an import is mould, row or replace")
	msgNotChecked = L("请先检查（dryRun）再导入：导入只写入检查时所见的内容", "Check this first (dryRun): a checked file is written as it was checked")
)

// Mount registers the import, its template and everything else that is no resource.
func (p *Production) Mount(s *api.Server) {
	s.Declare(signCAM)
	p.mountProgress(s)
	p.mountTree(s)
	p.mountPicture(s)
	mountTaught(s)
	p.mountRuns(s)
	api.Download(s, api.Operation{
		Method: http.MethodGet, Path: "production/template", ID: "production-template", Summary: "The planner's workbook, empty or with examples", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{Query: map[string]string{"masters": "true"}},
	}, func(ctx context.Context, in *struct {
		Masters  bool `query:"masters" doc:"with the sheets of basic data"`
		Examples bool `query:"examples" doc:"with all sheets, and examples that an empty factory can import as they are"`
	},
	) (*api.File, error) {
		lang := problem.Language(ctx)
		if in.Examples {
			return p.starterBook(ctx, lang)
		}
		return &api.File{
			Name: L("生产数据模板.xlsx", "production-template.xlsx").In(lang), Type: resource.XLSXType,
			Write: func(w io.Writer) error { return workbook.Template(w, lang, in.Masters) },
		}, nil
	})
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "production/sheets", ID: "production-sheets", Summary: "The sheets and columns of the planner's workbook", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{},
	}, func(ctx context.Context, _ store.Tx, _ *struct{}) ([]SheetShape, error) {
		return sheetShapes(problem.Language(ctx)), nil
	})
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "production/import", ID: "production-import", Summary: "Check or import the planner's workbook", Tag: "production",
		Permission: "pm.import.add", Upload: true, Example: &api.Example{File: "production.json", Form: map[string]string{"dryRun": "true"}},
	}, func(ctx context.Context, in *ImportInput) (*ImportResult, error) {
		return p.serveImport(ctx, s.DB(), in)
	})
	api.Download(s, api.Operation{
		Method: http.MethodPost, Path: "production/import/failed", ID: "production-import-failed", Summary: "The rows of a workbook that cannot be imported, with the reason beside each", Tag: "production",
		Permission: "pm.import.add", Upload: true, Example: &api.Example{File: "production.json"},
	}, func(ctx context.Context, in *ImportInput) (*api.File, error) { return p.serveFailed(ctx, s.DB(), in) })
}

var msgStarter = L("灰色的行是示例，可以直接导入试排，也可以改成自己的数据。工段、工艺、零件类型、材料和精度等级是通用的，可以保留；"+
	"其他示例的编号、编码或名称带有“示例”或“EX”，不需要时删除这些行即可。已经导入的，在各列表中删除：先删除示例模具的外协单、批次、工序和零件，"+
	"再删除模具，最后删除可用设备、例外、流转时间、设备、资源组、班次、日历、客户和供应商",
	"Grey rows are examples. Import them as they are to try a schedule, or write your own over them. Sections, processes, part types, materials "+
		"and accuracy grades are what most shops have, and can stay. All other examples carry “Example” or “EX” in their number, code or name: delete "+
		"these rows. What has been imported is deleted in the lists: outsourcing orders, batches, operations and parts of the mould, the mould, and then "+
		"eligible machines, exceptions, flow times, machines, groups, shifts, calendars, customers and suppliers")

// starterBook is the workbook that a new company begins with.
func (p *Production) starterBook(ctx context.Context, lang string) (*api.File, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(actor.Zone)
	if err != nil {
		zone = time.UTC
	}
	return &api.File{
		Name: L("示例工作簿.xlsx", "starter-workbook.xlsx").In(lang), Type: resource.XLSXType,
		Write: func(w io.Writer) error {
			return workbook.Example(w, p.deps.Starter(lang, p.deps.Now(), zone), lang, zone, msgStarter)
		},
	}, nil
}

// holdDraft waits until a checked file may be read into memory again, as the file of a form does before its call begins.
func (p *Production) holdDraft(ctx context.Context, db *store.DB, id string) (release func(), err error) {
	if id == "" {
		return func() {}, nil
	}
	var size int64
	if err := db.Read(ctx, func(tx store.Tx) (err error) {
		if tx.Actor().FactoryID == "" {
			return store.ErrNoFactory
		}
		size, err = sizeOfDraft(ctx, tx, id, p.deps.Now())
		return err
	}); err != nil {
		return nil, err
	}
	return budget.AcquireFiles(ctx, size)
}

func (p *Production) serveImport(ctx context.Context, db *store.DB, in *ImportInput) (*ImportResult, error) {
	form := in.RawBody.Data()
	if form.DryRun {
		return p.serveCheck(ctx, db, form)
	}
	run := startedRun{name: form.File.Filename, draft: form.ImportID, mode: form.Mode}
	return p.stoppable(ctx, db, run, func(ctx context.Context, run *startedRun) (*ImportResult, error) {
		u, release, err := p.hold(ctx, db, form)
		if err != nil {
			return nil, err
		}
		defer release()
		u.run = run
		return p.Import(ctx, db, u)
	})
}

// serveCheck tells what an import would do, and keeps its file for it.
func (p *Production) serveCheck(ctx context.Context, db *store.DB, form *ImportForm) (*ImportResult, error) {
	u, release, err := p.hold(ctx, db, form)
	if err != nil {
		return nil, err
	}
	defer release()
	result, err := p.Import(ctx, db, u)
	if err != nil {
		return nil, err
	}
	return result, db.Write(ctx, func(tx store.Tx) (err error) {
		if form.ImportID != "" {
			return mend(ctx, tx, form.ImportID, u, result.seen)
		}
		result.ImportID, err = keepDraft(ctx, tx, u, result.seen, p.deps.Now())
		return err
	})
}

// hold waits until a checked file may be read into memory again and gathers what is to be imported; release gives the memory back.
func (p *Production) hold(ctx context.Context, db *store.DB, form *ImportForm) (u Upload, release func(), err error) {
	if err = form.check(); err != nil {
		return u, nil, err
	}
	if release, err = p.holdDraft(ctx, db, form.ImportID); err != nil {
		return u, nil, err
	}
	if u, err = p.prepare(ctx, db, form); err != nil {
		release()
		return u, nil, err
	}
	return u, release, nil
}

// check refuses a form that contradicts itself, before anything is read for it.
func (form *ImportForm) check() error {
	var bad []problem.FieldError
	if form.Mode != "" && !slices.Contains([]string{ModeMould, ModeRow, ModeReplace}, form.Mode) {
		bad = append(bad, problem.Field("mode", "choice", msgMode))
	}
	if form.Only != "" && form.Only != "xls" {
		bad = append(bad, problem.Field("only", "choice", msgOnly))
	}
	if form.ImportID != "" && form.File.IsSet {
		bad = append(bad, problem.Field("file", "single", msgFileOrID))
	}
	return refused(bad)
}

// prepare gathers what is to be imported: the file or the checked one, mended as the form says.
func (p *Production) prepare(ctx context.Context, db *store.DB, form *ImportForm) (u Upload, err error) {
	if form.ImportID == "" {
		u = Upload{Name: form.File.Filename, Mode: ModeMould}
		if u.Data, err = resource.ReadUpload(form.File); err != nil {
			return u, err
		}
		if form.Only == "xls" && sheet.Sniff(u.Data) != sheet.XLS && !sheet.Blank(u.Data) {
			return u, problem.Invalid(problem.Field("file", "onlyXls", msgOnlyXLS))
		}
	} else if err = db.Read(ctx, func(tx store.Tx) (err error) {
		if tx.Actor().FactoryID == "" {
			return store.ErrNoFactory
		}
		u, err = takeDraft(ctx, tx, form.ImportID, p.deps.Now())
		return err
	}); err != nil {
		return u, err
	}
	before, mode := u, u.Mode
	for _, part := range []struct {
		field, text string
		into        any
	}{{"edits", form.Edits, &u.Edits}, {"headings", form.Headings, &u.Headings}, {"replaced", form.Replaced, &u.Replaced}, {"create", form.Create, &u.Create}} {
		if part.text == "" {
			continue
		}
		reflect.ValueOf(part.into).Elem().SetZero()
		if err := api.FormJSON(part.field, part.text, part.into); err != nil {
			return u, err
		}
	}
	u.edited, u.before = form.Edits != "", before.Replaced
	if form.Headings != "" {
		u.told = u.Headings
	}
	u.Headings = before.Headings.with(u.told)
	if err := u.checkAnswers(); err != nil {
		return u, err
	}
	if form.Mode != "" {
		u.Mode = form.Mode
	}
	u.DryRun, u.draft = form.DryRun, form.ImportID
	if u.DryRun {
		u.seen = nil
		return u, nil
	}
	return u, u.asChecked(form, mode)
}

// asChecked refuses a commit that changes something about a checked file: nobody has seen yet what that would write.
func (u *Upload) asChecked(form *ImportForm, mode string) error {
	if form.ImportID == "" {
		return nil
	}
	var bad []problem.FieldError
	for _, part := range []struct{ field, text string }{{"edits", form.Edits}, {"headings", form.Headings}, {"replaced", form.Replaced}, {"create", form.Create}} {
		if part.text != "" {
			bad = append(bad, problem.Field(part.field, "notChecked", msgNotChecked))
		}
	}
	if u.Mode != mode {
		bad = append(bad, problem.Field("mode", "notChecked", msgNotChecked))
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// readRows are the rows of a file and why each refused one stays out.
type readRows struct {
	rows    []workbook.Raw
	reasons map[workbook.Place][]string
}

// refusedReasons are the reasons of the rows that stay out, and of no others; none where nobody asks for the rows.
func (in *importer) refusedReasons() map[workbook.Place][]string {
	if !in.upload.keep {
		return nil
	}
	reasons := map[workbook.Place][]string{}
	for i := range in.found.rows {
		if r := &in.found.rows[i]; r.Action == ActionRefused && r.Row > 0 {
			reasons[r.place()] = in.reasons[r.place()]
		}
	}
	return reasons
}

func (p *Production) serveFailed(ctx context.Context, db *store.DB, in *ImportInput) (*api.File, error) {
	form := in.RawBody.Data()
	form.DryRun = true
	u, held, err := p.hold(ctx, db, form)
	if err != nil {
		return nil, err
	}
	defer held()
	u.keep = true
	_, rows, release, err := p.take(ctx, db, u)
	if err != nil {
		return nil, err
	}
	if len(rows.reasons) == 0 {
		release()
		return nil, resource.NoneRefused()
	}
	lang := problem.Language(ctx)
	return &api.File{
		Name: L("未通过的行.xlsx", "failed-rows.xlsx").In(lang), Type: resource.XLSXType, Done: release,
		Write: func(w io.Writer) error {
			return workbook.WriteRows(w, rows.rows, lang, func(r workbook.Raw) string { return problem.Listed(rows.reasons[r.Place]).In(lang) })
		},
	}, nil
}

// SheetShape names a sheet and its columns in the user's language.
type SheetShape struct {
	Code    string        `json:"code"`
	Label   string        `json:"label"`
	Columns []ColumnShape `json:"columns" nullable:"false"`
}

// ColumnShape names a column in the user's language.
type ColumnShape struct {
	Code     string   `json:"code"`
	Label    string   `json:"label"`
	Required bool     `json:"required"`
	Options  []string `json:"options,omitempty" doc:"what a choice may be"`
}

func sheetShapes(lang string) []SheetShape {
	var all []SheetShape
	for _, s := range workbook.Sheets() {
		shape := SheetShape{Code: s.Code, Label: s.Label.In(lang), Columns: []ColumnShape{}}
		for _, c := range s.Columns {
			column := ColumnShape{Code: c.Code, Label: c.Label.In(lang), Required: c.Required}
			for _, o := range c.Options {
				column.Options = append(column.Options, o.Label.In(lang))
			}
			shape.Columns = append(shape.Columns, column)
		}
		all = append(all, shape)
	}
	return all
}

// fileProblem words a file that cannot be read.
func fileProblem(err error) error {
	if errors.Is(err, workbook.ErrNoSheet) {
		return problem.Invalid(problem.Field("file", "noSheet", msgNoSheet))
	}
	return resource.SheetProblem(err, formats)
}
