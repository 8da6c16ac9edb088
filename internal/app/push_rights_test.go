package app

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"mouldworks/internal/aps/run"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// What changes in a list is told to those who may see it. What shows elsewhere, too, is told to everybody, without saying which
// record it is; how a run goes needs the permission to see schedules.
func TestOpenPagesHearWhatTheirPeopleMaySee(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		a.Hub.Start(t.Context())
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		defer a.Hub.Stop() // sockets would keep the server waiting
		admin, floor := listening(t, server, "13800000001"), listening(t, server, "13800000004")
		runs := a.apsDeps().Signal
		a.changed(t.Context(), actor, "customer", "c1")
		a.changed(t.Context(), actor, "user", "u1")
		a.changed(t.Context(), actor, "mould", "m1")
		runs(t.Context(), actor, "changed", map[string]string{"entity": "schedule", "id": "s1"})
		runs(t.Context(), actor, "aps.run", &run.View{ScheduleID: "s1", State: "running", Late: 7})
		a.changed(t.Context(), actor, "role", "end")
		if got, want := heardUntil(t, admin, "role"), "customer c1, user , mould , schedule , late 7, role "; got != want {
			t.Errorf("the administrator's page heard %q, want %q", got, want)
		}
		if got, want := heardUntil(t, floor, "role"), "mould , schedule , role "; got != want {
			t.Errorf("the page on the shop floor heard %q, want %q", got, want)
		}
	})
}

// listening opens the push line of somebody who has signed in.
func listening(t *testing.T, server *httptest.Server, phone string) *websocket.Conn {
	t.Helper()
	header := signedIn(t, server, phone)
	line, _, err := websocket.Dial(t.Context(), strings.Replace(server.URL, "http", "ws", 1)+api.Prefix+"push", nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.CloseNow() })
	bind, err := json.Marshal(map[string]any{"type": "bind", "data": map[string]any{"auth": map[string]string{"token": header["mdbtk"]}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range []string{`{"type":"handshake","data":{}}`, string(bind)} {
		if err := line.Write(t.Context(), websocket.MessageText, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := line.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return line
}

// heardUntil is what a page hears until an entity has changed.
func heardUntil(t *testing.T, line *websocket.Conn, last string) string {
	t.Helper()
	var all []string
	for {
		_, said, err := line.Read(t.Context())
		if err != nil {
			t.Fatalf("%v after %q", err, all)
		}
		var frame struct {
			Data struct {
				Topic string
				Data  struct {
					Entity, ID string
					Late       *int
				}
			}
		}
		if err := json.Unmarshal(said, &frame); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		told := frame.Data.Data
		switch frame.Data.Topic {
		case "aps.run":
			all = append(all, "late "+string(rune('0'+*told.Late)))
		case "changed":
			if all = append(all, told.Entity+" "+told.ID); told.Entity == last {
				return strings.Join(all, ", ")
			}
		}
	}
}
