package instance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"mouldworks/solver"
)

// Write writes f as mould/1 JSON; an empty Format is filled in. It fails only
// where w fails or a moment cannot be written (year outside 0..9999).
func Write(w io.Writer, f *File) error {
	out := *f
	if out.Format == "" {
		out.Format = Format
	}
	buf := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&out); err != nil {
		return err
	}
	return buf.Flush()
}

// WriteJobShop writes a classic job shop, one way to make each operation, as a
// jsp text: the numbers of jobs and machines, then a line for each job with
// machine and minutes by turns. It fails where w fails or an operation has
// several modes.
func WriteJobShop(w io.Writer, p *solver.Problem) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(buf, "%d %d", len(p.Jobs), len(p.Resources))
	job := solver.None
	for o := range p.Ops {
		lo, hi := p.ModesOf(int32(o))
		if hi != lo+1 {
			return wrong(at("ops", o, "modes"), "%d, a job shop has one", hi-lo)
		}
		separator := " "
		if p.Ops[o].Job != job {
			job, separator = p.Ops[o].Job, "\n"
		}
		fmt.Fprintf(buf, "%s%d %d", separator, p.Modes[lo].Resource, p.Modes[lo].Run)
	}
	fmt.Fprintln(buf)
	return buf.Flush()
}
