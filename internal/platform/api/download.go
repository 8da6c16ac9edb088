package api

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// File is a download.
type File struct {
	Name  string                  // for content-disposition
	Type  string                  // content type
	Gzip  bool                    // Write gives gzip already
	Empty bool                    // a list without rows: its headings alone
	Tag   string                  // names the content for good; browsers send it again as If-None-Match
	Write func(w io.Writer) error // nil: the client has the content of this Tag already
	Done  func()                  // nil or what gives back what Write needs, called once the answer is out or has broken off
}

// EmptyHeader tells the client that a file holds headings alone, so that it can say that there was nothing to export.
const EmptyHeader = "X-Empty-Export"

// Download serves a file that fn prepares; errors before the first byte are ordinary envelopes.
func Download[I any](s *Server, op Operation, fn func(ctx context.Context, in *I) (*File, error)) {
	huma.Register(s.huma, s.declare(op, reflect.TypeFor[I]()), func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		file, err := fn(ctx, in)
		if err != nil {
			return nil, wire(ctx, err)
		}
		if op.Exports != "" && !file.Empty && s.Exported != nil {
			s.Exported(ctx, op.Exports, "", file.Name)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) { file.answer(c.Context(), humaWriter{c}) }}, nil
	})
}

// ServeFile answers a plain handler's request with a file.
func ServeFile(w http.ResponseWriter, r *http.Request, f *File) { f.answer(r.Context(), httpWriter{w}) }

func (f *File) answer(ctx context.Context, w replier) {
	if f.Done != nil {
		defer f.Done()
	}
	w.header("Content-Type", f.Type)
	w.header("Cache-Control", "no-store")
	if f.Tag != "" {
		w.header("ETag", strconv.Quote(f.Tag))
		w.header("Cache-Control", "private, no-cache") // kept, but asked for again: permissions change
	}
	if f.Gzip {
		w.header("Content-Encoding", "gzip")
	}
	if f.Write == nil {
		w.status(http.StatusNotModified)
		return
	}
	if f.Name != "" {
		w.header("Content-Disposition", disposition(f.Name))
	}
	if f.Empty {
		w.header(EmptyHeader, "true")
	}
	if err := f.Write(w); err != nil {
		logFault(ctx, "a download broke off", err)
	}
}
