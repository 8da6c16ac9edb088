package instance

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Moment is a point in time: whole minutes from File.Start, or an instant.
type Moment struct {
	Minutes int64
	Instant time.Time // used when not zero
}

// At returns the moment n minutes after File.Start; n may be negative.
func At(n int64) *Moment { return &Moment{Minutes: n} }

// On returns the moment of an instant, written as RFC 3339.
func On(t time.Time) *Moment { return &Moment{Instant: t} }

// MarshalJSON writes minutes as a number and instants as RFC 3339.
func (m Moment) MarshalJSON() ([]byte, error) {
	if m.Instant.IsZero() {
		return strconv.AppendInt(nil, m.Minutes, 10), nil
	}
	return json.Marshal(m.Instant.Format(time.RFC3339))
}

// UnmarshalJSON accepts a whole number of minutes or an RFC 3339 string.
func (m *Moment) UnmarshalJSON(b []byte) error {
	*m = Moment{}
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return fmt.Errorf("time %q is not RFC 3339", s)
		}
		m.Instant = t
		return nil
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return fmt.Errorf("time %s is neither whole minutes nor RFC 3339", b)
	}
	m.Minutes = n
	return nil
}

// MarshalJSON writes the pair as an array of three.
func (p FlowPair) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{p.From, p.To, p.Minutes})
}

// UnmarshalJSON reads ["from","to",minutes].
func (p *FlowPair) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return errors.New(`a flow pair is ["from","to",minutes]`)
	}
	return errors.Join(
		json.Unmarshal(parts[0], &p.From),
		json.Unmarshal(parts[1], &p.To),
		json.Unmarshal(parts[2], &p.Minutes))
}

// edgeObject is Edge without its methods.
type edgeObject Edge

// MarshalJSON writes the short form when nothing deviates from it.
func (e Edge) MarshalJSON() ([]byte, error) {
	if e.FromAt == nil && e.ToAt == nil && e.Lag == 0 && e.Flow == nil && e.HandOver == nil {
		return json.Marshal([2]string{e.From, e.To})
	}
	return json.Marshal(edgeObject(e))
}

// UnmarshalJSON reads both forms.
func (e *Edge) UnmarshalJSON(b []byte) error {
	*e = Edge{}
	if len(b) > 0 && b[0] == '[' {
		if from, to, ok := plainPair(b); ok {
			e.From, e.To = from, to
			return nil
		}
		var pair []string
		if err := json.Unmarshal(b, &pair); err != nil {
			return err
		}
		if len(pair) != 2 {
			return errors.New(`an edge is ["from","to"] or an object`)
		}
		e.From, e.To = pair[0], pair[1]
		return nil
	}
	return json.Unmarshal(b, (*edgeObject)(e))
}

// plainPair reads the compact ["a","b"] without escapes, the form of nearly
// every edge of a large file; everything else goes through encoding/json.
func plainPair(b []byte) (from, to string, ok bool) {
	if len(b) < 7 || b[0] != '[' || b[1] != '"' || b[len(b)-1] != ']' || b[len(b)-2] != '"' {
		return "", "", false
	}
	cut, quotes := 0, 0
	for i, c := range b {
		switch {
		case c == '\\' || c >= 0x80:
			return "", "", false
		case c == '"':
			if quotes++; quotes == 2 {
				cut = i
			}
		}
	}
	if quotes != 4 || b[cut+1] != ',' || b[cut+2] != '"' {
		return "", "", false
	}
	return string(b[2:cut]), string(b[cut+3 : len(b)-2]), true
}
