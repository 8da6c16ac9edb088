package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
)

const docsStyle = `body{font:14px/1.5 system-ui,sans-serif;margin:32px auto;max-width:960px;padding:0 16px;color:#1f2933}` +
	`code{font:13px ui-monospace,monospace}h2{margin-top:32px;border-bottom:1px solid #d5dae1}dt{margin-top:12px}` +
	`dd{margin:2px 0 0 24px;color:#52606d}pre{background:#f3f5f8;padding:8px;overflow:auto}b{display:inline-block;width:56px;color:#1d4f91}`

var docsStyleHash = func() string {
	sum := sha256.Sum256([]byte(docsStyle))
	return base64.StdEncoding.EncodeToString(sum[:])
}()

var docsPage = template.Must(template.New("docs").Funcs(template.FuncMap{"json": func(v any) (string, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	return string(b), err
}}).Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Mouldworks API</title><style>{{.Style}}</style>
<h1>Mouldworks API {{.Version}}</h1>
<p>Every reply is an envelope <code>{code, message, data}</code>; code 1 is success. Machines read <a href="/openapi.json">/openapi.json</a>.
A program sends its token as <code>Blade-Auth: bearer mwk_...</code>; the language follows <code>Accept-Language</code> (zh, en).</p>
{{range .Sections}}<h2>{{.Tag}}</h2><dl>{{range .Operations}}
<dt><code><b>{{.Method}}</b> {{.Path}}</code></dt><dd>{{.Summary}}{{if .Permission}} (needs <code>{{.Permission}}</code>){{end}}
{{if .Example}}{{if .Example.Body}}<pre>{{json .Example.Body}}</pre>{{end}}{{end}}</dd>{{end}}</dl>{{end}}</html>`))
