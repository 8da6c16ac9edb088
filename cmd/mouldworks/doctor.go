package main

import (
	"errors"
	"fmt"

	"mouldworks/internal/app"
	"mouldworks/internal/platform/api"
)

// doctorCommand looks at an installation.
type doctorCommand struct {
	place
	PublicURL string `name:"public-url" help:"https://HOST under which people reach the server, to look at its certificate."`
}

// errNotWell makes the command fail, for whoever calls it by a timer.
var errNotWell = errors.New("something needs to be mended, see above")

// Run prints a line for each part of the installation, and fails when one needs to be mended.
func (c *doctorCommand) Run() error {
	if c.PublicURL != "" && !api.IsOrigin(c.PublicURL) {
		return errors.New("--public-url: it is written https://HOST, without a user, a slash or a path") // not repeated: a password may stand in it
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	o.Origin = c.PublicURL
	isWell := true
	err = app.Doctor(background(), o, func(f app.Finding) {
		fmt.Printf("%-7s%-12s %s\n", map[app.Grade]string{app.Fine: "ok", app.Notice: "note", app.Fault: "FAULT"}[f.Grade], f.Subject, f.Text)
		isWell = isWell && f.Grade != app.Fault
	})
	if err == nil && !isWell {
		err = errNotWell
	}
	return err
}
