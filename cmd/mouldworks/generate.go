package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mouldworks/internal/demo"
)

// generateCommand writes a realistic mould shop. The same flags give the same bytes; without --start they do so until
// next Monday is another one.
type generateCommand struct {
	Moulds  int    `help:"Number of moulds, 1 to 5000." default:"20"`
	Seed    uint64 `help:"Seed of all random choices; it stands in the moulds' numbers, M26S1-0001, so that shops of two seeds go into one factory." default:"1"`
	Out     string `help:"File to write: .xlsx for the planner's workbook, .json for a problem that solve reads." required:"" placeholder:"FILE"`
	Start   string `help:"First day of the plan, YYYY-MM-DD in Asia/Shanghai; default next Monday." placeholder:"DATE"`
	Planted bool   `help:"Promise the moulds for the days on which they end in a good plan, so that a plan without tardiness is known."`
	Plan    string `help:"With --planted: write the known plan to this JSON file." placeholder:"FILE"`
	Masters bool   `help:"Make the shop's own groups, machines, shifts, calendars and flow times part of the workbook; without it the workbook refers to the demo factory's."`
}

// mostMoulds bounds memory; one import takes the rows of about a thousand moulds.
const mostMoulds = 5000

// Run writes the file, whole or not at all.
func (c *generateCommand) Run() error {
	if c.Moulds < 1 || c.Moulds > mostMoulds {
		return fmt.Errorf("--moulds must lie between 1 and %d", mostMoulds)
	}
	if c.Plan != "" && !c.Planted {
		return errors.New("--plan needs --planted: only then is a plan known")
	}
	zone := demo.Shanghai()
	start := nextMonday(time.Now().In(zone))
	if c.Start != "" {
		day, err := time.ParseInLocation(time.DateOnly, c.Start, zone)
		if err != nil {
			return fmt.Errorf("--start: %q is no date such as 2026-03-02", c.Start)
		}
		start = day
	}
	options := demo.Options{Moulds: c.Moulds, Seed: c.Seed, Start: start, Zone: zone, Masters: c.Masters, Series: fmt.Sprintf("S%d", c.Seed), Planted: c.Planted}
	write := (*demo.Shop).WriteWorkbook
	switch strings.ToLower(filepath.Ext(c.Out)) {
	case ".xlsx":
	case ".json":
		options.Masters = true // a problem brings its resources along
		write = (*demo.Shop).WriteProblem
	default:
		return errors.New("--out must end in .xlsx or .json")
	}
	shop := demo.Generate(options)
	if err := writeFile(c.Out, func(w io.Writer) error { return write(shop, w) }); err != nil {
		return err
	}
	if c.Plan != "" {
		if err := writePlan(c.Plan, shop.Planted.Result()); err != nil {
			return err
		}
	}
	_, err := fmt.Printf("%s: %d moulds, %d operations, from %s\n", c.Out, c.Moulds, shop.Count(), shop.Start.Format(time.DateOnly))
	if err == nil && shop.Planted != nil {
		_, err = fmt.Printf("planted plan: no tardiness, makespan %d minutes\n", shop.Planted.Makespan())
	}
	return err
}

func nextMonday(now time.Time) time.Time {
	days := (int(time.Monday) - int(now.Weekday()) + 7) % 7
	if days == 0 {
		days = 7
	}
	return now.AddDate(0, 0, days)
}

// writeFile writes beside the target and renames, so that a full disk leaves no half file under the name.
func writeFile(name string, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".mouldworks-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	out := bufio.NewWriterSize(f, 1<<16)
	if err := errors.Join(fill(out), out.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
