package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"mouldworks/internal/platform/store"
)

// dump has pg_dump write a PostgreSQL database, as it is at one moment, into a file.
func dump(ctx context.Context, address, path string) error {
	return client(ctx, address, "pg_dump", "--format=custom", "--no-owner", "--file="+path)
}

// load has pg_restore fill a database that has no tables, whole or not at all.
func load(ctx context.Context, address, path string) error {
	return client(ctx, address, "pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", path)
}

// client runs a program of PostgreSQL against a database. The password goes by its environment: everybody sees a command line.
func client(ctx context.Context, address, program string, args ...string) error {
	config, err := store.ParsePostgres(address)
	if err != nil {
		return err
	}
	place, err := url.Parse(address)
	if err != nil {
		return errors.New("read the address of the database: it is no URL") // url's text holds the password
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("%s was not found: install the client programs of PostgreSQL, of the server's version or a newer one, and put their folder into PATH (Debian: apt install postgresql-client)", program)
	}
	place.User = url.User(config.User)
	query := place.Query()
	query.Del("password")
	for name := range config.RuntimeParams { // libpq refuses what it does not know, such as search_path
		query.Del(name)
	}
	place.RawQuery = query.Encode()
	cmd := exec.CommandContext(ctx, path, append([]string{"--no-password", "--dbname=" + place.String()}, args...)...)
	cmd.Env = append(os.Environ(), "PGPASSWORD="+config.Password)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %s (%w)", program, strings.TrimSpace(said.String()), err)
	}
	return nil
}
