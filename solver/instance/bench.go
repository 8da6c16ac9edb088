package instance

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"mouldworks/solver"
)

// numbers splits text into whole numbers.
func numbers(b []byte) ([]int64, error) {
	fields := bytes.Fields(b)
	out := make([]int64, len(fields))
	for i, f := range fields {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil || n < 0 || n > int64(solver.MaxMinutes) {
			return nil, wrong(fmt.Sprintf("number %d", i+1), "%q is not a number from 0 to %d", f, solver.MaxMinutes)
		}
		out[i] = n
	}
	return out, nil
}

// benchmark collects a job shop text as a problem.
type benchmark struct {
	p       *solver.Problem
	horizon int64
	longest int64
}

func newBenchmark(machines int64) *benchmark {
	b := &benchmark{p: &solver.Problem{Calendars: []solver.Calendar{{}}}}
	for i := range machines {
		b.p.Resources = append(b.p.Resources, solver.Resource{Name: fmt.Sprintf("M%d", i), Cap: 1, Class: int32(i), Group: int32(i)})
	}
	return b
}

func (b *benchmark) job(j int64) {
	b.p.Jobs = append(b.p.Jobs, solver.Job{Name: fmt.Sprintf("J%06d", j), Due: solver.None})
}

func (b *benchmark) op(k int64) {
	b.horizon += b.longest
	b.longest = 0
	j := int32(len(b.p.Jobs) - 1)
	b.p.Ops = append(b.p.Ops, solver.Op{
		Name: fmt.Sprintf("%d/%d", j+1, k+1), Job: j, Seq: int32(k), Mode0: int32(len(b.p.Modes)),
	})
	if n := int32(len(b.p.Ops)); k > 0 {
		b.p.Edges = append(b.p.Edges, solver.Edge{From: n - 2, To: n - 1, FromAt: solver.Million, ToAt: solver.SetupPoint})
	}
}

func (b *benchmark) mode(machine, duration int64) {
	b.longest = max(b.longest, duration)
	b.p.Modes = append(b.p.Modes, solver.Mode{Resource: int32(machine), Run: solver.Min(duration)})
}

func (b *benchmark) done() (*Loaded, error) {
	b.horizon += b.longest
	if b.horizon > int64(solver.MaxMinutes) {
		return nil, wrong("file", "the durations add up to %d, at most %d", b.horizon, solver.MaxMinutes)
	}
	b.p.End = solver.Min(b.horizon)
	return &Loaded{Problem: b.p, Zone: time.UTC, Params: solver.Params{Goal: []solver.Key{solver.KeyMakespan, solver.KeyEnds}}}, nil
}

// size reads the header and refuses counts that the text cannot hold.
func size(v []int64, least int64) (jobs, machines int64, err error) {
	if len(v) < 2 {
		return 0, 0, wrong("header", "want the numbers of jobs and machines")
	}
	if jobs, machines = v[0], v[1]; jobs == 0 || machines == 0 || jobs*least > int64(len(v)) || machines > int64(len(v))+1_000_000 {
		return 0, 0, wrong("header", "%d jobs and %d machines do not match the rest", jobs, machines)
	}
	return jobs, machines, nil
}

// ReadJSP reads the text format of job shop benchmarks: "n m", then per job m
// pairs of 0-based machine and duration. Errors are *Error or those of r.
func ReadJSP(r io.Reader) (*Loaded, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	v, err := numbers(text)
	if err != nil {
		return nil, err
	}
	n, m, err := size(v, 2)
	if err != nil {
		return nil, err
	}
	v = v[2:]
	if int64(len(v)) != n*m*2 {
		return nil, wrong("file", "%d numbers, want %d pairs", len(v), n*m)
	}
	b := newBenchmark(m)
	for j := range n {
		b.job(j + 1)
		for k := range m {
			if v[0] >= m {
				return nil, wrong(fmt.Sprintf("job %d, operation %d", j+1, k+1), "machine %d of %d", v[0], m)
			}
			b.op(k)
			b.mode(v[0], v[1])
			v = v[2:]
		}
	}
	return b.done()
}

// ReadFJS reads the Brandimarte and Hurink text of flexible job shops: "n m"
// with an optional third number, then per job the number of operations and per
// operation the number of modes and pairs of 1-based machine and duration.
// Errors are *Error or those of r.
func ReadFJS(r io.Reader) (*Loaded, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	head, body, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	if f := bytes.Fields(head); len(f) > 2 {
		head = bytes.Join(f[:2], []byte(" ")) // the third may be a fraction
	}
	v, err := numbers(append(append(append([]byte{}, head...), '\n'), body...))
	if err != nil {
		return nil, err
	}
	n, m, err := size(v, 1)
	if err != nil {
		return nil, err
	}
	v = v[2:]
	take := func() (x int64) {
		if len(v) == 0 {
			return -1
		}
		x, v = v[0], v[1:]
		return x
	}
	b := newBenchmark(m)
	for j := range n {
		b.job(j + 1)
		for k := range take() {
			where := fmt.Sprintf("job %d, operation %d", j+1, k+1)
			modes := take()
			if modes <= 0 || modes*2 > int64(len(v)) {
				return nil, wrong(where, "no modes or the file ends too early")
			}
			b.op(k)
			for range modes {
				machine, duration := take(), take()
				if machine < 1 || machine > m {
					return nil, wrong(where, "machine %d of %d", machine, m)
				}
				b.mode(machine-1, duration)
			}
		}
	}
	if len(v) > 0 {
		return nil, wrong("file", "%d numbers too many", len(v))
	}
	return b.done()
}
