package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
)

// How long a body may take to arrive: JSON of a megabyte, and a file of MaxUpload over a slow line. Variables for tests alone.
var (
	jsonArrives   = 10 * time.Second
	uploadArrives = 5 * time.Minute
)

// mostFaults is how many faults of one request are named.
const mostFaults = 50

var (
	msgCharacter = problem.L("含有无法保存的字符（控制字符或残缺的字符），请删除后重试", "Holds characters that cannot be stored (control or broken characters); remove them and try again")
	msgTwice     = problem.L("该字段出现了两次，请只保留一个", "This field is given twice; keep one of them")
	msgUnknown   = problem.L("没有该字段，请删除后重试", "There is no such field; leave it out")
	msgLate      = problem.L("请求内容没有及时传完，请检查网络后重试", "The request did not arrive in time: check the connection and try again")
	msgNoBody    = problem.L("请求没有内容", "The request has no body")
	msgAddress   = problem.L("地址编码不正确", "The address is not encoded properly")
)

// storable tells whether a text can be stored and shown: valid UTF-8 without control characters. Tab, line feed and
// carriage return may stand in it, because remarks hold lines and people paste cells.
func storable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, isControl)
}

// isControl tells the characters that no text of ours holds: control characters of ASCII and of Latin 1, what stands for no
// character (U+FFFE, U+FFFF and their like), and the marks that turn the direction of what follows, with which one name
// looks like another.
func isControl(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t' && r != '\n' && r != '\r'
	case r >= 0x7f && r < 0xa0, r&0xfffe == 0xfffe, unicode.Is(unicode.Bidi_Control, r):
		return true
	}
	return false
}

func badCharacter(field string) problem.FieldError {
	return problem.Field(field, "character", msgCharacter)
}

// inspectAddress refuses a path or query that cannot be stored, or read. It runs before anything looks at either.
func (s *Server) inspectAddress(r *http.Request) error {
	var bad []problem.FieldError
	if !storable(r.URL.Path) || strings.ContainsAny(r.URL.Path, "\t\n\r") {
		for _, name := range s.badPathValues(r) {
			bad = append(bad, badCharacter(name))
		}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !storable(name) || slices.ContainsFunc(query[name], func(v string) bool { return !storable(v) }) {
			bad = append(bad, badCharacter(strings.ToValidUTF8(name, "\uFFFD")))
		}
	}
	if len(bad) == 0 && err != nil {
		return problem.Malformed("query", "format", msgAddress) // a broken escape would be left out in silence, and the answer be about something else
	}
	return invalid(bad)
}

// badPathValues names the parts of a path that cannot be stored as the route that would serve it does.
func (s *Server) badPathValues(r *http.Request) (names []string) {
	_, pattern := s.mux.Handler(r)
	_, route, _ := strings.Cut(pattern, " ")
	wanted, sent := strings.Split(route, "/"), strings.Split(r.URL.Path, "/")
	for i := range sent {
		if storable(sent[i]) && !strings.ContainsAny(sent[i], "\t\n\r") {
			continue
		}
		name := "path"
		if i < len(wanted) && strings.HasPrefix(wanted[i], "{") {
			name = strings.Trim(wanted[i], "{}.")
		}
		names = append(names, name)
	}
	return slices.Compact(names)
}

// invalid is nil without faults.
func invalid(bad []problem.FieldError) error {
	if len(bad) == 0 {
		return nil
	}
	return problem.Invalid(bad[:min(len(bad), mostFaults)]...)
}

// inspectBody refuses a body that holds what cannot be stored, or what the operation does not declare. What passes is read anew by the operation.
func inspectBody(c huma.Context, in input) error {
	r, w := humago.Unwrap(c)
	if !hasBody(r) {
		return in.withoutBody()
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return Uploading(w, func() error { return inspectForm(c, r, in) })
	}
	arrivesFromNow(w, r)
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return unreadable(err, tooLarge())
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	switch {
	case len(data) == 0:
		return in.withoutBody()
	case in.body != nil:
		return inspectJSON(data, in.body, true)
	case kind == "application/x-www-form-urlencoded":
		form, err := url.ParseQuery(string(data))
		if err != nil {
			return problem.Malformed("body", "format", msgUnreadable)
		}
		fields := &multipart.Form{Value: form}
		return invalid(append(formFaults(fields), in.formFaults(fields)...))
	}
	return nil
}

// withoutBody refuses a request without the body that the operation requires.
func (in input) withoutBody() error {
	if in.form == nil && (in.body == nil || in.mayLackBody) {
		return nil
	}
	return problem.Malformed("body", "required", msgNoBody)
}

func tooLarge() error { return problem.Malformed("body", "max", msgTooLarge, maxJSON>>20) }

// holdFiles waits until the files of a form may be read into memory; ctx says whose turn that is. They lie on the disk until
// then, however many wait.
func holdFiles(ctx context.Context, c huma.Context) (release func(), err error) {
	r, _ := humago.Unwrap(c)
	var size int64
	if r.MultipartForm != nil {
		for _, files := range r.MultipartForm.File {
			for _, f := range files {
				size += f.Size
			}
		}
	}
	if size == 0 {
		return func() {}, nil
	}
	return budget.AcquireFiles(ctx, size)
}

// DecodeJSON reads the JSON body of a handler that is no declared operation into a pointer, under the same rules as one: it
// answers 422 for what cannot be stored, for undeclared properties and for wrong types. An empty body is unreadable.
func DecodeJSON(w http.ResponseWriter, r *http.Request, into any) error {
	arrivesFromNow(w, r)
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return unreadable(err, tooLarge())
	}
	if err := inspectJSON(data, reflect.TypeOf(into), false); err != nil {
		return err
	}
	if string(bytes.TrimSpace(data)) == "null" { // which a decoder takes for a pointer that stays as it is
		return problem.Malformed("body", "format", msgUnreadable)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return problem.Malformed("body", "format", msgUnreadable)
	}
	return nil
}

// FormJSON reads the JSON text of a field of a form into a pointer, under the rules of a JSON body: the error is a 422 that
// names the place inside the field. An empty text leaves into as it is. null is refused wherever it stands: a field that has
// nothing to say is left out, and a null that reads as an empty list would take back what was said before.
func FormJSON(field, text string, into any) error {
	if text == "" {
		return nil
	}
	if !json.Valid([]byte(text)) {
		return problem.Invalid(problem.Field(field, "format", msgUnreadable))
	}
	err := (&inspection{data: []byte(text), contract: true, noNull: true}).of(reflect.TypeOf(into))
	var refused *problem.Problem
	switch {
	case err == nil && json.Unmarshal([]byte(text), into) == nil:
		return nil
	case errors.As(err, &refused) && len(refused.Fields) > 0:
		for i := range refused.Fields {
			if refused.Fields[i].Field = field + "." + refused.Fields[i].Field; strings.HasSuffix(refused.Fields[i].Field, ".body") {
				refused.Fields[i].Field = field
			}
		}
		return refused
	}
	return problem.Invalid(problem.Field(field, "format", msgUnreadable))
}

func unreadable(err, refusal error) error {
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return refusal
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		// Not 408: browsers send a body again by themselves when a line that they had used before answers so.
		return problem.Malformed("body", "time", msgLate)
	}
	return problem.Malformed("body", "format", msgUnreadable)
}
