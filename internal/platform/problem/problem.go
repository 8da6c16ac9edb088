// Package problem holds the one error type that reaches a caller, its codes and its texts in both languages.
//
// What lives here: Text, Problem, the constructors of the code table. What never does: HTTP, storage, and any
// message that belongs to a single domain (those stand beside their rule).
package problem

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// The codes of the product's error catalogue, as they stand in the envelope. They are not HTTP statuses.
const (
	OK               = 1
	Unauthenticated  = 401    // session missing, unknown or expired
	SessionEnded     = 11009  // ended by a kick, a disabling or a new password
	AccessRefused    = 11015  // login wrong or locked; switching: licence; elsewhere: no longer a member
	CodeUsed         = 11050  // single sign-on code or ticket used or too old
	PasswordNeeded   = 307    // a password of one's own comes first; data is the path of the page
	ConsentNeeded    = 11020  // an agreement comes first; data is the path of the page
	OwnDomain        = 141011 // the tenant signs in at its own domain
	Refused          = 20000  // a rule of the domain refuses
	PartlyDone       = 207    // bulk work done in part
	BulkRefused      = 20001  // bulk work refused as a whole
	StaleVersion     = 20009  // somebody else saved first
	Question         = 20010  // the user must confirm
	Repeated         = 20011  // a call that its sender has named has arrived before
	InvalidInput     = 422    // at least one field is wrong
	PermissionDenied = 403    // the permission is missing
	Missing          = 404    // unknown, or another tenant's
	TooMany          = 429    // try again later
	Fault            = 500    // our fault; no inner text leaves the server
	Unavailable      = 503    // the database does not answer; Retry-After says when to try again
	NoStorage        = 507    // the disk is full, or the database cannot be written
	SMSNeeded        = 800024 // verification by SMS needed
)

// FieldError is one field of the input that breaks one rule.
type FieldError struct {
	Field   string `json:"field" doc:"Path of the field, for lines with their index: periods.0.start"`
	Rule    string `json:"rule" doc:"Name of the broken rule, such as required or maxLength"`
	Message string `json:"message" doc:"What to do about it, in the language of the request"`
	Texts   Text   `json:"texts" doc:"The message in both languages: a form that stays open follows the person to the other"`

	text Text
	args []any
}

// Field makes a FieldError; the message is worded when the language is known.
func Field(field, rule string, text Text, args ...any) FieldError {
	return FieldError{Field: field, Rule: rule, text: text, args: args}
}

// Text returns the unworded message and its arguments, for callers that report by row.
func (f FieldError) Text() Text { return f.text.With(f.args...) }

// Problem is an error with a code of the catalogue. Everything else that a handler returns is a fault of ours.
type Problem struct {
	Status int  // HTTP status
	Code   int  // code of the envelope
	Text   Text // the message
	Data   any  // data of the envelope; Localiser is worded first
	Fields []FieldError
	Cause  error // for the log only
	// RetryAfter is how long to wait, of codes 429 and 503; every such answer names it.
	RetryAfter time.Duration
}

// Localiser is data that wants the language of the request.
type Localiser interface{ Localise(lang string) any }

// Error words the problem in English, for logs and tests.
func (p *Problem) Error() string {
	parts := []string{p.Text.In(English)}
	for _, f := range p.Fields {
		parts = append(parts, f.Field+": "+f.text.In(English, f.args...))
	}
	return strings.Join(parts, "; ")
}

// Unwrap gives the cause, for errors.Is in logs and tests.
func (p *Problem) Unwrap() error { return p.Cause }

// Wire words the problem in lang: the message and the data of the envelope.
func (p *Problem) Wire(lang string) (message string, data any) {
	message = p.Text.In(lang)
	if len(p.Fields) > 0 {
		fields := make([]FieldError, len(p.Fields))
		for i, f := range p.Fields {
			f.Texts = f.Text().Worded()
			f.Message = f.Texts.In(lang)
			fields[i] = f
		}
		return message, fields
	}
	if l, ok := p.Data.(Localiser); ok {
		return message, l.Localise(lang)
	}
	return message, p.Data
}

// Of finds the Problem in err, or hides err behind a fault that says nothing of its inside.
func Of(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return &Problem{Status: http.StatusInternalServerError, Code: Fault, Text: msgFault, Cause: err}
}

// Refuse says that a rule of the domain forbids the call.
func Refuse(text Text, args ...any) error {
	return &Problem{Status: http.StatusConflict, Code: Refused, Text: text.With(args...)}
}

// RefuseAll says that none of several records was changed, because of those that it names.
func RefuseAll(text Text, names []string) error {
	return &Problem{Status: http.StatusConflict, Code: BulkRefused, Text: text, Data: names}
}

// Partly says that work on several records is done but for those that it names. It is returned once the work has
// committed: the reply is no failure, and its code tells what it lacks.
func Partly(text Text, names []string) error {
	return &Problem{Status: http.StatusOK, Code: PartlyDone, Text: text, Data: names}
}

// NotFound answers for what does not exist and, word for word the same, for what belongs to somebody else.
func NotFound(what Text) error {
	return &Problem{Status: http.StatusNotFound, Code: Missing, Text: msgNotFound.With(what)}
}

// Invalid lists every failing field at once.
func Invalid(fields ...FieldError) error {
	return &Problem{Status: http.StatusUnprocessableEntity, Code: InvalidInput, Text: msgInvalid, Fields: fields}
}

// MissingPermission is what a refusal for want of a permission tells: its key for programs, its name for people.
type MissingPermission struct {
	Permission string `json:"permission"`
	Name       string `json:"name,omitempty"` // in the language of whoever asked; api fills it in
}

// Forbidden names the permission that is missing, so that the user can ask for it.
func Forbidden(permission string) error {
	return &Problem{Status: http.StatusForbidden, Code: PermissionDenied, Text: msgForbidden, Data: MissingPermission{Permission: permission}}
}

// SignIn says that there is no session, or none any more.
func SignIn() error {
	return &Problem{Status: http.StatusUnauthorized, Code: Unauthenticated, Text: msgSignIn}
}

// Ended says that somebody ended the session, and by what: kick, disabled, password, own. An unknown reason is not told.
func Ended(reason string) error {
	p := &Problem{Status: http.StatusUnauthorized, Code: SessionEnded, Text: WhyEnded(reason)}
	if _, known := msgEndedBy[reason]; known {
		p.Data = map[string]string{"reason": reason}
	}
	return p
}

// WhyEnded are the words in which the person reads why their session ended: the same by a call and by push.
func WhyEnded(reason string) Text {
	if text, known := msgEndedBy[reason]; known {
		return text
	}
	return msgEnded
}

// NoAccess refuses a login or an entry; the text never tells whether the account exists.
func NoAccess(text Text, args ...any) error {
	return &Problem{Status: http.StatusForbidden, Code: AccessRefused, Text: text.With(args...)}
}

// Spent refuses a code or ticket of single sign-on that was used, is too old or is somebody else's.
func Spent() error {
	return &Problem{Status: http.StatusUnauthorized, Code: CodeUsed, Text: msgSpent}
}

// Elsewhere sends a login to the company's own address; data of the envelope is that URL.
func Elsewhere(url string) error {
	return &Problem{Status: http.StatusForbidden, Code: OwnDomain, Text: msgElsewhere, Data: url}
}

// PasswordDue sends whoever works with a password that somebody else has made to the page where a new one is set.
func PasswordDue(path string) error {
	return &Problem{Status: http.StatusConflict, Code: PasswordNeeded, Text: msgPasswordDue, Data: path}
}

// ConsentDue sends whoever has not accepted the agreement in force to its page.
func ConsentDue(path string) error {
	return &Problem{Status: http.StatusConflict, Code: ConsentNeeded, Text: msgConsentDue, Data: path}
}

// Slow says that the caller must wait so long; without a text, in words that fit everything.
func Slow(wait time.Duration, text ...Text) error {
	p := &Problem{Status: http.StatusTooManyRequests, Code: TooMany, Text: msgSlow, RetryAfter: wait}
	if len(text) > 0 {
		p.Text = text[0]
	}
	return p
}

// Down says that the database does not answer at the moment, and when to try again.
func Down(wait time.Duration, cause error) error {
	return &Problem{Status: http.StatusServiceUnavailable, Code: Unavailable, Text: msgDown, RetryAfter: wait, Cause: cause}
}

// Unsaved says that nothing can be saved at the moment, and why.
func Unsaved(text Text, cause error) error {
	return &Problem{Status: http.StatusInsufficientStorage, Code: NoStorage, Text: text, Cause: cause}
}

// Malformed refuses a request that cannot be read at all, or a part of it. The field is "body", "query" or "file" where the whole
// of that is meant. The text is the message of the answer, too: nothing on a form is marked.
func Malformed(field, rule string, text Text, args ...any) error {
	return &Problem{Status: http.StatusUnprocessableEntity, Code: InvalidInput, Text: text.With(args...), Fields: []FieldError{Field(field, rule, text, args...)}}
}

// StaleData tells the form what stands in the database now.
type StaleData struct {
	Name      string `json:"name,omitempty"` // what people call the record
	Current   any    `json:"current"`
	ChangedBy string `json:"changedBy"`
	ChangedAt string `json:"changedAt"`
	// Names are the titles of the rows that Current refers to, by id.
	Names map[string]string `json:"names,omitempty"`
}

// Stale says that the version is not the newest; the form merges field by field.
func Stale(d StaleData) error { return StaleAs(d, msgStale) }

// StaleAs is Stale where words of its own say what has changed.
func StaleAs(d StaleData, text Text) error {
	return &Problem{Status: http.StatusConflict, Code: StaleVersion, Text: text, Data: d}
}

// Received says that the same call has arrived before, and that its first answer did not reach its sender.
func Received() error {
	return &Problem{Status: http.StatusConflict, Code: Repeated, Text: msgReceived}
}

// confirmation is the data of a question.
type confirmation struct {
	key   string
	text  Text
	items []string
}

// Localise words the question.
func (c confirmation) Localise(lang string) any {
	return map[string]any{"key": c.key, "text": c.text.In(lang), "items": c.items}
}

// Confirm asks the user; the client repeats the call with ?confirm=key.
func Confirm(key string, text Text, items ...string) error {
	if items == nil {
		items = []string{}
	}
	return &Problem{Status: http.StatusConflict, Code: Question, Text: text, Data: confirmation{key, text, items}}
}

var (
	msgFault     = L("服务器异常，请联系管理员", "Server exception, please contact the administrator")
	msgNotFound  = L("%s不存在", "%s not found")
	msgInvalid   = L("请修正标出的内容", "Please correct the marked fields")
	msgForbidden = L("您暂无权限", "You do not have permission right now")
	msgSignIn    = L("请先登录", "Please sign in")
	msgEnded     = L("会话已结束，请重新登录", "Your session was ended. Please sign in again.")
	msgEndedBy   = map[string]Text{
		"kick":     L("管理员已将您下线，请重新登录", "An administrator signed you out. Please sign in again."),
		"disabled": L("您在该公司的用户已停用或已过期，请联系公司管理员；您的其他公司仍可登录", "Your user in that company is disabled or has expired, please contact its administrator. You can still sign in to other companies of yours."),
		"password": L("密码已修改，请重新登录", "The password was changed. Please sign in again."),
		"own":      L("您已在另一处结束此会话，请重新登录", "You ended this session elsewhere. Please sign in again."),
	}
	msgSpent       = L("登录凭证已使用或已过期，请重新登录", "This sign-in was used already or has expired, please sign in again")
	msgElsewhere   = L("贵公司请在专属地址登录", "Your company signs in at its own address")
	msgPasswordDue = L("请先设置您自己的密码", "Please set a password of your own first")
	msgConsentDue  = L("请先阅读并同意服务协议", "Please read and accept the agreement first")
	msgSlow        = L("操作过于频繁，请稍后再试", "Too many attempts, please try again later")
	msgDown        = L("数据库暂时没有响应，请稍后重试；已保存的数据不受影响", "The database does not answer at the moment, please try again shortly; what was saved is safe")
	msgReceived    = L("此操作已经提交过一次，请检查结果后再决定是否重试", "This action was already submitted once: please check its result before you do it again")
	msgStale       = L("这条记录在您打开之后已被修改", "This record was changed after you opened it")
)
