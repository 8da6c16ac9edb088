package api

import (
	"compress/gzip"
	"context"
	"net/http"
	"strings"
	"sync"
)

// packFrom is the size in bytes from which a reply is worth packing.
const packFrom = 1 << 10

// packer sends a JSON reply of more than packFrom bytes by gzip, when the client takes it and the operation allows it. It
// waits for the first bytes before it sends the header; everything else goes through as it comes: streams, downloads,
// sockets, errors.
//
// BREACH reads a secret from the size of packed replies that hold it beside text of the attacker's choice, which the
// victim's browser is made to fetch over and over. Neither half is to be had here: no page of another site gets a browser
// to send the session (a header, or a cookie that is SameSite=Lax and refused when Sec-Fetch-Site says cross-site), and
// replies that hold a secret are not packed: those of public operations, which sign people in, and those whose operation
// says Secret.
type packer struct {
	http.ResponseWriter
	accepted bool // by the client
	allowed  bool // by the operation

	code    int          // that waits for the first bytes
	packing *gzip.Writer // once it has begun
	sent    bool         // the header has gone
}

type packKey struct{}

// allowPacking says that the reply to this request holds no secret.
func allowPacking(ctx context.Context) {
	if p, ok := ctx.Value(packKey{}).(*packer); ok {
		p.allowed = true
	}
}

// acceptsGzip reads Accept-Encoding; a weight of nothing is a refusal.
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" || weight == ""
		}
	}
	return false
}

// WriteHeader keeps the status until it is known whether the reply is packed.
func (p *packer) WriteHeader(code int) {
	if p.code == 0 {
		p.code = code
	}
	if !p.allowed || p.code != http.StatusOK {
		p.send()
	}
}

func (p *packer) send() {
	if !p.sent {
		p.sent = true
		p.ResponseWriter.WriteHeader(p.code)
	}
}

// fastest: a reply waits for its packing, and the second half of a gain is not worth three times the wait.
var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return w
}}

// Write packs when the first bytes are enough; our encoder writes a reply in one piece.
func (p *packer) Write(b []byte) (int, error) {
	if p.code == 0 {
		p.code = http.StatusOK
	}
	h := p.Header()
	if !p.sent && p.allowed && p.code == http.StatusOK && strings.HasPrefix(h.Get("Content-Type"), "application/json") && h.Get("Content-Encoding") == "" {
		h.Add("Vary", "Accept-Encoding")
		if p.accepted && len(b) > packFrom {
			h.Set("Content-Encoding", "gzip")
			h.Del("Content-Length")
			p.packing = packers.Get().(*gzip.Writer)
			p.packing.Reset(p.ResponseWriter)
		}
	}
	p.send()
	if p.packing != nil {
		return p.packing.Write(b)
	}
	return p.ResponseWriter.Write(b)
}

// finish ends the reply.
func (p *packer) finish() error {
	if p.code != 0 {
		p.send()
	}
	if p.packing == nil {
		return nil
	}
	err := p.packing.Close()
	packers.Put(p.packing)
	p.packing = nil
	return err
}

// Unwrap lets http.ResponseController and the websocket upgrade reach the connection.
func (p *packer) Unwrap() http.ResponseWriter { return p.ResponseWriter }
