package main

import (
	"io"
	"log/slog"
)

// logOptions say what stands in the log, and how.
type logOptions struct {
	Level  string `enum:"debug,info,warn,error" default:"info" help:"From where on lines are written: debug (with a line for every request), info, warn, error."`
	Format string `enum:"text,json" default:"text" help:"Form of a line: text or json."`
}

// open makes the log of this process.
func (o logOptions) open(to io.Writer) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.Level)); err != nil {
		return err
	}
	options := &slog.HandlerOptions{Level: level}
	if o.Format == "json" {
		slog.SetDefault(slog.New(slog.NewJSONHandler(to, options)))
		return nil
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(to, options)))
	return nil
}
