package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mouldworks/internal/app"
	"mouldworks/internal/platform/backup"
)

// place is where a server keeps its database and files.
type place struct {
	Data     string     `default:"./data" help:"Data folder of the server."`
	Database string     `help:"postgres:// URL; without it SQLite in the data folder."`
	Files    filesPlace `embed:"" prefix:"files-"`
}

func (p *place) options() (app.Options, error) {
	bucket, err := p.Files.bucket()
	return app.Options{Data: p.Data, Database: p.Database, Files: bucket, FilesFolder: p.Files.Folder}, err
}

// backupCommand writes a backup.
type backupCommand struct {
	place
	File string `arg:"" help:"File to write, such as mouldworks-2026-03-20.tar.gz; it must not exist yet. It holds everything, password hashes too: keep it where only administrators read."`
}

// Run writes the backup, and removes what it has written when it is interrupted.
func (c *backupCommand) Run() error {
	o, err := c.options()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	done, err := app.Backup(ctx, o, c.File, progressLine("written"))
	if err != nil {
		return interrupted(ctx, err)
	}
	fmt.Printf("%s: %s\n", c.File, described(done))
	return nil
}

// restoreCommand lays a backup out.
type restoreCommand struct {
	place
	File  string `arg:"" help:"The backup."`
	Check bool   `help:"Only prove that the backup is whole; nothing is written."`
}

// Run restores the backup.
func (c *restoreCommand) Run() error {
	ctx, stop := signal.NotifyContext(background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.Check {
		found, err := backup.Check(ctx, c.File)
		if err == nil {
			fmt.Printf("%s is whole: %s\n", c.File, described(found))
		}
		return interrupted(ctx, err)
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	lock, err := lockFolder(c.Data, c.Database)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Release() }() // the system takes it back with the process
	done, err := app.Restore(ctx, o, c.File, progressLine("restored"))
	if err != nil {
		return interrupted(ctx, err)
	}
	if err := lock.Opened(); err != nil {
		return err
	}
	into := c.Data
	if c.Database != "" {
		into = "the database; its files belong to " + c.Data
	}
	fmt.Printf("Restored into %s: %s\nStart the server with the same --data, --database and --files options.\n", into, described(done))
	return nil
}

// described is a backup in a line.
func described(c backup.Contents) string {
	return fmt.Sprintf("%s database with schema version %d and %d files, %s in all, made by Mouldworks %s at %s", c.Engine, c.Schema, c.Files, megabytes(c.Bytes), c.Product, c.MadeAt.Format(time.RFC3339))
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// progressLine tells how far the work is, every two seconds.
func progressLine(what string) backup.Told {
	last := time.Now()
	return func(bytes int64, files int) {
		if time.Since(last) >= 2*time.Second {
			last = time.Now()
			fmt.Fprintf(os.Stderr, "%d files, %s %s\n", files, megabytes(bytes), what)
		}
	}
}

// interrupted says plainly that somebody has stopped the command.
func interrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("interrupted (%w)", err)
	}
	return err
}
