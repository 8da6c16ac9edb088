package gateway

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
)

const welcomeStyle = `body{font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f3f5f8;color:#1f2933}` +
	`main{background:#fff;border:1px solid #d5dae1;border-radius:8px;padding:32px 40px;max-width:520px;margin:16px}h1{font-size:22px;margin:0 0 8px}` +
	`dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 24px;margin:20px 0 0}dt{color:#52606d}dd{margin:0;overflow-wrap:anywhere}.up{color:#137547}.down{color:#b42318}` +
	`@media(prefers-color-scheme:dark){body{background:#11161c;color:#e4e9ef}main{background:#1a2129;border-color:#323c47}dt{color:#9aa8b6}.up{color:#5fce98}.down{color:#ff9a8d}}`

var welcomeStyleHash = func() string {
	sum := sha256.Sum256([]byte(welcomeStyle))
	return base64.StdEncoding.EncodeToString(sum[:])
}()

var welcomePage = template.Must(template.New("welcome").Parse(`<!doctype html><html lang="{{.Lang}}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
	`<title>{{.Title}}</title><style>{{.Style}}</style><main><h1>{{.Title}}</h1><p>{{.Text}}</p><dl>{{range .Facts}}<dt>{{.Name}}</dt><dd class="{{.Class}}">{{.Value}}</dd>{{end}}</dl></main></html>`))

type fact struct{ Name, Value, Class string }

// words of the page, Chinese and English.
var welcomeWords = map[string][]string{
	"zh": {"网关可以访问", "您的浏览器可以连接本工厂的网关。可以关闭此页并返回系统。", "网关", "版本", "云平台", "与云平台的连接", "正常", "已断开：请检查工厂到云平台的网络", "最近通信", "尚未连接过"},
	"en": {"The gateway can be reached", "Your browser reaches the gateway of this factory. You can close this page and go back.", "Gateway", "Version", "Cloud", "Line to the cloud", "up", "down: check the factory's way to the cloud", "Last heard", "not linked yet"},
}

// welcome is the page that people open to see that their browser reaches the gateway, and to accept its certificate
// (ROUTE-20). It shows nothing that a guest of the factory's network may not know.
func (p *Process) welcome(w http.ResponseWriter, r *http.Request) {
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		lang = r.Header.Get("Accept-Language")
	}
	if strings.HasPrefix(strings.ToLower(lang), "en") {
		lang = "en"
	} else {
		lang = "zh"
	}
	t := welcomeWords[lang]
	id, up, last := p.state()
	line, class := t[6], "up"
	if !up {
		line, class = t[7], "down"
	}
	heard := t[9]
	if !last.IsZero() {
		heard = last.Format("2006-01-02 15:04:05 MST")
	}
	if id == "" {
		id = t[9]
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+welcomeStyleHash+"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_ = welcomePage.Execute(w, map[string]any{ // a browser that has gone needs no page
		"Lang": lang, "Title": t[0], "Text": t[1], "Style": template.CSS(welcomeStyle),
		"Facts": []fact{{t[2], id, ""}, {t[3], p.options.Version, ""}, {t[4], p.cloud.Host, ""}, {t[5], line, class}, {t[8], heard, ""}},
	})
}
