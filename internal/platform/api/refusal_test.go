package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// A refusal stays on a page while its person turns to the other language: it comes in both, beside the message in the
// language of the call.
func TestARefusalComesInBothLanguages(t *testing.T) {
	s := api.New(nil, "test")
	api.Call(s, api.Operation{Method: http.MethodGet, Path: "shut", ID: "shut", Access: api.Public},
		func(context.Context, *struct{}) (string, error) {
			return "", problem.Refuse(problem.L("%s 已关闭", "%s is closed"), problem.L("大门", "The gate"))
		})
	for lang, message := range map[string]string{"zh": "大门 已关闭", "en": "The gate is closed"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, api.Prefix+"shut", nil)
		r.Header.Set("Accept-Language", lang)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		want := `{"code":20000,"message":"` + message + `","data":null,"texts":{"zh":"大门 已关闭","en":"The gate is closed"}}`
		if w.Body.String() != want+"\n" {
			t.Errorf("%s: %s, want %s", lang, w.Body, want)
		}
	}
}
