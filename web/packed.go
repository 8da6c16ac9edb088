package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// leastPacked is the size in bytes below which packing a file saves no packet.
const leastPacked = 1 << 10

// file is one file of the build, as it is and packed for whoever takes it so.
type file struct {
	name   string
	plain  []byte
	packed func() []byte // nil: packing gains nothing
}

// pack reads every file of the build but the page itself. Each is packed when it is first asked for, once.
func pack(app fs.FS) map[string]*file {
	files := map[string]*file{}
	err := fs.WalkDir(app, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == "index.html" {
			return err
		}
		plain, err := fs.ReadFile(app, name)
		f := &file{name: name, plain: plain}
		if len(plain) >= leastPacked && packable(name) {
			f.packed = sync.OnceValue(func() []byte { return squeeze(plain) })
		}
		files[name] = f
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // before the first build there is none
		panic(err) // the files lie in the binary
	}
	return files
}

// packable tells texts from what is packed already, such as pictures.
func packable(name string) bool {
	kind := mime.TypeByExtension(path.Ext(name))
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") || strings.HasPrefix(kind, "image/svg")
}

func squeeze(plain []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // fails for unknown levels alone
	_, _ = w.Write(plain)                                 // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	content := f.plain
	if f.packed != nil {
		w.Header().Add("Vary", "Accept-Encoding")
		if takesGzip(r.Header.Get("Accept-Encoding")) {
			w.Header().Set("Content-Encoding", "gzip")
			content = f.packed()
		}
	}
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(content))
}

// takesGzip reads Accept-Encoding: gzip named, and not with weight 0.
func takesGzip(accepted string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			q, _ := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			return strings.Trim(q, "0.") != "" || q == ""
		}
	}
	return false
}
