package api

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/problem"
)

// maxTexts is how many bytes all fields of a multipart form that are no files may have together: what mime/multipart allows.
const maxTexts = 10 << 20

var (
	msgNoFileName  = problem.L("此文件没有文件名，请带文件名上传", "The file has no name: send it with one")
	msgNamedText   = problem.L("此项是文本而不是文件，请不带文件名提交", "This is a text and no file: send it without a file name")
	msgNoFormField = problem.L("此表单没有该字段，请删除后重试", "This form has no such field; leave it out")
	msgTexts       = problem.L("表单内容过大：除文件外最多 %d MB", "The form is too large: at most %d MB beside its files")
)

// inspectForm reads a multipart form and refuses what cannot be stored, what the operation does not declare, and what is too
// large, by the name of the field.
func inspectForm(c huma.Context, r *http.Request, in input) error {
	_, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	parts := &partReader{ReadCloser: r.Body, delimiter: []byte("--" + parameters["boundary"] + "\r\n")}
	r.Body = parts
	form, err := c.GetMultipartForm()
	switch {
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return problem.Invalid(problem.Field(shortened(parts.name()), "max", msgTexts, maxTexts>>20))
	case err != nil:
		return unreadable(err, FileTooLarge())
	}
	for _, files := range form.File {
		for _, f := range files {
			if f.Header.Get("Content-Type") == "" { // else huma guesses one, which fails for an empty file; nothing here goes by it
				f.Header.Set("Content-Type", "application/octet-stream")
			}
		}
	}
	return invalid(append(formFaults(form), in.formFaults(form)...))
}

var msgFileName = problem.L("文件名含有无法保存的字符（控制字符或残缺的字符），请改名后重试", "The name of the file holds characters that cannot be stored (control or broken characters); rename it and try again")

// formFaults are the fields that an operation does not declare, declares as a file or as a text, or takes only once.
func (in input) formFaults(form *multipart.Form) (bad []problem.FieldError) {
	check := func(name string, file bool, times int) {
		declared, known := in.form[name]
		switch {
		case !known && name == "sessionId" && !file: // through a gateway it goes along in every form
		case known && declared.file && !file: // a part without a name of a file reads as a text
			bad = append(bad, problem.Field(name, "fileName", msgNoFileName))
		case known && file && !declared.file:
			bad = append(bad, problem.Field(name, "type", msgNamedText))
		case !known:
			bad = append(bad, problem.Field(shortened(strings.ToValidUTF8(name, "\uFFFD")), "unknown", msgNoFormField))
		case !declared.many && times > 1:
			bad = append(bad, problem.Field(name, "duplicate", msgTwice))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form.Value)) {
		check(name, false, len(form.Value[name]))
		if declared := in.form[name]; declared.of != nil && declared.plain() && !declared.file {
			bad = append(bad, declared.faults(name, form.Value[name][0])...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form.File)) {
		check(name, true, len(form.File[name]))
	}
	return bad
}

// formFaults are the fields and names of files that cannot be stored.
func formFaults(form *multipart.Form) (bad []problem.FieldError) {
	name := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	for _, key := range slices.Sorted(maps.Keys(form.Value)) {
		if !storable(key) || slices.ContainsFunc(form.Value[key], func(v string) bool { return !storable(v) }) {
			bad = append(bad, badCharacter(name(key)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(form.File)) {
		switch {
		case !storable(key):
			bad = append(bad, badCharacter(name(key)))
		case slices.ContainsFunc(form.File[key], func(f *multipart.FileHeader) bool { return !storable(f.Filename) }):
			bad = append(bad, problem.Field(key, "character", msgFileName))
		}
	}
	return bad
}

// mostHeader is how many bytes of a part's head are looked at for its name.
const mostHeader = 4 << 10

// partReader remembers the head of the part that is being read: the parser says that a part is too large, but not which.
type partReader struct {
	io.ReadCloser
	delimiter []byte
	head      []byte // of the last part that began
	tail      []byte // of what was read, in which the next delimiter may have begun
}

// Read passes bytes on as they are.
func (p *partReader) Read(to []byte) (n int, err error) {
	n, err = p.ReadCloser.Read(to)
	seen := append(p.tail, to[:n]...)
	if at := bytes.LastIndex(seen, p.delimiter); at >= 0 {
		seen = seen[at+len(p.delimiter):]
		p.head = slices.Clone(seen[:min(len(seen), mostHeader)])
	} else if room := mostHeader - len(p.head); room > 0 && p.head != nil {
		p.head = append(p.head, to[:min(n, room)]...)
	}
	p.tail = slices.Clone(seen[max(0, len(seen)-len(p.delimiter)+1):])
	return n, err
}

var partName = regexp.MustCompile(`(?i)^content-disposition:[^\r\n]*\bname="([^"\r\n]*)"`)

// name is that of the last part that began.
func (p *partReader) name() string {
	for line := range bytes.SplitSeq(p.head, []byte("\r\n")) {
		if found := partName.FindSubmatch(line); found != nil {
			return strings.ToValidUTF8(string(found[1]), "\uFFFD")
		}
		if len(line) == 0 { // the head is over
			break
		}
	}
	return "body"
}
