package program

import (
	"context"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// UploadInput is files and the operation that they are for.
type UploadInput struct {
	ID      string `path:"id" doc:"of the operation"`
	RawBody huma.MultipartFormFiles[struct {
		File []huma.FormFile `form:"file" required:"false"`
	}]
}

var (
	msgNoFile  = L("请选择文件", "Please choose a file")
	msgMost    = L("一道工序最多 %d 个文件", "An operation has at most %d files")
	msgRefused = L("程序有问题，没有上传任何文件", "A program is faulty, so nothing was uploaded")
)

// Upload takes files in for an operation, all or none. A file takes the place of one with the same name. Bytes are kept
// before the transaction begins: it has only rows to write.
func (p *Programs) Upload(ctx context.Context, in *UploadInput) (view *View, err error) {
	var files []upload
	for _, part := range in.RawBody.Data().File {
		content, err := resource.ReadUpload(part)
		if err != nil {
			return nil, err
		}
		files = append(files, upload{name: baseName(part.Filename), content: content})
	}
	if len(files) == 0 {
		return nil, problem.Invalid(problem.Field("file", "required", msgNoFile))
	}
	if len(files) > mostFiles {
		return nil, problem.Invalid(problem.Field("file", "max", msgMost, mostFiles))
	}
	if err := p.deps.DB.Read(ctx, func(tx store.Tx) error { return p.admit(ctx, tx, in.ID, files) }); err != nil {
		return nil, err
	}
	rows := make([]*file.File, len(files))
	for i, f := range files {
		if rows[i], err = p.deps.Files.Keep(ctx, f.name, contentType(f.name), f.content); err != nil {
			return nil, err
		}
	}
	return view, p.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		// The service, the section or the operation may be other than they were.
		if err := p.admit(ctx, tx, in.ID, files); err != nil {
			return err
		}
		view, err = p.attach(ctx, tx, in.ID, rows)
		view = seen(tx.Actor(), view)
		return err
	})
}

// admit refuses while the service is closed, and what is wrong with the files (ERR-17).
func (p *Programs) admit(ctx context.Context, tx store.Tx, id string, files []upload) error {
	o, err := p.operation(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := checkOpen(ctx, tx); err != nil {
		return err
	}
	if found := check(files, o.Takes); len(found) > 0 {
		return &problem.Problem{Status: http.StatusConflict, Code: problem.Refused, Text: msgRefused, Data: found}
	}
	return nil
}

func (p *Programs) attach(ctx context.Context, tx store.Tx, id string, rows []*file.File) (*View, error) {
	old, err := p.deps.Files.Of(ctx, tx, entity, id)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(rows))
	count := len(old)
	for i, row := range rows {
		names[i] = row.Name
		for k := range old {
			if strings.EqualFold(old[k].Name, row.Name) {
				count--
				if err := file.Require(tx.Actor(), entity, file.See, file.Replace); err != nil {
					return nil, err
				}
				if err := p.deps.Files.DropOne(ctx, tx, &old[k]); err != nil {
					return nil, err
				}
			}
		}
		count++
		if err := p.deps.Files.Attach(ctx, tx, row, entity, id); err != nil {
			return nil, err
		}
	}
	if count > mostFiles {
		return nil, problem.Refuse(msgMost, mostFiles)
	}
	if err := p.log(ctx, tx, id, store.FieldChange{Field: "programs", After: names}); err != nil {
		return nil, err
	}
	return p.raise(ctx, tx, id)
}

// Remove takes one file away from an operation.
func (p *Programs) Remove(ctx context.Context, tx store.Tx, id, fileID string) (*View, error) {
	before, err := p.View(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	files, err := p.deps.Files.Of(ctx, tx, entity, id)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].ID != fileID {
			continue
		}
		if err := p.deps.Files.DropOne(ctx, tx, &files[i]); err != nil {
			return nil, err
		}
		if err := p.log(ctx, tx, id, store.FieldChange{Field: "programs", Before: []string{files[i].Name}}); err != nil {
			return nil, err
		}
		return p.lower(ctx, tx, before)
	}
	return before, nil // somebody else was faster: it is gone
}

func (p *Programs) log(ctx context.Context, tx store.Tx, id string, change store.FieldChange) error {
	return tx.Log(ctx, "operation", id, id, store.ActionChange, change)
}

// baseName is a file's name without the folders that some browsers send along.
func baseName(name string) string {
	return strings.TrimSpace(path.Base(strings.ReplaceAll(name, `\`, "/")))
}

func contentType(name string) string {
	if kind, _ := kindOf(name); kind == Sheet {
		if t := mime.TypeByExtension("." + endingOf(name)); t != "" {
			return t
		}
	}
	return "application/octet-stream"
}
