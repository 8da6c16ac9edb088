package resource

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

// ImportInput is a file on its way into a list, and what the preview says about it.
type ImportInput struct {
	RawBody huma.MultipartFormFiles[struct {
		File     huma.FormFile `form:"file" required:"false"`
		DryRun   bool          `form:"dryRun" required:"false"`
		Mode     string        `form:"mode" required:"false" doc:"all: one refused row keeps every row out; row: only the refused rows stay out; empty is all"`
		Basis    string        `form:"basis" required:"false" doc:"as the check answered: nothing is written once a record that the file names is another than it was then (20009)"`
		Edits    string        `form:"edits" required:"false" doc:"JSON: cells mended in the preview, [{row, column, value}]"`
		Create   string        `form:"create" required:"false" doc:"JSON: records to be made because the file refers to them, [{entity, names}]; a name is made with the first row that needs it and is written, else not"`
		Headings string        `form:"headings" required:"false" doc:"JSON: what headings of the file mean, {heading: key of a field, or empty to leave the column out}; remembered for files of this layout"`
	}]
}

var (
	msgImportMode  = problem.L("导入方式须为 all 或 row", "The mode of an import is all or row")
	msgNoName      = problem.L("请写明要新建的名称", "Say the names of the records to make")
	msgNoRow       = problem.L("行号须从 1 开始", "Rows are counted from 1")
	msgNotMakeable = problem.L("不能随此列表导入新建“%s”", "Records of “%s” cannot be made with an import of this list")
	msgMostMade    = problem.L("一次导入最多新建 %d 条", "An import makes at most %d records of a kind")
	msgNoField     = problem.L("没有字段“%s”：请从列表字段中选择", "There is no field “%s”: choose one of the list")
)

// importFile reads the form of an import.
func (r *Resource[P]) importFile(in *ImportInput) (ImportFile, error) {
	form := in.RawBody.Data()
	file := ImportFile{Name: form.File.Filename, DryRun: form.DryRun, Partly: form.Mode == "row", Basis: form.Basis}
	var bad []problem.FieldError
	if form.Mode != "" && form.Mode != "all" && form.Mode != "row" {
		bad = append(bad, problem.Field("mode", "choice", msgImportMode))
	}
	for _, part := range []struct {
		field, text string
		into        any
	}{{"edits", form.Edits, &file.Edits}, {"headings", form.Headings, &file.Headings}, {"create", form.Create, &file.Create}} {
		var refused *problem.Problem
		if errors.As(api.FormJSON(part.field, part.text, part.into), &refused) {
			bad = append(bad, refused.Fields...)
		}
	}
	for i, e := range file.Edits {
		if e.Row < 1 {
			bad = append(bad, problem.Field("edits."+strconv.Itoa(i)+".row", "min", msgNoRow))
		}
	}
	for i, w := range file.Create {
		at := "create." + strconv.Itoa(i)
		if !slices.ContainsFunc(references(r.columns()), func(f *Field) bool { return f.Target == w.Entity && r.makes(f) }) {
			bad = append(bad, problem.Field(at+".entity", "choice", msgNotMakeable, w.Entity))
		}
		if len(w.Names) == 0 {
			bad = append(bad, problem.Field(at+".names", "required", msgNoName))
		}
		for j, name := range w.Names {
			if cell.Clean(name) == "" {
				bad = append(bad, problem.Field(at+".names."+strconv.Itoa(j), "required", msgNoName))
			}
		}
		if len(w.Names) > mostMissing {
			bad = append(bad, problem.Field(at+".names", "max", msgMostMade, mostMissing))
		}
	}
	told := map[string]bool{}
	for _, heading := range slices.Sorted(maps.Keys(file.Headings)) {
		if title := cell.Title(heading); told[title] {
			bad = append(bad, ToldTwice(ofHeading(heading), heading))
		} else {
			told[title] = true
		}
	}
	for _, heading := range slices.Sorted(maps.Keys(file.Headings)) {
		if key := file.Headings[heading]; key != "" && !slices.ContainsFunc(r.columns(), func(f *Field) bool { return f.Key == key }) {
			bad = append(bad, problem.Field(ofHeading(heading), "column", msgNoField, key))
		}
	}
	if len(bad) > 0 {
		return file, problem.Invalid(bad...)
	}
	var err error
	file.Data, err = ReadUpload(form.File)
	return file, err
}

var msgFailedRows = problem.L("未通过的行.xlsx", "failed-rows.xlsx")

// mountImport registers the import and the file of the rows that it refuses.
func (r *Resource[P]) mountImport(s *api.Server, op func(method, path, id, summary, operation string) api.Operation) {
	imports := op(http.MethodPost, "/import", "import", "Import", "add")
	imports.Upload, imports.Example = true, &api.Example{File: r.Name() + ".csv", Form: map[string]string{"dryRun": "true"}}
	api.Call(s, imports, func(ctx context.Context, in *ImportInput) (ImportResult, error) {
		file, err := r.importFile(in)
		if err != nil {
			return ImportResult{}, err
		}
		return r.Import(ctx, s.DB(), file)
	})
	r.mountLayouts(s, op)
	refused := op(http.MethodPost, "/import/failed", "import-failed", "The rows of a file that cannot be imported, with the reason beside each, of", "add")
	refused.Upload, refused.Example = true, &api.Example{File: r.Name() + ".csv"}
	api.Download(s, refused, func(ctx context.Context, in *ImportInput) (*api.File, error) {
		file, err := r.importFile(in)
		if err != nil {
			return nil, err
		}
		write, release, err := r.Refused(ctx, s.DB(), file)
		if err != nil {
			return nil, err
		}
		answer := r.file(ctx, "xlsx", write)
		answer.Name, answer.Done = msgFailedRows.In(problem.Language(ctx)), release
		return answer, nil
	})
}
