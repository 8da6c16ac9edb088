package main

import (
	"context"
	"crypto/tls"
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
	"mouldworks/internal/gateway"
)

// gatewayCommand runs the process at a factory.
type gatewayCommand struct {
	Cloud   string   `required:"" help:"Address of the cloud, such as https://cloud.example.com."`
	Key     string   `required:"" env:"MOULDWORKS_GATEWAY_KEY" help:"Key of the gateway, made under System settings, Private cloud; better given by the environment."`
	Data    string   `default:"./gateway" help:"Folder of the certificate, of the files of the factory and of fetched versions; back it up."`
	Listen  string   `default:":8443" help:"HOST:PORT to listen at, by https."`
	Host    []string `help:"Names and addresses under which browsers reach the gateway; for the certificate of its own making."`
	Origin  []string `help:"Further addresses under which browsers open the cloud."`
	Cert    string   `type:"existingfile" help:"Certificate file; without it the gateway makes its own."`
	CertKey string   `type:"existingfile" help:"Key file of the certificate."`

	Log logOptions `embed:"" prefix:"log-"`
}

// Run serves until it is told to stop.
func (c *gatewayCommand) Run() error {
	ctx, stop := signal.NotifyContext(background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := c.Log.open(os.Stderr); err != nil {
		return err
	}
	p, err := gateway.Open(gateway.Options{Cloud: c.Cloud, Origins: c.Origin, Key: c.Key, Data: c.Data, Version: app.Version})
	if err != nil {
		return err
	}
	if (c.Cert == "") != (c.CertKey == "") {
		return errors.New("--cert and --cert-key belong together")
	}
	hosts := c.Host
	if len(hosts) == 0 {
		hosts = []string{"localhost", "127.0.0.1"}
	}
	certificate, err := p.Certificate(c.Cert, c.CertKey, hosts)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	listener, err := listen("--listen", c.Listen)
	if err != nil {
		return err
	}
	return serveGateway(ctx, p, tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}))
}

func serveGateway(ctx context.Context, p *gateway.Process, listener net.Listener) error {
	server := &http.Server{Handler: p.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	holding := make(chan struct{})
	go func() { defer close(holding); p.Run(ctx) }()
	fmt.Printf("Mouldworks gateway %s is ready at https://%s/page/welcome\n", app.Version, listener.Addr())
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping")
	ending, cancel := context.WithTimeout(background(), stopWithin)
	defer cancel()
	err := server.Shutdown(ending)
	<-holding
	return errors.Join(err, p.Close())
}
