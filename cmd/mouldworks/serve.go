package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mouldworks/internal/app"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/sso"
)

// serveCommand runs everything in one process.
type serveCommand struct {
	Data      string   `default:"./data" help:"Folder of files and, without --database, of the SQLite database."`
	Listen    string   `default:"localhost:8080" help:"HOST:PORT to listen at."`
	Database  string   `help:"postgres:// URL; without it SQLite in the data folder."`
	Demo      bool     `help:"Make the demo tenant once and print its sign-ins."`
	Personal  string   `help:"Address of a personal user's modules; a path or https://...; default the personal centre."`
	QRFirst   bool     `help:"Show the QR code before the password on the sign-in page."`
	Embed     []string `help:"Origins of partners, https://host, whose pages may be shown in a frame."`
	FramedBy  []string `help:"Origins of partners, https://host, whose pages may show ours in a frame."`
	Assistant string   `help:"https address of an assistant that the header links to."`
	Workers   int      `help:"Schedules run at once; default one less than the cores."`

	Proxies []network    `help:"Networks of proxies in front, such as 10.0.0.0/8; their X-Forwarded-For is believed."`
	SMS     smsOptions   `embed:"" prefix:"sms-"`
	Files   filesOptions `embed:"" prefix:"files-"`
	Apps    workApps     `embed:""`
	Log     logOptions   `embed:"" prefix:"log-"`

	DebugListen   string `name:"debug-listen" help:"127.0.0.1:PORT at which profiles (/debug/pprof/) and /metrics are given; loopback addresses alone."`
	MetricsListen string `name:"metrics-listen" help:"HOST:PORT at which /metrics is given to Prometheus; an address that strangers do not reach."`
	OTLPEndpoint  string `name:"otlp-endpoint" env:"MOULDWORKS_OTLP_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT" help:"http://HOST:4318 of a collector of OpenTelemetry that takes traces."`

	PublicURL      string   `name:"public-url" help:"https://HOST under which people reach the server, behind whatever proxy; default: as each request names it, and no links by SMS but to the address of --listen."`
	SSOIssuer      string   `name:"sso-issuer" help:"Another OpenID provider that signs people in, by its issuer; default: the one inside."`
	SSOClientID    string   `name:"sso-client-id" help:"Our name at that provider."`
	SSOSecret      string   `name:"sso-client-secret" help:"Our secret at that provider; better by the environment than on the command line."`
	LoginPage      string   `name:"login-page" help:"Address that takes the place of the sign-in page; 0 for none."`
	JumpOrigins    []string `name:"jump-origins" help:"https://HOST of other addresses that a ticket may carry people to."`
	PushAddress    string   `name:"push-address" help:"Host of the push channel when it is not the page's own; needs --public-url."`
	SpecialTenants []string `name:"special-tenants" help:"Ids of the companies of the special customer group."`
}

// stopWithin is how long a stop may take: requests end, runs hand over.
const stopWithin = 10 * time.Second

// requestsEndWithin is how long requests may go on once the server stops: what they still compute then is given up, so that
// nobody waits for the end of a long one.
const requestsEndWithin = 3 * time.Second

func background() context.Context { return context.Background() }

// Run serves until it is told to stop.
func (c *serveCommand) Run() error {
	ctx, stop := signal.NotifyContext(background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := c.Log.open(os.Stderr); err != nil {
		return err
	}
	if c.DebugListen != "" && !isLoopback(c.DebugListen) {
		return errors.New("--debug-listen: profiles show what the server holds in memory; only loopback addresses are allowed, such as 127.0.0.1:6060")
	}
	for flag, origins := range map[string][]string{"--public-url": {c.PublicURL}, "--jump-origins": c.JumpOrigins} {
		for _, origin := range origins {
			if origin != "" && !api.IsOrigin(origin) { // it is not repeated: what is wrong may be a password in it
				return fmt.Errorf("%s: it is written https://HOST, without a user, a slash or a path", flag)
			}
		}
	}
	sms, err := c.SMS.provider()
	if err != nil {
		return err
	}
	files, err := c.Files.bucket()
	if err != nil {
		return err
	}
	apps, err := c.Apps.connectors()
	if err != nil {
		return err
	}
	lock, err := lockFolder(c.Data, c.Database)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Release() }() // the system takes it back with the process
	a, err := app.OpenServer(ctx, app.Options{Data: c.Data, Files: files, FilesFolder: c.Files.Folder, AdoptFiles: c.Files.Adopt, Database: c.Database, Workers: c.Workers, OTLP: c.OTLPEndpoint, SMS: sms, QRFirst: c.QRFirst, Frames: c.Embed, FramedBy: c.FramedBy, Assistant: c.Assistant, Personal: c.Personal, Origin: c.PublicURL, Listen: c.Listen, SignOn: sso.Options{
		Issuer: c.SSOIssuer, ClientID: c.SSOClientID, ClientSecret: c.SSOSecret, LoginPage: c.LoginPage, PushAddress: c.PushAddress, JumpOrigins: c.JumpOrigins, SpecialTenants: c.SpecialTenants, Connectors: apps,
	}})
	if err != nil {
		return err
	}
	if err := lock.Opened(); err != nil {
		slog.Warn("the lock of the data folder cannot be written", "error", err)
	}
	if err := c.serve(ctx, a); err != nil {
		return errors.Join(err, a.Close(background()))
	}
	ending, cancel := context.WithTimeout(background(), stopWithin)
	defer cancel()
	return a.Close(ending)
}

// lockFolder takes the data folder for this process alone. With a database elsewhere several servers may share a folder of files.
func lockFolder(data, database string) (*store.Lock, error) {
	if database != "" {
		return &store.Lock{}, nil
	}
	if err := store.MakeFolder(data); err != nil {
		return nil, err
	}
	return store.LockFolder(data)
}

func (c *serveCommand) serve(ctx context.Context, a app.Server) error {
	listener, err := listen("--listen", c.Listen)
	if err != nil {
		return err
	}
	stopSides, err := c.serveSides(a)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer stopSides()
	if err := a.Start(ctx); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := cmp.Or(c.PublicURL, reached(c.Listen, listener))
	if c.Demo {
		text, err := a.Demo(ctx)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		fmt.Print(text)
	}
	code, err := a.SetupCode(ctx)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if code != "" {
		fmt.Printf("First start: make your company within 30 minutes at %s/setup?code=%s\n", address, code)
	}
	working, endRequests := context.WithCancel(background())
	defer endRequests()
	server := &http.Server{BaseContext: func(net.Listener) context.Context { return working }, Handler: api.BehindProxies(a.Handler(), prefixes(c.Proxies)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Printf("Mouldworks %s is ready at %s\n", app.Version, address)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping")
	ending, cancel := context.WithTimeout(background(), stopWithin)
	defer cancel()
	a.Leave()
	return shutdown(ending, server, endRequests, requestsEndWithin)
}

// cutOffWithin is how long requests may take to end once they were told to; then their connections are closed.
const cutOffWithin = time.Second

// shutdown stops a server: its requests may end by themselves, are told to end after a while, and lose their connections
// when they do not. What they had acknowledged is stored; what they had not, their clients see as a broken line.
func shutdown(ctx context.Context, server *http.Server, endRequests func(), after time.Duration) error {
	timer := time.AfterFunc(after, endRequests)
	defer timer.Stop()
	ctx, cancel := context.WithTimeout(ctx, after+cutOffWithin)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		slog.Warn("requests did not end and were cut off")
		return server.Close()
	}
	return err
}
