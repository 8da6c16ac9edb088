package gateway

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"
	"syscall"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

const (
	// formOverhead is what a form may have beside its file.
	formOverhead = 1 << 20
	// keptInMemory is how much of a form does not go to the disk.
	keptInMemory = 8 << 10
	// drained is how much of an upload that is refused is read and thrown away, so that the browser gets to see the answer.
	drained = 128 << 20
	// mostDeliveries is how many files go to the cloud at once.
	mostDeliveries = 4
)

var (
	msgDiskFull = problem.L("网关“%s”的磁盘已满，文件未保存，请清理磁盘后重试", "The disk of gateway %s is full and the file was not saved; please make room and try again")
	msgNotKept  = problem.L("网关“%s”无法写入磁盘，文件未保存，请检查网关的数据目录", "Gateway %s cannot write to its disk and the file was not saved; please check its data folder")
)

// blobKey is where a file lies on the disk. It begins with the gateway's own id: a folder that has served another gateway
// before is not swept of that one's files.
func (p *Process) blobKey(file string) string {
	id, _, _ := p.state()
	return id + "/" + file
}

// passOn copies of a browser's request what says who asks, and in which language.
var passOn = []string{"Mdbtk", "Accept-Language", "User-Agent"}

// cloudReply is what the cloud has answered, word for word.
type cloudReply struct {
	status int
	body   []byte
}

// askFor asks the cloud on behalf of a browser, by the browser's token and the gateway's key. What it answers in data is
// read into out; a refusal stays as it is, for the browser. The error is that of a cloud out of reach.
func (p *Process) askFor(r *http.Request, path string, in, out any) (cloudReply, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return cloudReply{}, err
	}
	call, err := http.NewRequestWithContext(r.Context(), http.MethodPost, p.cloud.String()+api.Prefix+path, bytes.NewReader(body))
	if err != nil {
		return cloudReply{}, err
	}
	for _, name := range passOn {
		if v := r.Header.Get(name); v != "" {
			call.Header.Set(name, v)
		}
	}
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set(api.GatewayKeyHeader, p.options.Key)
	res, err := p.client.Do(call)
	if err != nil {
		return cloudReply{}, err
	}
	defer func() { _ = res.Body.Close() }() // read to its end, or given up
	said, err := io.ReadAll(io.LimitReader(res.Body, formOverhead))
	if err != nil {
		return cloudReply{}, err
	}
	if res.StatusCode == http.StatusOK && out != nil {
		err = json.Unmarshal(said, &struct{ Data any }{out})
	}
	return cloudReply{res.StatusCode, said}, err
}

// write gives a browser the cloud's own words.
func (c cloudReply) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(c.status)
	_, _ = w.Write(c.body) // a browser that has gone needs no answer
}

// unreachable ends the connection, as the proxy does: the browser takes that for what it is.
func unreachable(r *http.Request, err error) {
	slog.WarnContext(r.Context(), "the cloud did not answer", "path", r.URL.Path, "error", err)
	panic(http.ErrAbortHandler)
}

// upload keeps a file of a record on the gateway's disk. The cloud says beforehand whether this person may, and afterwards
// writes the row; the bytes do not go there. What is no file of this factory, or needs a rule that this program does not
// have, the cloud takes itself.
func (p *Process) upload(cloud http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(problem.WithLanguage(r.Context(), api.LanguageOf(r)))
		defer func() {
			if r.MultipartForm != nil {
				_ = r.MultipartForm.RemoveAll() // the request that net/http sweeps is the one before
			}
		}()
		about := wish{r.PathValue("entity"), r.PathValue("owner")}
		var may leave
		said, err := p.askFor(r, "gateway/file/take", about, &may)
		switch {
		case err != nil:
			unreachable(r, err)
		case said.status != http.StatusOK:
			said.write(w)
			return
		case !may.Here || !may.Rule.Known():
			cloud.ServeHTTP(w, r)
			return
		}
		data, release, err := fileOf(w, r)
		if err != nil {
			api.WriteProblem(w, r, err)
			return
		}
		defer release()
		basedOn := r.FormValue("basedOn")
		if may.AskAgain { // who has not seen the file that would be replaced learns it before any pixel is looked at
			if said, err = p.askFor(r, "gateway/file/take", uploadRequest{about, &basedOn}, nil); err != nil {
				unreachable(r, err)
			}
			if said.status != http.StatusOK {
				said.write(w)
				return
			}
		}
		kind, content, err := may.Rule.Make(r.Context(), data)
		if err != nil {
			api.WriteProblem(w, r, err)
			return
		}
		sum := sha256.Sum256(content)
		row := kept{about, store.NewID(), kind, int64(len(content)), hex.EncodeToString(sum[:]), &basedOn}
		if err := p.files.Put(r.Context(), p.blobKey(row.ID), content); err != nil {
			slog.ErrorContext(r.Context(), "a file was not kept", "error", err)
			text := msgNotKept
			if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
				text = msgDiskFull
			}
			api.WriteProblem(w, r, problem.Refuse(text, may.Gateway))
			return
		}
		if said, err = p.askFor(r, "gateway/file/keep", row, nil); err != nil {
			unreachable(r, err) // whether the row was written, nobody knows: the sweep finds out
		}
		if said.status/100 == 4 {
			_ = p.files.Delete(context.WithoutCancel(r.Context()), p.blobKey(row.ID)) // the sweep finds what stays
		}
		said.write(w)
	})
}

// fileOf reads the field "file" of a form whole: an upload that breaks off leaves nothing. It lies on the disk until it has a
// share of the memory for files, which release gives back. Turns go round the sessions: a gateway knows no people.
func fileOf(w http.ResponseWriter, r *http.Request) (data []byte, release func(), err error) {
	const limit = api.MaxUpload + formOverhead
	if r.ContentLength > limit {
		_, _ = io.CopyN(io.Discard, r.Body, min(r.ContentLength, drained))
		return nil, nil, api.FileTooLarge()
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	err = r.ParseMultipartForm(keptInMemory)
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, nil, api.FileTooLarge()
	}
	part, head, missing := r.FormFile("file")
	if err != nil || missing != nil {
		_, err = resource.ReadUpload(huma.FormFile{})
		return nil, nil, err
	}
	release, err = budget.AcquireFiles(budget.For(r.Context(), "", r.Header.Get("Mdbtk")), head.Size)
	if err != nil {
		return nil, nil, err
	}
	if data, err = resource.ReadUpload(huma.FormFile{File: part, IsSet: true}); err != nil {
		release()
		return nil, nil, err
	}
	return data, release, nil
}

// download sends a file from the gateway's disk to whom the cloud lets read it. What lies elsewhere, the cloud sends.
func (p *Process) download(cloud http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(problem.WithLanguage(r.Context(), api.LanguageOf(r)))
		id := r.PathValue("id")
		var f found
		said, err := p.askFor(r, "gateway/file/find", sought{id}, &f)
		switch {
		case err != nil:
			unreachable(r, err)
		case said.status != http.StatusOK:
			said.write(w)
			return
		case !f.Here:
			cloud.ServeHTTP(w, r)
			return
		}
		if strings.Trim(r.Header.Get("If-None-Match"), `"`) == f.Sum {
			api.ServeFile(w, r, &api.File{Type: f.Kind, Tag: f.Sum})
			return
		}
		if err := p.whole(r.Context(), id, f); err != nil {
			slog.ErrorContext(r.Context(), "the bytes of a file are missing or damaged: restore them from a backup of the gateway", "file", id, "error", err)
			api.WriteProblem(w, r, fileMissing(msgFileDamaged, f.Gateway))
			return
		}
		api.ServeFile(w, r, &api.File{Name: f.Name, Type: f.Kind, Tag: f.Sum, Write: func(w io.Writer) error { return p.copyFile(r.Context(), id, w) }})
	})
}

// whole tells whether the bytes on the disk are still those that were kept: a disk may fail without a word.
func (p *Process) whole(ctx context.Context, id string, f found) error {
	h := sha256.New()
	if err := p.copyFile(ctx, id, h); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != f.Sum {
		return errNotIt
	}
	return nil
}

func (p *Process) copyFile(ctx context.Context, id string, to io.Writer) error {
	content, err := p.files.Open(ctx, p.blobKey(id))
	if err != nil {
		return err
	}
	_, err = io.Copy(to, content)
	return errors.Join(err, content.Close())
}

// deliver brings the cloud a file that it has asked for; one that is missing is an empty form.
func (p *Process) deliver(ctx context.Context, o order) {
	p.delivering <- struct{}{}
	defer func() { <-p.delivering }()
	ctx, cancel := context.WithTimeout(ctx, bringWithin)
	defer cancel()
	body, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	go func() {
		part, err := form.CreateFormFile("file", "file")
		if err == nil {
			err = p.copyFile(ctx, o.File, part)
		}
		if err != nil {
			slog.ErrorContext(ctx, "a file that the cloud asked for cannot be read", "file", o.File, "error", err)
		}
		writer.CloseWithError(form.Close()) // the cloud notices by the hash that something is missing
	}()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.cloud.String()+api.Prefix+"gateway/file/sent/"+o.ID, body)
	if err == nil {
		r.Header.Set("Content-Type", form.FormDataContentType())
		err = p.send(r, io.Discard)
	}
	if err != nil {
		slog.WarnContext(ctx, "a file was not brought to the cloud", "file", o.File, "error", err)
		_ = body.CloseWithError(err)
	}
}
