package main

import (
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
)

// serveCommand runs everything in one process.
type serveCommand struct {
	Data      string   `default:"./data" help:"Folder of files and, without --database, of the SQLite database."`
	Listen    string   `default:"localhost:8080" help:"HOST:PORT to listen at."`
	Database  string   `help:"postgres:// URL; without it SQLite in the data folder."`
	Demo      bool     `help:"Make the demo tenant once and print its sign-ins."`
	QRFirst   bool     `help:"Show the QR code before the password on the sign-in page."`
	Embed     []string `help:"Origins of partners, https://host, whose pages may be shown in a frame."`
	Assistant string   `help:"https address of an assistant that the header links to."`
	Workers   int      `help:"Schedules run at once; default one less than the cores."`
}

// stopWithin is how long a stop may take: requests end, runs hand over.
const stopWithin = 10 * time.Second

func background() context.Context { return context.Background() }

// Run serves until it is told to stop.
func (c *serveCommand) Run() error {
	ctx, stop := signal.NotifyContext(background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a, err := app.Open(ctx, app.Options{Data: c.Data, Database: c.Database, Workers: c.Workers, Frames: c.Embed, Assistant: c.Assistant, QRFirst: c.QRFirst})
	if err != nil {
		return err
	}
	if err := c.serve(ctx, a); err != nil {
		return errors.Join(err, a.Close(background()))
	}
	ending, cancel := context.WithTimeout(background(), stopWithin)
	defer cancel()
	return a.Close(ending)
}

func (c *serveCommand) serve(ctx context.Context, a *app.App) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if err := a.Start(ctx); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + c.Listen
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
	server := &http.Server{Handler: a.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
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
	a.Hub.Stop() // sockets would keep the server waiting
	return server.Shutdown(ending)
}
