package instance

import (
	"bufio"
	"encoding/json"
	"io"
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
