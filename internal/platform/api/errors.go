package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// failure is an envelope on its way out through huma.
type failure struct {
	status  int
	wait    time.Duration
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
	// Texts is the message in both languages: a refusal that stays on a page follows the person to the other.
	Texts problem.Text `json:"texts"`
}

func (f *failure) Error() string  { return f.Message }
func (f *failure) GetStatus() int { return f.status }

// GetHeaders gives every 429 and 503 its Retry-After, in whole seconds.
func (f *failure) GetHeaders() http.Header {
	if f.status != http.StatusTooManyRequests && f.status != http.StatusServiceUnavailable {
		return nil
	}
	seconds := max(1, int(math.Ceil(f.wait.Seconds())))
	return http.Header{"Retry-After": {strconv.Itoa(seconds)}}
}

// wire words an error for the caller; what is not a Problem becomes a fault whose text stays in the log.
func wire(ctx context.Context, err error) *failure {
	p := problem.Of(translate(err))
	if p.Status >= http.StatusInternalServerError && !store.IsOutage(err) && !blob.IsOutage(err) {
		logFault(ctx, "request failed", err)
	}
	message, data := p.Wire(problem.Language(ctx))
	return &failure{p.Status, p.RetryAfter, p.Code, message, toldOf(ctx, data), p.Text.Worded()}
}

// toldOf adds to a missing permission what people call it, and tells whoever listens: the handler has refused the call, for who comes in
// without an actor was refused at the door, see enter.
func toldOf(ctx context.Context, data any) any {
	missing, ok := data.(problem.MissingPermission)
	if !ok {
		return data
	}
	caller := CallerFrom(ctx)
	if actor, err := store.ActorFrom(ctx); err == nil && caller.refused != nil {
		caller.refused(ctx, actor, missing.Permission)
	}
	if caller.named != nil {
		missing.Name = caller.named(missing.Permission).In(problem.Language(ctx))
	}
	return missing
}

var (
	msgNoFactory  = problem.L("请选择工厂", "Please select factory")
	msgSuspended  = problem.L("企业授权已过期，数据仅可查看；请通知采购人员或老板续期", "The company's licence has expired and its data can only be read; please notify your purchasing staff or boss to renew")
	msgViewing    = problem.L("您正在以他人身份查看，不能修改；请先结束查看", "You view the company as somebody else and can change nothing: end the view first")
	msgRecord     = problem.L("记录", "Record")
	msgTaken      = problem.L("已存在相同的记录", "A record with this value already exists")
	msgFull       = problem.L("服务器磁盘已满，暂时无法保存；请联系管理员清理磁盘后重试", "The server's disk is full and nothing can be saved; ask the administrator to free space, then try again")
	msgReadOnly   = problem.L("服务器数据暂时只能查看，无法保存；请联系管理员检查数据库后重试", "The server cannot write its data at the moment; ask the administrator to check the database, then try again")
	msgDamaged    = problem.L("数据库文件已损坏，请联系管理员从备份恢复", "The database file is damaged; ask the administrator to restore a backup")
	msgLost       = problem.L("服务器的数据库文件不在原位，现在只能查看，无法保存；请联系管理员将文件放回原位", "The server's database file is not in its place: data can be viewed but not saved; ask the administrator to put the file back")
	msgNoFolder   = problem.L("服务器的文件目录不可用，现在无法保存文件；请联系管理员恢复文件目录后重试", "The server's folder of files is not available and no file can be saved; ask the administrator to put it back, then try again")
	msgFilesShut  = problem.L("服务器的文件目录暂时无法写入，不能保存文件；请联系管理员检查磁盘和目录权限后重试", "The server cannot write its folder of files; ask the administrator to check its disk and rights, then try again")
	msgNoBucket   = problem.L("文件存储暂时没有响应，请稍后重试", "The file store does not answer at the moment; please try again shortly")
	msgStopping   = problem.L("服务器正在重启，此操作没有完成；请稍后查看结果，再决定是否重试", "The server is restarting and did not finish this; please look in a moment what is there, then try again if needed")
	msgPeopleOnly = problem.L("接口令牌不能执行此操作，请登录后操作", "An API token cannot do this, please sign in")
	msgReferred   = problem.L("记录正被使用，或引用的记录不存在", "The record is in use, or refers to a record that does not exist")
)

// translate words what the store says when no domain has done so.
func translate(err error) error {
	switch {
	case errors.Is(err, store.ErrNoFactory):
		return problem.Refuse(msgNoFactory)
	case errors.Is(err, store.ErrSuspended):
		return problem.Refuse(msgSuspended)
	case errors.Is(err, store.ErrViewing):
		return problem.Refuse(msgViewing)
	case errors.Is(err, store.ErrNoActor):
		return problem.SignIn()
	case errors.Is(err, store.ErrNotFound):
		return problem.NotFound(msgRecord)
	case errors.Is(err, store.ErrStale):
		return problem.Stale(problem.StaleData{})
	case errors.Is(err, store.ErrDuplicate):
		return taken(err)
	case errors.Is(err, store.ErrCharacter):
		return problem.Invalid(badCharacter("body"))
	case errors.Is(err, context.Canceled): // the client has gone, or the server stops
		return &problem.Problem{Status: http.StatusServiceUnavailable, Code: problem.Unavailable, Text: msgStopping, RetryAfter: tryAgain, Cause: err}
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrBusy):
		return problem.Down(tryAgain, err)
	case errors.Is(err, store.ErrFull), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return problem.Unsaved(msgFull, err)
	case errors.Is(err, blob.ErrReadOnly):
		return problem.Unsaved(msgFilesShut, err)
	case errors.Is(err, store.ErrReadOnly), errors.Is(err, syscall.EROFS):
		return problem.Unsaved(msgReadOnly, err)
	case errors.Is(err, store.ErrDamaged):
		return problem.Unsaved(msgDamaged, err)
	case errors.Is(err, store.ErrLost):
		return problem.Unsaved(msgLost, err)
	case errors.Is(err, blob.ErrUnavailable):
		return &problem.Problem{Status: http.StatusServiceUnavailable, Code: problem.Unavailable, Text: msgNoBucket, RetryAfter: tryAgain, Cause: err}
	case blob.IsOutage(err):
		return problem.Unsaved(msgNoFolder, err)
	case errors.Is(err, store.ErrReferred):
		return problem.Refuse(msgReferred)
	}
	return err
}

// tryAgain is when a caller whom a silent database turned away tries again.
const tryAgain = 5 * time.Second

// taken names the fields of the unique index that refused a row: two people saved the same at the same moment, so that no
// domain saw the other's. A domain that can word it better does so before.
func taken(err error) error {
	var fields []problem.FieldError
	if d := store.DuplicateOf(err); d != nil {
		for _, column := range d.Columns {
			if column != "tenant_id" && column != "factory_id" && column != "id" {
				fields = append(fields, problem.Field(fieldOf(column), "unique", msgTaken))
			}
		}
	}
	if len(fields) == 0 {
		fields = append(fields, problem.Field("body", "unique", msgTaken))
	}
	return problem.Invalid(fields...)
}

// fieldOf is the name of a field by its column: mould_no is mouldNo.
func fieldOf(column string) string {
	first, rest, more := strings.Cut(column, "_")
	for more {
		var word string
		word, rest, more = strings.Cut(rest, "_")
		if word != "" {
			first += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return first
}

func logFault(ctx context.Context, what string, err error) {
	if errors.Is(err, context.Canceled) {
		return // the client has gone
	}
	slog.ErrorContext(ctx, what, "request", requestID(ctx), "error", err)
}

// typeMark begins the text of an error about a field of the wrong type.
const typeMark = "type of "

var (
	msgUnreadable   = problem.L("请求格式不正确", "The request cannot be read")
	msgFileTooLarge = problem.L("文件过大：最多 %d MB", "The file is too large: at most %d MB")
	msgTooLarge     = problem.L("内容过大：最多 %d MB", "Too large: at most %d MB")
	msgWrongType    = map[string]problem.Text{
		"text":   problem.L("必须是文本", "Must be a text"),
		"flag":   problem.L("必须是“是”或“否”", "Must be true or false"),
		"list":   problem.L("必须是列表", "Must be a list"),
		"object": problem.L("必须是一组字段", "Must be a set of fields"),
		"number": problem.L("必须是数字", "Must be a number"),
		"whole":  msgNumber,
	}
)

// malformed answers a request that does not reach its handler: broken JSON, a wrong type, a bad parameter. The input
// is never echoed; it may be a password.
func malformed(c huma.Context, status int, _ string, errs ...error) huma.StatusError {
	ctx := context.Background()
	if c != nil {
		ctx = c.Context()
	}
	if status == http.StatusRequestEntityTooLarge {
		return wire(ctx, tooLarge())
	}
	var fields []problem.FieldError
	for _, e := range errs {
		detail, ok := e.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		d := detail.ErrorDetail()
		if rest, found := strings.CutPrefix(d.Message, typeMark); found {
			field, kind, _ := strings.Cut(rest, " ")
			fields = append(fields, problem.Field(strings.TrimPrefix(field, "Body."), "type", msgWrongType[kind]))
			continue
		}
		if _, field, found := strings.Cut(d.Location, "."); found {
			fields = append(fields, problem.Field(field, "type", msgUnreadable))
		}
	}
	if len(fields) > 0 {
		return wire(ctx, problem.Invalid(fields...))
	}
	if status >= http.StatusInternalServerError {
		logFault(ctx, "reply failed", errors.Join(errs...))
		return wire(ctx, &problem.Problem{Status: status, Code: problem.Fault, Text: problem.L("服务器异常，请联系管理员", "Server exception, please contact the administrator")})
	}
	return wire(ctx, problem.Malformed("body", "format", msgUnreadable))
}

// FileTooLarge refuses a file over MaxUpload.
func FileTooLarge() error { return problem.Malformed("file", "max", msgFileTooLarge, MaxUpload>>20) }

// replier is what both net/http and huma offer for an answer.
type replier interface {
	header(name, value string)
	status(code int)
	io.Writer
}

type humaWriter struct{ huma.Context }

func (w humaWriter) header(name, value string)   { w.SetHeader(name, value) }
func (w humaWriter) status(code int)             { w.SetStatus(code) }
func (w humaWriter) Write(b []byte) (int, error) { return w.BodyWriter().Write(b) }

type httpWriter struct{ http.ResponseWriter }

func (w httpWriter) header(name, value string) { w.Header().Set(name, value) }
func (w httpWriter) status(code int)           { w.WriteHeader(code) }

func writeProblem(ctx context.Context, w replier, err error) {
	f := wire(ctx, err)
	b, fault := json.Marshal(f)
	if fault != nil {
		logFault(ctx, "reply failed", fault)
		return
	}
	w.header("Content-Type", "application/json")
	for name := range f.GetHeaders() {
		w.header(name, f.GetHeaders().Get(name))
	}
	w.status(f.status)
	if _, err := w.Write(b); err != nil {
		logFault(ctx, "reply failed", err)
	}
}

// WriteProblem answers a plain handler's request with an envelope.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	writeProblem(r.Context(), httpWriter{w}, err)
}

// unknown answers calls that no operation serves.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	WriteProblem(w, r, problem.NotFound(problem.L("接口", "Call")))
}
