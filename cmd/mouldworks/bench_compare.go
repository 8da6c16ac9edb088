package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// compared is the value that the other solver reaches, 0 without one. It gets
// the file of that name; without a name the instance is written to a file of
// its own first.
func (c *benchCommand) compared(name string, write func(io.Writer) error) (int64, error) {
	command := strings.Fields(c.Compare)
	if len(command) == 0 {
		return 0, nil
	}
	if name == "" {
		file, err := os.CreateTemp("", "mouldworks-instance-*")
		if err != nil {
			return 0, err
		}
		name = file.Name()
		defer func() { _ = os.Remove(name) }() // temporary
		if err := errors.Join(write(file), file.Close()); err != nil {
			return 0, err
		}
	}
	// After the cut at blanks: a file's name may hold some.
	place := strings.NewReplacer("{file}", name, "{seconds}", strconv.FormatFloat(c.Seconds, 'f', -1, 64), "{workers}", strconv.Itoa(c.Workers))
	for i := range command {
		command[i] = place.Replace(command[i])
	}
	out, err := exec.Command(command[0], command[1:]...).Output() //nolint:gosec // the user's own command
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.Compare, err)
	}
	var report struct{ Value *int64 }
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&report); err != nil || report.Value == nil {
		return 0, fmt.Errorf("%s printed no JSON object with value: %w", c.Compare, cmp.Or(err, errors.ErrUnsupported))
	}
	return *report.Value, nil
}
