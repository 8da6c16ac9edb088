// Package app puts the house together: it opens the database, makes every domain and fills its Deps.
//
// What lives here: plain wiring, start and stop, and the demo tenant. What never does: a rule. Only the command line
// and tests import it.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/favourite"
	"mouldworks/internal/gateway"
	"mouldworks/internal/identity"
	"mouldworks/internal/logo"
	"mouldworks/internal/menu"
	"mouldworks/internal/message"
	"mouldworks/internal/operationlog"
	"mouldworks/internal/org"
	"mouldworks/internal/partner"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/jobs"
	"mouldworks/internal/platform/metrics"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/tracing"
	"mouldworks/internal/preference"
	"mouldworks/internal/production"
	"mouldworks/internal/production/batching"
	"mouldworks/internal/production/floor"
	"mouldworks/internal/program"
	"mouldworks/internal/registration"
	"mouldworks/internal/sso"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
	"mouldworks/web"
)

// Version of the product, as the header and the API show it.
const Version = "0.1.0"

// Options of a server.
type Options struct {
	Data     string   // folder of files and, without Database, of the SQLite database
	Database string   // postgres:// URL; empty = SQLite in Data
	Existing bool     // where there is no database yet none is made: store.ErrAbsent
	Personal string   // address of a personal user's modules; empty = the personal centre
	QRFirst  bool     // the sign-in page shows the QR code before the password
	Frames   []string // origins of partners whose pages may be shown in a frame
	// FilesFolder is the folder for the files of records where they lie in no bucket; empty = "files" in Data. AdoptFiles
	// takes it although the database knows another one.
	FilesFolder string
	AdoptFiles  bool
	FramedBy    []string // origins of partners whose pages may show ours in a frame
	// Assistant is the https address of the assistant that the header links to; "" = none.
	Assistant string
	OTLP      string // address of a collector of traces; "" = none
	Workers   int    // runs at once; 0 = one less than the cores, at least 1
	// SMS sends codes; nil prints them on standard output.
	SMS    verify.Provider
	Origin string // https://host under which people reach the server; empty: as each request names it
	Listen string // HOST:PORT that the server listens at
	SignOn sso.Options
	// Files is the bucket for the files of records; without an endpoint they lie in the folder "files" of Data.
	Files blob.S3Options
}

// url names the database as the store wants it.
func (o Options) url() string {
	if o.Database != "" {
		return o.Database
	}
	return o.Data
}

// App is the whole server, not yet listening.
type App struct {
	DB         *store.DB
	API        *api.Server
	Access     *access.Roles
	Identity   *identity.Identity
	Tenancy    *tenancy.Tenancy
	SSO        *sso.SSO
	Master     *basedata.Master
	Org        *org.Org
	Production *production.Production
	Programs   *program.Programs
	APS        *aps.APS
	Messages   *message.Messages
	Verify     *verify.Verify
	Joining    *registration.Registration
	Gateways   *gateway.Cloud
	Entities   resource.Catalogue
	Files      *file.Files
	Jobs       *jobs.Background
	Hub        *push.Hub

	floor   *floor.Floor
	runs    *jobs.Source // runs of schedules that wait
	metrics *metrics.Registry
	tracer  *tracing.Tracer // nil: nobody takes traces

	tables, values map[string]problem.Text // the product's names of fields and choices
	shared         map[string]bool         // entities whose rows all factories of a tenant share
	seen           map[string]string       // permission to see the list of an entity
	people         *resource.Directory     // members of the tenant, who are referred to

	alone   time.Time // since when nobody but this process writes; zero where other nodes may
	blobs   blob.Store
	setup   identity.Setup
	options Options
}

// Open makes a server on a migrated database.
func Open(ctx context.Context, o Options) (*App, error) {
	url := o.url()
	if o.Existing {
		if err := store.Present(ctx, url); err != nil {
			return nil, err
		}
	}
	if o.Database == "" {
		if err := store.MakeFolder(o.Data); err != nil {
			return nil, err
		}
	}
	for flag, origins := range map[string][]string{"--embed": o.Frames, "--framed-by": o.FramedBy} { // none is repeated: a password may stand in it
		if !slices.ContainsFunc(origins, func(origin string) bool { return !isSecureOrigin(origin) }) {
			continue
		}
		return nil, fmt.Errorf("%s: an origin of a partner's pages is written https://HOST, without a user or a path", flag)
	}
	if o.Assistant != "" && !isSecureAddress(o.Assistant) {
		return nil, errors.New("--assistant: it is written https://HOST, with or without a path and without a user")
	}
	if host := o.SignOn.PushAddress; host != "" && (o.Origin == "" || !isSecureOrigin("https://"+host)) {
		return nil, errors.New("--push-address must be the HOST of the push channel, and the public URL of the pages that call it must be known")
	}
	if o.Workers == 0 {
		o.Workers = max(1, runtime.NumCPU()-1)
	}
	db, err := store.Open(url)
	if err != nil {
		return nil, err
	}
	a := &App{DB: db, options: o}
	if err := a.build(ctx, url); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

func (a *App) build(ctx context.Context, url string) (err error) {
	if err := a.DB.Migrate(ctx); err != nil {
		return err
	}
	a.Jobs = &jobs.Background{}
	if a.blobs, err = a.options.openBlobs(ctx); err != nil {
		return err
	}
	a.Files = file.New(a.DB, a.blobs)
	a.API = api.New(a.DB, Version)
	a.API.Origin = a.options.Origin
	a.Files.Exported = func(ctx context.Context, entity, rowID, name string) { a.API.Exported(ctx, entity, rowID, name) }
	if err := a.observe(ctx); err != nil {
		return err
	}
	if a.SSO, err = sso.New(ctx, a.ssoDeps()); err != nil {
		return err
	}
	a.Identity = identity.New(identity.Deps{DB: a.DB, Permissions: a.API.Permissions, Proven: a.proven, Agreement: a.agreementInForce, Applicant: a.applicant, Gateways: a.gateways(), SignOn: a.SSO.SignOn(), Hidden: hiddenOf, Reach: reachOf, Judge: a.judge, Viewed: a.viewedAs, Founded: basedata.FoundCurrency, Ended: func(ctx context.Context, session, reason string) {
		a.Hub.Kick(ctx, push.Scope{Session: session}, reason, problem.WhyEnded(reason))
	}})
	var bus push.Bus = &push.Local{}
	if a.DB.Postgres() {
		bus = &push.Postgres{URL: url, DB: a.DB}
	}
	a.mountGateways(bus)
	a.API.Authenticate = a.Identity.Authenticate
	a.API.ModuleOpen = func(ctx context.Context, actor store.Actor, path, permission string) error {
		return tenancy.ModuleOpen(actor, path, permission, func(module string) problem.Text { return a.moduleName(ctx, actor, module) })
	}
	a.API.PermissionName = menu.PermissionName
	a.Tenancy = tenancy.NewTenancy(tenancy.Deps{Modules: menu.Openable, Enter: identity.Enter, Reachable: isReachableAddress, Changed: a.changed, Moved: a.Gateways.Moved, Kept: file.KeptAt})

	members := people()
	a.people = members
	a.Master = basedata.New(basedata.Deps{Changed: a.changed, People: members, Burning: production.CountBurning, GroupTime: groupTime})
	a.Verify = verify.New(a.verifyDeps())
	a.Org = org.New(a.orgDeps(members))
	a.Verify.Mount(a.API)
	a.Verify.MountLog(a.API, a.Identity.Phones)
	a.Identity.Mount(a.API)
	a.Identity.MountSetup(a.API, &a.setup)
	a.Identity.MountInvitation(a.API)
	a.Identity.MountOwn(a.API)
	a.Identity.MountSwitch(a.API)
	a.Identity.MountOperator(a.API)
	tenancy.Mount(a.API, store.Now, a.options.QRFirst)
	a.SSO.Mount(a.API)
	preference.Mount(a.API)
	logo.Mount(a.API, a.DB)
	logo.MountLists(a.API)
	menu.Mount(a.API, menu.Deps{Profile: a.profile, Gateway: a.gatewayOf, PushAddress: a.options.SignOn.PushAddress, PersonalURL: a.options.personalURL(), Company: a.company, Words: a.words, Version: Version})
	favourite.Mount(a.API, favourite.Deps{Opens: menusOf})
	a.Messages = message.New(a.messageDeps())
	a.Messages.Mount(a.API)
	a.Gateways.Mount(a.API)
	a.mountEmbedding(a.API)
	a.mountSearch(a.API)
	a.mountShellCalls(a.API)
	a.Joining = registration.New(a.registrationDeps())
	a.Joining.Mount(a.API)
	a.Production = production.New(a.productionDeps())
	a.Programs = program.New(a.programDeps())
	if err := a.movePictures(ctx); err != nil {
		return err
	}
	a.runs = &jobs.Source{Name: "runs of schedules", Slots: a.options.Workers, Next: func(ctx context.Context) (jobs.Work, error) {
		work, err := a.APS.Next(ctx)
		return work, err
	}}
	a.APS = aps.New(a.apsDeps())
	a.Access = access.New(a.accessDeps())
	a.Entities = slices.Concat(a.Tenancy.All(), a.Joining.All(), a.Master.All(), a.Org.All(), a.Access.All(), a.Production.All(), resource.Catalogue{a.Identity.SignInLog(), menu.Wording(a.knownWord, a.changed)}, menu.Settings(isSecureAddress, isInsideAddress, a.changed))
	a.declareWords()
	a.Entities.Mount(a.API, a.reword)
	operationlog.New(a.operationLogDeps()).Mount(a.API)
	a.Access.Mount(a.API)
	a.Master.Mount(a.API)
	a.Org.Mount(a.API)
	a.floor = floor.New(a.floorDeps())
	a.floor.Mount(a.API)
	a.Production.Mount(a.API)
	batching.New(a.batchingDeps()).Mount(a.API)
	a.Programs.Mount(a.API)
	a.Files.Mount(a.API)
	a.APS.Mount(a.API)
	a.mountFirstHour(a.API)
	a.mountHome(a.API)
	a.mountWords(a.API)
	partner.New(a.partnerDeps()).Mount(a.API)
	a.Jobs.From(a.runs)
	a.Jobs.Every("show the places in the queue of runs", placesEvery, a.APS.ShowPlaces)
	a.Jobs.Every("take up lost runs", reapEvery, a.APS.Reap)
	a.Jobs.Every("begin the runs of auto-schedules", autoEvery, a.APS.StartDue)
	a.Jobs.Every("end the runs of auto-schedules", autoEvery, a.APS.EndAutoRuns)
	if !a.DB.Postgres() {
		a.alone = store.Now()
	}
	a.Jobs.Every("tell of imports that broke off", time.Minute, func(ctx context.Context) error { return a.Production.Reap(ctx, a.DB, a.alone) })
	a.Jobs.Every("seal the operation log", time.Minute, a.DB.SealLog)
	a.Jobs.Every("survey the tables", time.Hour, a.DB.Survey)
	a.Jobs.Every("look for damage in the database", time.Hour, a.DB.LookForDamage)
	a.Jobs.Every("forget spent puzzles and codes", time.Hour, a.Verify.Forget)
	a.Jobs.Every("close the pages of members who have left", leftEvery, a.Identity.CloseLeft)
	a.Jobs.Every("remind of registrations that wait", time.Hour, a.Joining.Remind)
	a.Jobs.Every("sweep sign-ins", time.Minute, a.Identity.Sweep)
	a.Jobs.Every("sweep single sign-on", time.Minute, a.SSO.Sweep)
	a.Jobs.Every("sweep files", 6*time.Hour, a.Files.Sweep)
	a.API.Handle("GET "+api.Prefix+"push", a.Hub)
	a.API.Handle("GET /healthz", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) }))
	a.API.Handle("GET /readyz", http.HandlerFunc(a.ready))
	pages := web.Handler(a.pagePolicy)
	a.API.Handle("GET /logout", ownStep(pages))
	a.API.Handle("/", pages)
	return nil
}

// ownStep serves a page that does something at once, to who has come by a step of their own. Others come to the front page.
func ownStep(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !api.CallerFrom(r.Context()).OwnStep() {
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// ready tells a load balancer whether this node can serve: a database that answers and can be written, and a folder for files.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	err, text := a.DB.Ready(r.Context()), "the database does not answer"
	if err == nil {
		err, text = a.blobs.Ready(r.Context()), "the folder of files cannot be used"
	}
	if err == nil {
		_, _ = w.Write([]byte("ok\n"))
		return
	}
	for cause, words := range map[error]string{
		store.ErrFull: "the disk of the database is full", store.ErrReadOnly: "the database cannot be written", store.ErrDamaged: "the database is damaged", store.ErrLost: "the file of the database is not in its place",
		blob.ErrLost: "the folder of files is not in its place", blob.ErrFull: "the disk of the folder of files is full", blob.ErrReadOnly: "the folder of files cannot be written", blob.ErrGivenUp: "the servers keep their files in another folder now",
	} {
		if errors.Is(err, cause) {
			text = words
		}
	}
	w.Header().Set("Retry-After", "5") // as calls say it
	http.Error(w, text, http.StatusServiceUnavailable)
}

// openBlobs opens where the bytes of files lie.
func (o Options) openBlobs(ctx context.Context) (blob.Store, error) {
	if o.Files.Endpoint != "" {
		return blob.OpenS3(ctx, o.Files)
	}
	return blob.OpenFolder(o.filesFolder())
}

func (o Options) filesFolder() string {
	if o.FilesFolder != "" {
		return o.FilesFolder
	}
	return filepath.Join(o.Data, "files")
}

// claimFolder makes sure that all servers of one database keep their files in one folder, because what one of them takes in the
// others must be able to show, and that it is the folder of before.
func (a *App) claimFolder(ctx context.Context) error {
	folder, ok := a.blobs.(*blob.Folder)
	if !ok {
		return nil
	}
	id, err := folder.ID()
	if err != nil {
		return err
	}
	path, err := filepath.Abs(a.options.filesFolder())
	if err != nil {
		return err
	}
	if err := a.Files.Claim(ctx, id, path, a.options.AdoptFiles); err != nil {
		return err
	}
	folder.Check(func(ctx context.Context) error { return a.Files.Claimed(ctx, id) })
	return nil
}

// placesEvery is how often a node looks where the waiting runs stand.
const placesEvery = 500 * time.Millisecond

// leftEvery is how often the pages of members who were disabled or taken out of their company are closed.
const leftEvery = 2 * time.Second

// reapEvery is how often lost runs are looked for.
const reapEvery = 5 * time.Second

// autoEvery is how often auto-schedules whose time has come are looked for, and those whose run has ended.
const autoEvery = 2 * time.Second

// shownBeyond are entities that show on pages of people who may not see their list: in the tree of a mould, on the shop floor, on
// the home page, in what oneself may do, and behind the QR code of the header.
var shownBeyond = map[string]bool{
	"mould": true, "part": true, "operation": true, "batch": true, "outsource-order": true, "eligible-machine": true, "progress": true, "group": true, "registration": true,
	"schedule": true, "role": true, "module-setting": true, "company-info": true,
}

// ofSomebody are entities whose rows a role may narrow to some people's: that one has changed is told, which one is not.
var ofSomebody = map[string]bool{"user": true, "department": true, "login-log": true}

// changed tells the pages of the factory, or of the whole company where its factories share the rows, to read an entity
// again: those of people who may see the list.
func (a *App) changed(ctx context.Context, actor store.Actor, entity, id string) {
	if a.shared[entity] {
		actor.FactoryID = ""
	}
	to, factory := push.Of(actor), id
	if shownBeyond[entity] || ofSomebody[entity] {
		id = "" // that it has changed is told, which one to nobody
	}
	if !shownBeyond[entity] {
		to.Permission = a.seen[entity]
	}
	a.Hub.Signal(ctx, to, "changed", map[string]string{"entity": entity, "id": id})
	if entity == a.Tenancy.Factories.Name() && a.APS != nil {
		if err := a.APS.Rezone(ctx, actor.TenantID, factory); err != nil {
			slog.ErrorContext(ctx, "auto-schedules keep the times of the zone before", "factory", factory, "error", err)
		}
	}
	if shownToGuests[entity] {
		a.Hub.Signal(ctx, push.Scope{Tenant: actor.TenantID, Factory: push.NoFactory}, "changed", map[string]string{"entity": entity, "id": ""})
	}
}

// viewedAs lets the pages of an account read anew what their person may do.
func (a *App) viewedAs(ctx context.Context, own store.Actor) {
	a.Hub.Signal(ctx, push.Scope{Tenant: own.TenantID, Account: own.AccountID}, "changed", map[string]string{"entity": "role", "id": ""})
}

func (a *App) profile(ctx context.Context, actor store.Actor) (menu.UserData, string, error) {
	p, err := a.Identity.ProfileOf(ctx, actor)
	u := menu.UserData{
		UserID: actor.AccountID, UserName: p.Member.UserName, RealName: p.Member.RealName, TenantID: actor.TenantID, TenantName: p.TenantName,
		FactoryID: actor.FactoryID, FactoryName: p.FactoryName, FactoryZone: actor.Zone, HeadImg: p.Account.HeadImage, Language: p.Account.Language, PageSize: p.Member.PageSize,
		WorkplaceLogin: p.WorkApp, Viewer: p.Viewer, Guest: p.Guest(),
	}
	if actor.Viewer != "" {
		u.ViewUntil = &p.ViewUntil
	}
	return u, p.SessionID, err
}

// Handler is the server's HTTP side.
func (a *App) Handler() http.Handler { return a.API.Handler() }

// Start begins background work.
func (a *App) Start(ctx context.Context) error {
	if err := a.claimFolder(ctx); err != nil {
		return err
	}
	a.Hub.Start(ctx)
	a.Jobs.Start(ctx)
	return nil
}

// SetupCode opens the setup of the first start; "" when there is a company already.
func (a *App) SetupCode(ctx context.Context) (string, error) { return a.Identity.Begin(ctx, &a.setup) }

// Close ends background work within the time that ctx allows, then the database.
func (a *App) Close(ctx context.Context) error {
	a.Hub.Stop()
	a.Verify.Wait()
	a.Identity.Wait()
	err := errors.Join(a.Jobs.Stop(ctx), a.DB.Close())
	if a.tracer != nil {
		a.tracer.Close()
	}
	return err
}
