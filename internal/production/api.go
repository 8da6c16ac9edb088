package production

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// draft is a checked file that waits for its commit.
type draft struct {
	bun.BaseModel `bun:"table:import_draft"`
	store.FactoryRow
	Name    string `bun:"name"`
	Content string `bun:"content"` // gzip, base64
}

// draftLife is how long a checked file waits.
const draftLife = time.Hour

// ImportInput is a file to check or write, or the id of a checked one.
type ImportInput struct {
	RawBody huma.MultipartFormFiles[struct {
		File     huma.FormFile `form:"file" required:"false"`
		DryRun   bool          `form:"dryRun" required:"false"`
		ImportID string        `form:"importId" required:"false"`
	}]
}

var (
	msgDraftGone = L("检查结果已过期，请重新上传文件", "The check has expired, please upload the file again")
	msgNoSheet   = L("文件中没有可识别的工作表：请使用模板", "The file has no sheet that is known here: please use the template")
)

// Mount registers the import and its template.
func (p *Production) Mount(s *api.Server) {
	p.mountProgress(s)
	api.Download(s, api.Operation{
		Method: http.MethodGet, Path: "production/template", ID: "production-template", Summary: "The planner's workbook, empty", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{},
	}, func(ctx context.Context, _ *struct{}) (*api.File, error) {
		lang := problem.Language(ctx)
		return &api.File{
			Name: L("生产数据模板.xlsx", "production-template.xlsx").In(lang), Type: resource.XLSXType,
			Write: func(w io.Writer) error { return workbook.Template(w, lang, false) },
		}, nil
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "production/import", ID: "production-import", Summary: "Check or import the planner's workbook", Tag: "production",
		Permission: "pm.import.add", Upload: true, Example: &api.Example{File: "production.json", Form: map[string]string{"dryRun": "true"}},
	}, p.serveImport)
}

func (p *Production) serveImport(ctx context.Context, tx store.Tx, in *ImportInput) (*ImportResult, error) {
	if tx.Actor().FactoryID == "" {
		return nil, store.ErrNoFactory
	}
	form := in.RawBody.Data()
	if form.ImportID != "" {
		name, data, err := takeDraft(ctx, tx, form.ImportID, p.deps.Now())
		if err != nil {
			return nil, err
		}
		return p.Import(ctx, tx, name, data, form.DryRun)
	}
	data, err := resource.ReadUpload(form.File)
	if err != nil {
		return nil, err
	}
	result, err := p.Import(ctx, tx, form.File.Filename, data, form.DryRun)
	if err != nil || !form.DryRun {
		return result, err
	}
	result.ImportID, err = keepDraft(ctx, tx, form.File.Filename, data, p.deps.Now())
	return result, err
}

func keepDraft(ctx context.Context, tx store.Tx, name string, data []byte, now time.Time) (string, error) {
	if _, err := tx.Remove((*draft)(nil)).Where("created_at < ?", now.Add(-draftLife)).Exec(ctx); err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	d := &draft{Name: name, Content: base64.StdEncoding.EncodeToString(packed.Bytes())}
	err := tx.Insert(ctx, d)
	return d.ID, err
}

func takeDraft(ctx context.Context, tx store.Tx, id string, now time.Time) (string, []byte, error) {
	var d draft
	err := tx.Select(&d).Where("id = ?", id).Where("created_at >= ?", now.Add(-draftLife)).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil, problem.Refuse(msgDraftGone)
	}
	if err != nil {
		return "", nil, err
	}
	packed, err := base64.StdEncoding.DecodeString(d.Content)
	if err != nil {
		return "", nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", nil, err
	}
	data, err := io.ReadAll(r)
	return d.Name, data, err
}

// fileProblem words a file that cannot be read.
func fileProblem(err error) error {
	if errors.Is(err, workbook.ErrNoSheet) {
		return problem.Invalid(problem.Field("file", "noSheet", msgNoSheet))
	}
	return resource.SheetProblem(err)
}
