// Package web embeds the built front end.
//
// What lives here: the files and the handler that serves them with a strict content policy. What never does: data.
package web

import (
	"bytes"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"errors"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// dist holds app/, the build, and a placeholder so that Go compiles before npm ran.
//
//go:embed all:dist
var dist embed.FS

// What stands in index.html where the request's own belongs: its nonce, and the gateways that its policy names.
const (
	noncePlace    = "__CSP_NONCE__"
	gatewaysPlace = "__GATEWAYS__"
)

// Policy widens the content policy of a page beyond our own host. Nothing else ever does.
type Policy struct {
	Frames   []string // origins that may be shown in a frame
	FramedBy []string // origins whose pages may show ours in a frame
	Connect  []string // origins that may be called: the gateways of the visitor's factories, the host of the push channel
}

// Handler serves the front end: files by name, and index.html for every other path, for those are routes. policy says
// what the visitor's page may reach beside us.
func Handler(policy func(r *http.Request) Policy) http.Handler {
	app, err := fs.Sub(dist, "dist/app")
	if err != nil {
		panic(err) // the path is a constant
	}
	index, err := fs.ReadFile(app, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		index, err = fs.ReadFile(dist, "dist/placeholder.html")
	}
	if err != nil {
		panic(err)
	}
	files := pack(app)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if file, known := files[name]; known {
			if strings.HasPrefix(name, "assets/") { // names carry a hash of the content
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			}
			file.serve(w, r)
			return
		}
		if strings.HasPrefix(name, "assets/") {
			http.NotFound(w, r)
			return
		}
		page(w, index, policy(r))
	})
}

func page(w http.ResponseWriter, index []byte, also Policy) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	nonce := base64.StdEncoding.EncodeToString(random)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-"+nonce+"'; img-src 'self' data: blob:; "+
		"connect-src "+sources(also.Connect)+"; frame-src "+frames(also.Frames)+"; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "+sources(also.FramedBy))
	index = bytes.ReplaceAll(index, []byte(noncePlace), []byte(nonce))
	// The page cannot read its own policy: told here, it knows a gateway that it may not call from one that is silent.
	index = bytes.ReplaceAll(index, []byte(gatewaysPlace), []byte(html.EscapeString(strings.Join(also.Connect, " "))))
	_, _ = w.Write(index) // a client that has gone needs no answer
}

// sources is our own host and what else is allowed.
func sources(also []string) string { return strings.Join(append([]string{"'self'"}, also...), " ") }

// frames leaves our own host out: a frame of ours that runs scripts could take its own sandbox off.
func frames(allowed []string) string {
	if len(allowed) == 0 {
		return "'none'"
	}
	return strings.Join(allowed, " ")
}
