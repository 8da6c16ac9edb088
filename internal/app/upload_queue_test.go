package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// slowReader is a client that takes its answer when it is let.
type slowReader struct {
	*httptest.ResponseRecorder
	answered chan struct{} // closed with the first byte
	read     chan struct{} // closed when it may go on
}

func (s *slowReader) Write(p []byte) (int, error) {
	select {
	case <-s.answered:
	default:
		close(s.answered)
	}
	<-s.read
	return s.ResponseRecorder.Write(p)
}

// A second upload waits for the memory that the first holds, until the answer to that has been taken: a file of refused rows
// is made of the rows. Who leaves the queue gives the place back. The same for the workbook and for a list.
func TestUploadsWaitForOneAnother(t *testing.T) {
	eachFactoryInTurn(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		header := signedIn(t, server, "13800000001")
		server.Close()
		for path, file := range map[string]string{"production/import": "mouldNo,delivery\nM1,soon\n", "bms/section/import": "name,valid\nS1,maybe\n"} {
			kind, body := formBody(t, map[string][]byte{"moulds.csv": []byte(file)}, nil)
			send := func(ctx context.Context, to http.ResponseWriter) {
				a.answerForm(ctx, to, path+"/failed", header, kind, body)
			}
			waiting := func(want int) {
				for budget.Waiting() != want { // the queue is all that can be seen of who waits
					runtime.Gosched()
				}
			}
			others, err := budget.TakeAll(t.Context(), sheet.Cost([]byte(file), sheet.Import))
			if err != nil {
				t.Fatal(err)
			}
			first := &slowReader{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
			ended := make(chan int, 3)
			go func() { send(t.Context(), first); ended <- first.Code }()
			<-first.answered
			second := httptest.NewRecorder()
			go func() { send(t.Context(), second); ended <- second.Code }()
			waiting(1)
			ctx, leave := context.WithCancel(t.Context())
			left := make(chan struct{})
			go func() { send(ctx, httptest.NewRecorder()); close(left) }()
			waiting(2)
			leave()
			<-left
			waiting(1)
			close(first.read)
			for range 2 {
				if code := <-ended; code != http.StatusOK {
					t.Errorf("%s: %d", path, code)
				}
			}
			waiting(0)
			others()
			if n := budget.Used(); n != 0 {
				t.Errorf("%s: %d bytes were not given back", path, n)
			}
		}
	})
}

// A flood of one tenant that has all memory for large files and all its places in both queues does not delay a small file of
// another. Within its own tenant a file that finds no place is told what to do, and when.
func TestASmallFileDoesNotWaitBehindAFlood(t *testing.T) {
	eachFactoryInTurn(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		header := signedIn(t, server, "13800000001")
		server.Close()
		kind, body := formBody(t, map[string][]byte{"sections.csv": []byte("name,valid\nS1,maybe\n")}, map[string]string{"dryRun": "true"})
		send := func() *httptest.ResponseRecorder {
			answer := httptest.NewRecorder()
			a.answerForm(t.Context(), answer, "bms/section/import", header, kind, body)
			return answer
		}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, queue := range []struct {
			name    string
			acquire func(context.Context, int64) (func(), error)
			takeAll func(context.Context, int64) (func(), error)
			waiting func() int
		}{{"files", budget.AcquireFiles, budget.TakeAllFiles, budget.WaitingFiles}, {"memory", budget.Acquire, budget.TakeAll, budget.Waiting}} {
			flood := func(tenant string, leave int64) (end func()) {
				ctx, cancel := context.WithCancel(t.Context())
				taken, err := queue.takeAll(budget.For(ctx, tenant, ""), leave)
				if err != nil {
					t.Fatal(err)
				}
				var waiting sync.WaitGroup
				for i := range budget.Share {
					waiting.Go(func() {
						if release, err := queue.acquire(budget.For(ctx, tenant, strconv.Itoa(i)), budget.Small+1); err == nil {
							release()
						}
					})
				}
				for queue.waiting() != budget.Share { // the queue is all that can be seen of who waits
					runtime.Gosched()
				}
				return func() {
					cancel()
					waiting.Wait()
					taken()
				}
			}
			reserve := int64(budget.Reserve)
			if queue.name == "files" {
				reserve = budget.ReserveFiles
			}
			end := flood("a stranger", reserve)
			if answer := send(); answer.Code != http.StatusOK {
				t.Errorf("%s: behind the flood of another tenant: %d %s", queue.name, answer.Code, answer.Body)
			}
			end()
			end = flood(actor.TenantID, 0)
			answer := send()
			if wait, err := strconv.Atoi(answer.Header().Get("Retry-After")); answer.Code != http.StatusTooManyRequests || err != nil || wait < 1 || !strings.Contains(answer.Body.String(), "重新上传") {
				t.Errorf("%s: where its own tenant has all places: %d %q %s", queue.name, answer.Code, answer.Header().Get("Retry-After"), answer.Body)
			}
			end()
		}
	})
}

// A checked file that is committed by its id comes back into memory: it waits for its share as an upload does.
func TestACheckedFileWaitsForItsShare(t *testing.T) {
	eachFactoryInTurn(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		checked := i.run([]byte("mouldNo,delivery\nSHARE-1,2030-03-20\n"), map[string]string{"dryRun": "true"})
		for _, path := range []string{"production/import/failed", "production/import"} {
			all, err := budget.TakeAllFiles(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan int)
			go func() {
				status, _, _ := i.form(path, nil, map[string]string{"importId": checked.ImportID})
				ended <- status
			}()
			for budget.WaitingFiles() != 1 { // the queue is all that can be seen of who waits
				select {
				case status := <-ended:
					t.Fatalf("%s: answered %d without waiting", path, status)
				default:
					runtime.Gosched()
				}
			}
			all()
			if status := <-ended; status != http.StatusOK && status != http.StatusConflict { // no row is refused
				t.Errorf("%s: %d", path, status)
			}
			if n := budget.UsedFiles(); n != 0 {
				t.Errorf("%s: %d bytes were not given back", path, n)
			}
		}
	})
}
