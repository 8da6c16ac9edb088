// Command mouldworks is the whole product in one binary: server, administration, engine.
//
// What lives here: the command line. What never does: anything that a test would want to call.
package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/alecthomas/kong"

	"mouldworks/internal/app"
	"mouldworks/internal/platform/store"
)

type commands struct {
	Serve    serveCommand    `cmd:"" help:"Run the server."`
	Gateway  gatewayCommand  `cmd:"" help:"Run the gateway of a factory."`
	Admin    adminCommand    `cmd:"" help:"Administration of a database."`
	Backup   backupCommand   `cmd:"" help:"Write database and files into one archive, also beside a running server."`
	Restore  restoreCommand  `cmd:"" help:"Lay a backup out in an empty place."`
	Doctor   doctorCommand   `cmd:"" help:"Look at database, files, disk, clock, certificate and runs, and say what is wrong."`
	Solve    solveCommand    `cmd:"" help:"Schedule a problem file."`
	Generate generateCommand `cmd:"" help:"Write a realistic mould shop."`
	Bench    benchCommand    `cmd:"" help:"Measure the engine."`
	OpenAPI  openAPICommand  `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

func main() {
	var c commands
	parsed := kong.Parse(&c, spelling()...)
	err := checkPlaces(parsed)
	if err == nil {
		err = parsed.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mouldworks:", err)
		os.Exit(1)
	}
}

// checkPlaces refuses a --database or --data, of whatever command, that can be none of ours.
func checkPlaces(parsed *kong.Context) error {
	checks := map[string]func(string) error{"database": store.CheckAddress, "data": store.CheckFolder}
	for _, flag := range parsed.Flags() {
		if check := checks[flag.Name]; check != nil && flag.Target.Kind() == reflect.String {
			if err := check(flag.Target.String()); err != nil {
				return err
			}
		}
	}
	return nil
}

// spelling is how options are written on the command line and in the environment.
func spelling() []kong.Option {
	return []kong.Option{kong.Name("mouldworks"), kong.Description("Cloud platform for mould and die makers."), kong.DefaultEnvars("MOULDWORKS"), kong.UsageOnError()}
}

type openAPICommand struct{}

// Run prints the contract; the types of the front end are generated from it.
func (openAPICommand) Run() error {
	dir, err := os.MkdirTemp("", "mouldworks-openapi")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	a, err := app.OpenServer(background(), app.Options{Data: dir})
	if err != nil {
		return err
	}
	if err := a.WriteOpenAPI(os.Stdout); err != nil {
		return err
	}
	return a.Close(background())
}
