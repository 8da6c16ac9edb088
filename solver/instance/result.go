package instance

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"time"

	"mouldworks/solver"
)

// Parse reads text in the format mould, jsp or fjs. With an empty format it
// decides by the content and the ending of name; an ambiguous text that fits
// the shape of jsp is jsp. Errors are *Error.
func Parse(text []byte, format, name string) (*Loaded, error) {
	if format == "" {
		format = guess(text, name)
	}
	r := bytes.NewReader(text)
	switch format {
	case "mould":
		return Read(r)
	case "jsp":
		return ReadJSP(r)
	case "fjs":
		return ReadFJS(r)
	}
	return nil, wrong("format", "%q, want mould, jsp or fjs", format)
}

func guess(text []byte, name string) string {
	if head := bytes.TrimLeft(text, " \t\r\n\ufeff"); len(head) > 0 && head[0] == '{' {
		return "mould"
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return "mould"
	case ".jsp", ".jss":
		return "jsp"
	case ".fjs":
		return "fjs"
	}
	if v, err := numbers(text); err == nil && len(v) > 2 && int64(len(v)-2) == v[0]*v[1]*2 {
		return "jsp"
	}
	return "fjs"
}

// Result is plan.json: times are minutes for benchmarks and RFC 3339 for moulds.
type Result struct {
	Valid     bool             `json:"valid"`
	Value     []int64          `json:"value"`
	Ops       []ResultOp       `json:"ops"`
	Unplaced  []ResultReason   `json:"unplaced"`
	Conflicts []ResultConflict `json:"conflicts"`
}

// ResultOp is one placed operation.
type ResultOp struct {
	ID       string          `json:"id"`
	On       string          `json:"on"`
	Start    any             `json:"start"`
	End      any             `json:"end"`
	Segments []ResultSegment `json:"segments,omitempty"`
}

// ResultSegment is one piece of a split operation.
type ResultSegment struct {
	On    string `json:"on"`
	Start any    `json:"start"`
	End   any    `json:"end"`
}

// ResultReason is one operation that is not placed.
type ResultReason struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
	Other  string `json:"other,omitempty"`
}

// ResultConflict is a rule that a fixed operation breaks.
type ResultConflict struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Other   string `json:"other,omitempty"`
	Minutes int32  `json:"minutes,omitempty"`
}

// Result names what is in plan.
func (l *Loaded) Result(plan *solver.Plan, valid bool) *Result {
	p := l.Problem
	out := &Result{
		Valid: valid, Value: plan.Value, Ops: []ResultOp{},
		Unplaced: []ResultReason{}, Conflicts: []ResultConflict{},
	}
	when := func(m solver.Min) any {
		if l.Epoch.IsZero() {
			return m
		}
		return l.Instant(m).Format(time.RFC3339)
	}
	name := func(o int32) string {
		if o < 0 {
			return ""
		}
		return p.Ops[o].Name
	}
	segments := map[int32][]ResultSegment{}
	for _, s := range plan.Segments {
		segments[s.Op] = append(segments[s.Op], ResultSegment{p.Resources[s.Resource].Name, when(s.Start), when(s.End)})
	}
	for o := range p.Ops {
		if r := plan.Resource[o]; r >= 0 {
			out.Ops = append(out.Ops, ResultOp{
				ID: name(int32(o)), On: p.Resources[r].Name,
				Start: when(plan.Start[o]), End: when(plan.End[o]), Segments: segments[int32(o)],
			})
		}
	}
	for _, r := range plan.Unplaced {
		out.Unplaced = append(out.Unplaced, ResultReason{name(r.Op), r.Code.String(), name(r.Other)})
	}
	for _, c := range plan.Conflicts {
		out.Conflicts = append(out.Conflicts, ResultConflict{name(c.Op), c.Kind.String(), name(c.Other), c.Minutes})
	}
	return out
}

// WriteResult writes r as JSON.
func WriteResult(w io.Writer, r *Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}
