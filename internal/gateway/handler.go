package gateway

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"strings"

	"mouldworks/internal/platform/api"
)

// Prefix is where a gateway serves what stands below api.Prefix in the cloud.
const Prefix = "/api/v1/"

// Ping is the answer to a browser that looks for its gateway.
type Ping struct {
	ServerAppUUID string `json:"serverAppUuid"`
	Version       string `json:"version"`
	Linked        bool   `json:"linked"`
	Signature     string `json:"signature"` // of the browser's nonce; "" without one, and while the line is down
}

// Handler is the HTTP side.
func (p *Process) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /page/welcome", p.welcome)
	mux.Handle("GET "+Prefix+"gateway/ping", p.shared(http.HandlerFunc(p.ping)))
	cloud := p.proxy()
	mux.Handle("POST "+Prefix+"bms/file/{entity}/{owner}", p.shared(p.upload(cloud)))
	mux.Handle("GET "+Prefix+"bms/file/{id}", p.shared(p.download(cloud)))
	mux.Handle(Prefix, p.shared(cloud))
	mux.Handle("GET /{$}", http.RedirectHandler("/page/welcome", http.StatusFound))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	})
}

// What pages of the cloud may send and read here, beyond what any page may.
const (
	allowedHeaders = "accept-language, content-type, mdbtk"
	exposedHeaders = "content-disposition, retry-after, x-empty-export, x-request-id"
	allowedMethods = "GET, POST, PUT, PATCH, DELETE"
)

// shared lets in pages of the cloud's own origin and no others: a page of somebody else gets no answer that it could
// read, and no call of its is passed on.
func (p *Process) shared(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if origin != "" {
			if !p.origins[origin] {
				http.Error(w, "this origin is not the cloud's", http.StatusForbidden)
				return
			}
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Allow-Credentials", "true")
			h.Set("Access-Control-Expose-Headers", exposedHeaders)
		}
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", allowedMethods)
			h.Set("Access-Control-Allow-Headers", allowedHeaders)
			h.Set("Access-Control-Max-Age", "600")
			if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
				h.Set("Access-Control-Allow-Private-Network", "true")
			}
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ping says who answers, and proves it to a browser that sends a nonce: with the key that this process has told the cloud
// over its line, for the cloud whose page asks.
func (p *Process) ping(w http.ResponseWriter, r *http.Request) {
	id, up, _ := p.state()
	answer := Ping{ServerAppUUID: id, Version: p.options.Version, Linked: up}
	if nonce := r.URL.Query().Get("nonce"); up && nonceForm.MatchString(nonce) {
		origin := r.Header.Get("Origin") // the cloud's own: shared has seen to that
		if origin == "" {
			origin = p.cloud.Scheme + "://" + p.cloud.Host
		}
		signature, err := p.sign(nonce, id, origin)
		if err != nil {
			slog.ErrorContext(r.Context(), "a ping was not signed", "error", err)
		}
		answer.Signature = signature
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(api.Envelope[Ping]{Code: 1, Message: "ok", Data: answer}) // a browser that has gone needs no answer
}

// proxy passes calls of the modules to the cloud, proved by the gateway's key and without cookies. What a browser sends here
// by mistake and is good at the cloud is not passed on. A cloud out of
// reach ends the connection: the browser takes that for what it is and goes to the cloud itself.
func (p *Process) proxy() http.Handler {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			path := api.Prefix + strings.TrimPrefix(r.In.URL.EscapedPath(), Prefix)
			r.SetURL(p.cloud)
			r.Out.URL.RawPath = path
			r.Out.URL.Path = api.Prefix + strings.TrimPrefix(r.In.URL.Path, Prefix)
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			for _, name := range []string{"Cookie", "Origin", "Referer", "Blade-Auth", "From", "Thirdtoken"} {
				r.Out.Header.Del(name)
			}
			r.Out.Header.Set(api.GatewayKeyHeader, p.options.Key)
			r.SetXForwarded()
		},
		ModifyResponse: func(res *http.Response) error {
			for name := range res.Header {
				if name == "Set-Cookie" || strings.HasPrefix(name, "Access-Control-") {
					res.Header.Del(name)
				}
			}
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, r *http.Request, err error) {
			slog.WarnContext(r.Context(), "the cloud did not answer", "path", r.URL.Path, "error", err)
			panic(http.ErrAbortHandler)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, Prefix)
		if !Carries(path) || within(path, ownCalls) || strings.Contains(r.URL.Path, "/../") || strings.HasSuffix(r.URL.Path, "/..") {
			http.NotFound(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	})
}
