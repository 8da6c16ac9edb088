// Package api serves typed operations over HTTP: envelope, language, permission, limits, OpenAPI.
//
// What lives here: Read, Write and Call, which turn one function of a domain into one route, and the guards around
// them. What never does: a rule of any domain, and how people sign in (identity gives Authenticate).
//
// A request goes ServeMux -> guards (log, recover, language, size) -> authenticate and permission -> one function
// (ctx, tx, input) (output, error) inside one transaction -> envelope.
package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// GatewayKeyHeader carries the key of a gateway in the calls that it makes.
const GatewayKeyHeader = "Gateway-Key"

// versionHeader tells programs that are signed in which version answers. Strangers are not told.
const versionHeader = "X-Mouldworks-Version"

// Prefix is the front server's base plus the API prefix; almost every route stands below it.
const Prefix = "/front/api/v1/"

// Access says who may call an operation that names no permission.
type Access int

// An operation names a permission, or says that it needs none.
const (
	ByPermission Access = iota // the default: Permission must be set
	SignedIn                   // any session
	Public                     // nobody needs to be known
)

// Example is an input with which the operation succeeds for the owner of the example rows. It stands in OpenAPI, and
// the probes replay it as strangers.
type Example struct {
	Path  map[string]string `json:"path,omitempty"`
	Query map[string]string `json:"query,omitempty"`
	Body  any               `json:"body,omitempty"`
	File  string            `json:"file,omitempty"` // name of an example file for multipart bodies
	Form  map[string]string `json:"form,omitempty"` // further fields of a multipart body
}

// Operation describes one route.
type Operation struct {
	Method     string
	Path       string // below Prefix, without a leading slash; with one it stands at the origin
	ID         string // unique, kebab-case
	Summary    string
	Tag        string
	Access     Access
	Permission string // exact key {module}.{page}.{operation}
	Example    *Example
	Upload     bool // multipart with a file: larger limit
	Secret     bool // the reply holds a secret, perhaps beside what the request says
	Owing      bool // also for who still owes a new password or a consent
	// Entering opens the operation also to who still owes the proof by SMS that their company asks for on entering.
	Entering bool
	// Programs opens an operation that names no permission to API tokens; all others are for people alone.
	Programs bool
	// Viewing opens an operation that is no GET also to who views the company as somebody else: it changes nothing.
	Viewing bool
	// Exports is the entity whose records a Download takes out of the company, for the company's log; empty: none, such as a template.
	Exports string
	// AnyQuery takes parameters that are not declared: sign-in services add some of their own to the address of the way back.
	AnyQuery bool
	// Answer is the Envelope that a Download streams, for the document; nil: a file.
	Answer reflect.Type
	// RequestSchema replaces the schema of the body, for bodies that a declaration describes better than a Go type.
	RequestSchema *huma.Schema
}

// Caller is what a request says about who sends it.
type Caller struct {
	Token     string // header mdbtk
	Bearer    string // header Blade-Auth without "bearer "
	Address   string // of the client, for throttling
	Confirmed string // ?confirm=key
	Method    string
	Agent     string // User-Agent, as sent
	Site      string // Sec-Fetch-Site: where a browser says that the request began
	Mode      string // Sec-Fetch-Mode: what a browser says that it does, such as navigate
	Ahead     bool   // Sec-Purpose: the browser fetches ahead of the person
	Origin    string // https://host that people use to reach us
	Owing     bool   // the operation is open to who owes a new password or a consent
	Entering  bool   // the operation is open to who owes the proof by SMS

	GatewayKey string // header Gateway-Key: the call comes through the gateway of a factory
	Path       string // of the operation, below Prefix, with its placeholders; "" before it is known

	cookies []*http.Cookie
	reply   http.Header
	named   func(permission string) problem.Text
	refused func(ctx context.Context, actor store.Actor, permission string)
}

// Server collects operations.
type Server struct {
	db   *store.DB
	mux  *http.ServeMux
	huma huma.API
	// roomy are the domains whose packages below are rooms: see Rooms.
	roomy []string
	// named are the schemas of types that have a name of their own: see Named.
	named map[string]string
	// permissions are those of all operations, once somebody has asked: see Permissions.
	permissions atomic.Pointer[[]string]
	declared    []string // beside them

	// Authenticate finds the actor of a session or API token. identity fills it in.
	Authenticate func(ctx context.Context, c Caller) (store.Actor, error)
	// ModuleOpen refuses a call of a module that the tenant has not opened. tenancy fills it in.
	ModuleOpen func(ctx context.Context, actor store.Actor, path, permission string) error
	// PermissionName is what people call a permission, for refusals. menu fills it in.
	PermissionName func(permission string) problem.Text
	// Exported hears of files with records that somebody takes out of the company, Refused of the permissions for want of which calls
	// were refused. operationlog fills them in.
	Exported func(ctx context.Context, entity, rowID, fileName string)
	Refused  func(ctx context.Context, actor store.Actor, permission string)
	// Origin is https://host of the server as people reach it, behind whatever proxy; empty: as each request names it.
	Origin string

	operations []Operation
	observers  []Observer
	documented sync.Once
}

// New makes a server without operations.
func New(db *store.DB, version string) *Server {
	config := huma.DefaultConfig("Mouldworks", version)
	config.CreateHooks = nil // no $schema links in bodies
	config.DocsPath = ""     // huma's page loads from a foreign host; ours is docs.go
	config.SchemasPath = ""
	config.OpenAPIPath = "/openapi"
	s := &Server{db: db, mux: http.NewServeMux()}
	config.Components = &huma.Components{SecuritySchemes: securitySchemes(), Schemas: huma.NewMapRegistry("#/components/schemas/", s.schemaName)}
	config.Formats = map[string]huma.Format{"application/json": {Marshal: marshal, Unmarshal: unmarshal}, "json": {Marshal: marshal, Unmarshal: unmarshal}}
	config.DefaultFormat = "application/json"
	config.Info.Description = "Every reply is an envelope {code, message, data}; code 1 is success. See the code table in docs/architecture.md."
	s.huma = humago.New(s.mux, config)
	huma.NewErrorWithContext = malformed
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return malformed(nil, status, msg, errs...)
	}
	s.mux.HandleFunc(Prefix, s.unknown)
	s.mux.HandleFunc("GET /docs", s.docs)
	return s
}

// qualified finds the types of ours inside the name of a generic type.
var qualified = regexp.MustCompile(`((?:[\w.-]+/)*)(\w+)\.(\w+)`)

// Rooms says that the packages below a domain's are rooms of it: its name stands before the schemas of all their types, so that
// the document tells nothing of walls within. It is said before the first of its operations.
func (s *Server) Rooms(domain string) { s.roomy = append(s.roomy, domain) }

// Named says which name the document has for a type, where that is not made of its package and its name: the contract stays as it is
// when a type moves into a room that says half of its name. It is said before the first of its operations.
func (s *Server) Named(t reflect.Type, schema string) {
	if s.named == nil {
		s.named = map[string]string{}
	}
	s.named[t.PkgPath()+"."+t.Name()] = schema
}

// schemaName keeps equal type names of two packages apart: basedata.Group is BasedataGroup, and a page of them is
// PageBasedataGroup.
func (s *Server) schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" || !strings.Contains(t.PkgPath()+t.Name(), "mouldworks/") {
		return huma.DefaultSchemaNamer(t, hint)
	}
	name := t.Name()
	if !strings.Contains(name, "[") {
		name = t.PkgPath() + "." + name
	}
	name = qualified.ReplaceAllStringFunc(name, func(full string) string {
		if schema, said := s.named[full]; said {
			return schema
		}
		m := qualified.FindStringSubmatch(full)
		of := m[2]
		for _, domain := range s.roomy {
			if strings.HasPrefix(m[1], domain+"/") {
				of = path.Base(domain)
			}
		}
		return strings.ToUpper(of[:1]) + of[1:] + strings.ToUpper(m[3][:1]) + m[3][1:]
	})
	return strings.NewReplacer("[]", "List", "[", "", "]", "", "*", "", ",", "", " ", "").Replace(name)
}

// Handle adds a plain handler, for websockets and the pages of the front end. It must guard itself.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// DB is the store behind the operations.
func (s *Server) DB() *store.DB { return s.db }

// Operations lists every route, for the probes and the permission catalogue.
func (s *Server) Operations() []Operation { return slices.Clone(s.operations) }

// OpenAPI is the document that /openapi.json serves, once every operation has been declared.
func (s *Server) OpenAPI() *huma.OpenAPI {
	document := s.huma.OpenAPI()
	s.documented.Do(func() { admitNull(document.Components.Schemas) })
	return document
}

// Declare names permissions that operations ask for beside their own, before the first call.
func (s *Server) Declare(permissions ...string) {
	s.declared = append(s.declared, permissions...)
	s.permissions.Store(nil)
}

// Permissions is every permission that some operation asks for, sorted. Every call of every person reads it, so it is
// put together once.
func (s *Server) Permissions() []string {
	if known := s.permissions.Load(); known != nil {
		return slices.Clone(*known)
	}
	all := slices.Clone(s.declared)
	for _, o := range s.operations {
		if o.Permission != "" {
			all = append(all, o.Permission)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	s.permissions.Store(&all)
	return slices.Clone(all)
}

// Envelope is the shape of every reply.
type Envelope[T any] struct {
	Code    int    `json:"code" doc:"1 = success; else see the code table"`
	Message string `json:"message"`
	Data    T      `json:"data"`
}

// Reply is a success.
type Reply[T any] struct{ Body Envelope[T] }

// None is the data of a reply that has none.
type None struct{}

// Read serves fn inside one read transaction.
func Read[I, O any](s *Server, op Operation, fn func(ctx context.Context, tx store.Tx, in *I) (O, error)) {
	op.Viewing = true
	Call(s, op, func(ctx context.Context, in *I) (out O, err error) {
		err = s.db.Read(ctx, func(tx store.Tx) error { out, err = fn(ctx, tx, in); return err })
		return out, err
	})
}

// Write serves fn inside one write transaction.
func Write[I, O any](s *Server, op Operation, fn func(ctx context.Context, tx store.Tx, in *I) (O, error)) {
	Call(s, op, func(ctx context.Context, in *I) (out O, err error) {
		err = s.db.Write(ctx, func(tx store.Tx) error { out, err = fn(ctx, tx, in); return err })
		return out, err
	})
}

// Call serves fn without a transaction of its own.
func Call[I, O any](s *Server, op Operation, fn func(ctx context.Context, in *I) (O, error)) {
	huma.Register(s.huma, s.declare(op, reflect.TypeFor[I]()), func(ctx context.Context, in *I) (*Reply[O], error) {
		out, err := fn(ctx, in)
		if err != nil {
			return nil, wire(ctx, err)
		}
		return &Reply[O]{Envelope[O]{Code: problem.OK, Message: "ok", Data: withList(out)}}, nil
	})
}

// withList is an empty list in place of none: data that is a list is never null, and the document says so.
func withList[O any](out O) O {
	if v := reflect.ValueOf(&out).Elem(); v.Kind() == reflect.Slice && v.IsNil() {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	return out
}

// declare turns our operation into huma's, guards included.
func (s *Server) declare(op Operation, taken reflect.Type) huma.Operation {
	if (op.Permission == "") != (op.Access != ByPermission) {
		panic("api: " + op.ID + " must name a permission, or say that it needs none")
	}
	s.operations = append(s.operations, op)
	s.permissions.Store(nil)
	in := inputOf(taken)
	in.anyQuery = op.AnyQuery
	path := op.Path
	if !strings.HasPrefix(path, "/") {
		path = Prefix + path
	}
	if in.body == nil && op.RequestSchema == nil && op.Example != nil && op.Example.Body != nil {
		op.RequestSchema = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false} // nothing is in it, but an object it is
		in.body, in.mayLackBody = reflect.TypeFor[struct{}](), true
	}
	o := huma.Operation{
		Method: op.Method, Path: path, OperationID: op.ID, Summary: op.Summary, Tags: []string{op.Tag},
		SkipValidateBody: true, // the domains check, all fields at once, in the user's language
		Middlewares:      huma.Middlewares{s.admit(op, in)},
		Extensions:       map[string]any{},
		Security:         security(op),
		MaxBodyBytes:     maxJSON,
		BodyReadTimeout:  -1, // the body was read by then, see inspectBody
	}
	if op.Permission != "" {
		o.Description = "Permission: " + op.Permission
		o.Extensions["x-permission"] = op.Permission
	}
	if op.Example != nil {
		o.Extensions["x-example"] = op.Example
	}
	if op.Answer != nil {
		schema := s.huma.OpenAPI().Components.Schemas.Schema(op.Answer, true, op.ID)
		o.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}}
	}
	if op.RequestSchema != nil || op.Example != nil && op.Example.Body != nil {
		media := &huma.MediaType{Schema: op.RequestSchema}
		if op.Example != nil {
			media.Example = op.Example.Body
		}
		o.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": media}}
	}
	return o
}

// admit authenticates and checks the permission before the input is even read, and then what no operation takes.
func (s *Server) admit(op Operation, in input) func(huma.Context, func(huma.Context)) {
	return func(c huma.Context, next func(huma.Context)) {
		ctx := c.Context()
		var err error
		if op.Access != Public {
			ctx, err = s.enter(ctx, op)
		}
		if err == nil {
			query := c.URL()
			err = invalid(in.queryFaults(query.Query()))
		}
		if err == nil {
			err = inspectBody(c, in)
		}
		if err == nil {
			var release func()
			if release, err = holdFiles(ctx, c); err == nil {
				defer release()
			}
		}
		if err != nil {
			writeProblem(ctx, humaWriter{c}, err)
			return
		}
		if op.Access == Public {
			next(c)
			return
		}
		c.SetHeader(versionHeader, s.huma.OpenAPI().Info.Version)
		if !op.Secret {
			allowPacking(ctx)
		}
		if key := c.Header(onceHeader); key != "" && op.Method != http.MethodGet {
			s.once(ctx, key, func(ctx context.Context) int { next(huma.WithContext(c, ctx)); return c.Status() })
			return
		}
		next(huma.WithContext(c, ctx))
	}
}

// refuse tells whoever listens of a permission that somebody lacks.
func (s *Server) refuse(ctx context.Context, actor store.Actor, permission string) {
	if s.Refused != nil {
		s.Refused(ctx, actor, permission)
	}
}

// Admit finds who calls a plain handler, as an operation does that any session and any API token may call: the handler
// asks for the permission itself. The context carries the actor.
func (s *Server) Admit(r *http.Request) (context.Context, error) {
	return s.enter(r.Context(), Operation{Method: r.Method, Path: strings.TrimPrefix(r.URL.Path, Prefix), Access: SignedIn, Programs: true})
}

func (s *Server) enter(ctx context.Context, op Operation) (context.Context, error) {
	caller, _ := ctx.Value(callerKey{}).(Caller)
	caller.Owing, caller.Entering, caller.Path = op.Owing, op.Entering, op.Path
	actor, err := s.Authenticate(ctx, caller)
	visitOf(ctx).tenant = actor.TenantID
	if err == nil && actor.Through == store.ThroughAPI && op.Permission == "" && !op.Programs {
		err = problem.Refuse(msgPeopleOnly) // a token's scope is permissions: what names none is outside of it
	}
	if err == nil && actor.Viewer != "" && op.Method != http.MethodGet && !op.Viewing {
		err = problem.Refuse(msgViewing)
	}
	if err == nil && op.Permission != "" && !actor.Allowed(op.Permission) {
		s.refuse(ctx, actor, op.Permission)
		err = problem.Forbidden(op.Permission)
	}
	if err == nil && s.ModuleOpen != nil {
		err = s.ModuleOpen(ctx, actor, op.Path, op.Permission)
	}
	if err != nil {
		return ctx, err
	}
	actor.Confirmed = caller.Confirmed
	return store.WithActor(ctx, actor), nil
}

type callerKey struct{}

// CallerFrom is what the request says about its sender; for the operations that sign people in.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

func marshal(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// unmarshal names the field whose type is wrong; huma passes only the text on.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return errors.New(typeMark + wrong.Field + " " + kindOf(wrong.Type))
	}
	return err
}

func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "flag"
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Float32, reflect.Float64:
		return "number"
	default:
		return "whole"
	}
}
