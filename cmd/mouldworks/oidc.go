package main

import (
	"fmt"
	"strings"

	"mouldworks/internal/app"
	"mouldworks/internal/sso"
)

type oidcClientCommand struct {
	Data           string   `default:"./data" help:"Data folder of the server."`
	Database       string   `help:"postgres:// URL; without it SQLite in the data folder."`
	Name           string   `required:"" help:"Name of the program."`
	Redirect       []string `required:"" help:"Exact address that may receive codes; several are possible."`
	LogoutRedirect []string `help:"Exact address to return to after signing out."`
	Public         bool     `help:"The program cannot keep a secret: a page or an app."`
}

// Run registers the program and prints what it needs; the secret cannot be read again.
func (c *oidcClientCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error {
		id, secret, err := a.AddClient(background(), sso.NewClient{Name: c.Name, Redirects: c.Redirect, LogoutRedirects: c.LogoutRedirect, Public: c.Public})
		if err != nil {
			return err
		}
		fmt.Printf("client_id %s\n", id)
		if secret != "" {
			fmt.Printf("client_secret %s\n", secret)
		}
		fmt.Println("issuer: the server's address followed by /sso; code flow with PKCE (S256)")
		return nil
	})
}

type oidcClientsCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
}

// Run prints a line for each program; secrets are kept as hashes and cannot be shown.
func (c *oidcClientsCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error {
		list, err := a.Clients(background())
		for _, one := range list {
			kind := "secret"
			if one.Public {
				kind = "public"
			}
			fmt.Printf("%s  %s  %s  %s  %s\n", one.ID, one.CreatedAt.Format("2006-01-02"), kind, one.Name, strings.Join(one.Redirects, " "))
		}
		return err
	})
}

type oidcRemoveCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	ID       string `name:"client-id" required:"" help:"Client id, as it was printed when the program was registered."`
}

// Run removes the program.
func (c *oidcRemoveCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error { return a.RemoveClient(background(), c.ID) })
}
