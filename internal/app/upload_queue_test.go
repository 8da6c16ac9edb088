package app

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/sheet"
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
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		header := signedIn(t, server, "13800000001")
		server.Close()
		for path, file := range map[string]string{"production/import": "mouldNo,delivery\nM1,soon\n", "bms/section/import": "name,valid\nS1,maybe\n"} {
			var form bytes.Buffer
			w := multipart.NewWriter(&form)
			part, err := w.CreateFormFile("file", "moulds.csv")
			if err == nil {
				_, err = part.Write([]byte(file))
			}
			if err == nil {
				err = w.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			send := func(ctx context.Context, to http.ResponseWriter) {
				r := httptest.NewRequestWithContext(ctx, http.MethodPost, api.Prefix+path+"/failed", bytes.NewReader(form.Bytes()))
				for k, v := range header {
					r.Header.Set(k, v)
				}
				r.Header.Set("Content-Type", w.FormDataContentType())
				a.Handler().ServeHTTP(to, r)
			}
			waiting := func(want int) {
				for budget.Waiting() != want { // the queue is all that can be seen of who waits
					runtime.Gosched()
				}
			}
			others, err := budget.Acquire(t.Context(), budget.Total-sheet.Cost([]byte(file), sheet.Import))
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
			all, err := budget.Acquire(t.Context(), budget.Total) // everything was given back
			if err != nil {
				t.Fatal(err)
			}
			all()
		}
	})
}
