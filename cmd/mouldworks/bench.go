package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// benchCommand measures the engine on public instances and on generated mould
// shops and writes the tables of docs/benchmarks.md.
type benchCommand struct {
	Instances string   `help:"Folder with best_known.csv and the instances it names; missing Taillard instances are generated." placeholder:"DIR"`
	Sets      []string `help:"Sets to run: folders of the instances, mould-N for generated shops of N moulds, planted-N for such with a known plan without tardiness. Default: all folders, mould-60 and mould-600."`
	Shops     int      `default:"1" help:"Number of generated shops of each size, of the seeds 1, 2 and so on."`
	Seconds   float64  `default:"10" help:"Time limit per instance."`
	Every     int      `default:"1" help:"Take every n-th instance of a folder, for samples."`
	Seed      uint64   `default:"1" help:"Seed of the search."`
	Workers   int      `default:"2" help:"Threads."`
	Compare   string   `help:"Another solver beside ours: a command in which {file}, {seconds} and {workers} stand for the instance and what it may use, and which prints one JSON object with value. Generated shops are mould/1 files." placeholder:"CMD"`
	Out       string   `help:"Write the tables to this Markdown file, and the quality over time to a picture (.svg) beside it." placeholder:"FILE"`
}

// known is one row of best_known.csv.
type known struct {
	file         string
	lower, upper int64
}

// measured is the outcome on one instance.
type measured struct {
	name             string
	operations       int
	value, reference int64 // reference: best known value or lower bound
	rule             int64 // best dispatch rule, mould shops only
	late             int   // moulds, mould shops only
	makespan         int64 // mould shops only
	planted          int64 // makespan of the planted plan, 0 without one
	other            int64 // of the compared solver
	first, seconds   float64
	drag             time.Duration // 95th percentile, mould shops only
	moves            int64
	memory           uint64
	curve            []moment
}

// Run measures set by set and prints each table as soon as it is complete.
func (c *benchCommand) Run() error {
	if c.Seconds <= 0 || c.Every < 1 || c.Workers < 1 || c.Shops < 1 {
		return errors.New("--seconds, --every, --workers and --shops must be positive")
	}
	folders := map[string][]known{}
	if c.Instances != "" {
		var err error
		if folders, err = readKnown(filepath.Join(c.Instances, "best_known.csv")); err != nil {
			return err
		}
	}
	sets := c.Sets
	if len(sets) == 0 {
		sets = append(slices.Sorted(maps.Keys(folders)), "mould-60", "mould-600")
	}
	var text strings.Builder
	var lines []line
	ticks := ticksTo(c.Seconds)
	c.head(&text)
	for _, set := range sets {
		rows, err := c.set(set, folders)
		if err != nil {
			return fmt.Errorf("set %s: %w", set, err)
		}
		part := c.table(set, rows)
		fmt.Print(part)
		text.WriteString(part)
		lines = append(lines, line{set, meanGaps(rows, ticks)})
	}
	if c.Out == "" {
		return nil
	}
	picture := strings.TrimSuffix(c.Out, filepath.Ext(c.Out)) + ".svg"
	fmt.Fprintf(&text, "## Quality over time\n\nThe mean gap of each set while the search goes on.\n\n![Mean gap over time](%s)\n", filepath.Base(picture))
	return errors.Join(
		os.WriteFile(c.Out, []byte(text.String()), 0o644),        //nolint:gosec // a document for everybody
		os.WriteFile(picture, []byte(plot(lines, ticks)), 0o644), //nolint:gosec // likewise
	)
}

// readKnown groups the rows of the file by folder.
func readKnown(name string) (map[string][]known, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	folders := map[string][]known{}
	for i, row := range rows {
		if i == 0 {
			continue
		}
		if len(row) < 6 {
			return nil, fmt.Errorf("%s, line %d: want file,jobs,machines,operations,lower_bound,upper_bound", name, i+1)
		}
		lower, err1 := strconv.ParseInt(row[4], 10, 64)
		upper, err2 := strconv.ParseInt(row[5], 10, 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
		}
		set := filepath.Base(filepath.Dir(row[0]))
		folders[set] = append(folders[set], known{row[0], lower, upper})
	}
	return folders, nil
}

func (c *benchCommand) set(set string, folders map[string][]known) (rows []measured, err error) {
	if kind, moulds, ok := strings.Cut(set, "-"); ok && (kind == "mould" || kind == "planted") {
		n, err := strconv.Atoi(moulds)
		if err != nil || n < 1 || n > mostMoulds {
			return nil, fmt.Errorf("%q is no number of moulds from 1 to %d", moulds, mostMoulds)
		}
		for seed := range c.Shops {
			m, err := c.mould(n, uint64(seed)+1, kind == "planted")
			if err != nil {
				return nil, err
			}
			rows = append(rows, m)
		}
		return rows, nil
	}
	if len(folders[set]) == 0 {
		return nil, errors.New("no instances of that name")
	}
	for i, k := range folders[set] {
		if i%c.Every != 0 {
			continue
		}
		loaded, name, err := c.load(k)
		if err != nil {
			return nil, err
		}
		m, _, _, err := c.measure(loaded)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.file, err)
		}
		m.name, m.reference = strings.TrimSuffix(filepath.Base(k.file), filepath.Ext(k.file)), k.upper
		if m.other, err = c.compared(name, func(w io.Writer) error { return instance.WriteJobShop(w, loaded.Problem) }); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%-24s %8d %8d %7.3f %%\n", m.name, m.value, k.upper, m.gap())
		rows = append(rows, m)
	}
	return rows, nil
}

var taillardName = regexp.MustCompile(`^ta(\d\d)$`)

// load reads an instance, or generates it where the folder lacks it.
func (c *benchCommand) load(k known) (*instance.Loaded, string, error) {
	name := filepath.Join(c.Instances, filepath.FromSlash(k.file))
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if m := taillardName.FindStringSubmatch(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))); m != nil {
			number, _ := strconv.Atoi(m[1]) // two digits
			loaded, err := instance.Taillard(number)
			return loaded, "", err
		}
	}
	if err != nil {
		return nil, "", err
	}
	format := "jsp"
	if strings.HasPrefix(k.file, "fjsp") {
		format = "fjs"
	}
	loaded, err := instance.Parse(text, format, name)
	return loaded, name, err
}

// measure solves one problem and has the plan checked.
func (c *benchCommand) measure(loaded *instance.Loaded) (m measured, shop *solver.Shop, plan *solver.Plan, err error) {
	runtime.GC()
	began := time.Now()
	shop, err = solver.Prepare(loaded.Problem)
	if err != nil {
		return m, nil, nil, err
	}
	params := loaded.Params
	params.Seed, params.Seconds, params.Workers = c.Seed, c.Seconds, c.Workers
	if len(params.Goal) == 0 {
		params.Goal = shop.DefaultGoal()
	}
	var last solver.Progress
	plan, err = shop.Solve(context.Background(), params, func(p solver.Progress) {
		if m.first == 0 {
			m.first = time.Since(began).Seconds()
		}
		last = p
		if value := p.Value[1]; len(m.curve) == 0 || value < m.curve[len(m.curve)-1].value {
			m.curve = append(m.curve, moment{time.Since(began).Seconds(), value})
		}
		var mem runtime.MemStats
		runtime.ReadMemStats(&mem)
		m.memory = max(m.memory, mem.HeapAlloc)
	})
	if err != nil {
		return m, nil, nil, err
	}
	if bad := check.Plan(loaded.Problem, plan); len(bad) > 0 {
		return m, nil, nil, fmt.Errorf("invalid plan: %s", bad[0])
	}
	m.operations, m.value, m.reference = len(loaded.Problem.Ops), plan.Value[1], plan.Bound[1]
	m.late, m.makespan = shop.Late(plan), shop.Evaluate(plan, []solver.Key{solver.KeyMakespan})[1]
	m.seconds, m.moves = time.Since(began).Seconds(), last.Moves
	return m, shop, plan, nil
}

func (m *measured) gap() float64 { return percentAbove(m.value, m.reference) }

func percentAbove(value, reference int64) float64 {
	return 100 * float64(value-reference) / float64(max(1, reference))
}
