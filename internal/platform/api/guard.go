package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Limits of a request's body, in bytes.
const (
	maxJSON   = 1 << 20
	MaxUpload = 20 << 20 // of a file, by multipart
	// drained and drainedWithin are how much of an oversized body is read and thrown away, and for how long, so that the client
	// gets to see the answer: whoever is still writing does not read. What is longer or slower loses its connection.
	drained       = 64 << 20
	drainedWithin = 5 * time.Second
)

// withoutHost are the questions of whoever watches the server, which make no address: some send no Host at all.
var withoutHost = []string{"/healthz", "/readyz"}

var msgHost = problem.L("请求的主机名（Host）不正确，请用正常的网址访问", "The host of the request (Host) is no valid name; please use the regular address")

// Handler is the whole server: guards around every route.
func (s *Server) Handler() http.Handler {
	s.OpenAPI() // whole before the first request reads it
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ctx := context.WithValue(r.Context(), requestKey{}, &visit{id: store.NewID()})
		ctx = problem.WithLanguage(ctx, LanguageOf(r))
		seen := &statusWriter{ResponseWriter: w}
		ctx = context.WithValue(ctx, callerKey{}, s.callerOf(r, seen.Header()))
		reply := &packer{ResponseWriter: seen, accepted: acceptsGzip(r)}
		ctx = context.WithValue(ctx, packKey{}, reply)
		ends := make([]func(Served), len(s.observers))
		for i, observe := range s.observers {
			ctx, ends[i] = observe(ctx, r)
		}
		r = r.WithContext(ctx)
		defer func() {
			done := s.served(r, seen, began)
			for _, end := range slices.Backward(ends) {
				end(done)
			}
			done.log(ctx)
		}()
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler {
					if seen.code == 0 {
						seen.code = clientGone
					}
					panic(v)
				}
				slog.ErrorContext(ctx, "panic", "request", requestID(ctx), "value", fmt.Sprint(v), "stack", string(debug.Stack()))
				if seen.code == 0 {
					WriteProblem(seen, r, fmt.Errorf("panic: %v", v))
				}
			}
		}()
		h := seen.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Request-Id", requestID(ctx))
		if CallerFrom(ctx).Secure() {
			// A browser that has been here once never again sends its first request in the open. Only for this host: its neighbours
			// are not ours to bind.
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if strings.HasPrefix(r.URL.Path, Prefix) {
			h.Set("Cache-Control", "no-store")
		}
		if CallerFrom(ctx).Origin == "" && !slices.Contains(withoutHost, r.URL.Path) {
			WriteProblem(seen, r, &problem.Problem{Status: http.StatusBadRequest, Code: problem.InvalidInput, Text: msgHost, Fields: []problem.FieldError{problem.Field("host", "format", msgHost)}})
			return
		}
		if err := s.inspectAddress(r); err != nil {
			WriteProblem(seen, r, err)
			return
		}
		if !s.fits(seen, r) {
			return
		}
		defer discardForm(r)
		s.mux.ServeHTTP(reply, r)
		if err := reply.finish(); err != nil {
			logFault(ctx, "a reply broke off", err)
		}
	})
}

// discardForm removes what a form left on the disk. net/http does so only for the request that it made itself, and the
// one that was served is a copy of it with more in its context.
func discardForm(r *http.Request) {
	if r.MultipartForm == nil {
		return
	}
	if err := r.MultipartForm.RemoveAll(); err != nil {
		slog.WarnContext(r.Context(), "an uploaded file stays on the disk", "error", err)
	}
}

// fits refuses bodies over the limit before anything reads them.
func (s *Server) fits(w http.ResponseWriter, r *http.Request) bool {
	limit, refusal := int64(maxJSON), tooLarge()
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		limit, refusal = MaxUpload+maxJSON, FileTooLarge()
	}
	if r.ContentLength > limit {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainedWithin)) // a recorder in a test has none
		_, _ = io.CopyN(io.Discard, r.Body, min(r.ContentLength, drained))               // the answer goes out all the same
		w.Header().Set("Connection", "close")
		WriteProblem(w, r, refusal)
		return false
	}
	if !hasBody(r) {
		return true
	}
	// Also of what nothing here reads: net/http throws it away before it answers.
	arrivesFromNow(w, r)
	r.Body = http.MaxBytesReader(w, arriving{r.Body, http.NewResponseController(w)}, limit)
	return true
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// arrivesFromNow gives a body its time. Without a body nothing would end that time, and a long call would break off with it.
func arrivesFromNow(w http.ResponseWriter, r *http.Request) {
	if !hasBody(r) {
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(jsonArrives)) // a recorder in a test has none
}

// Uploading gives the body of an upload its time while read takes it, from now on. What is left of one that read refuses is thrown
// away.
func Uploading(w http.ResponseWriter, read func() error) error {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(uploadArrives)) // a recorder in a test has none
	err := read()
	if err != nil {
		_ = control.SetReadDeadline(time.Now().Add(drainedWithin))
		return err
	}
	_ = control.SetReadDeadline(time.Time{}) // what ends a form need not be the end of the body
	return nil
}

// arriving is a body that has to arrive in time. net/http goes on reading while a call is worked on, to notice a client that
// leaves: a deadline that stayed would end every call that takes longer than its body may.
type arriving struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b arriving) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// LanguageOf is the language of a request: ?lang= wins over the header; cn and zh_CN mean zh (I18N-03).
func LanguageOf(r *http.Request) string {
	said := r.URL.Query().Get("lang")
	if said == "" {
		said = r.Header.Get("Accept-Language")
	}
	if strings.HasPrefix(strings.ToLower(said), problem.English) {
		return problem.English
	}
	return problem.Chinese
}

func (s *Server) callerOf(r *http.Request, reply http.Header) Caller {
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		address = r.RemoteAddr
	}
	bearer := r.Header.Get("Blade-Auth")
	if len(bearer) > 7 && strings.EqualFold(bearer[:7], "bearer ") {
		bearer = bearer[7:]
	}
	return Caller{
		Token: r.Header.Get("mdbtk"), Bearer: strings.TrimSpace(bearer), Address: address, Confirmed: r.URL.Query().Get("confirm"), Method: r.Method,
		Agent: r.UserAgent(), Site: r.Header.Get("Sec-Fetch-Site"), Mode: r.Header.Get("Sec-Fetch-Mode"), Ahead: r.Header.Get("Sec-Purpose") != "",
		Origin: s.originOf(r), GatewayKey: r.Header.Get(GatewayKeyHeader), cookies: r.Cookies(), reply: reply, named: s.PermissionName, refused: s.refuse,
	}
}

// disposition names a download; the starred form carries Chinese names.
func disposition(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, ascii, url.PathEscape(name))
}

type statusWriter struct {
	http.ResponseWriter
	code  int
	bytes int64 // of the body
}

// WriteHeader takes the first status. A second one comes when the client has gone in the middle of an answer: there is
// nobody to tell.
func (w *statusWriter) WriteHeader(code int) {
	if w.code >= http.StatusOK {
		return
	}
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController and the websocket upgrade reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
