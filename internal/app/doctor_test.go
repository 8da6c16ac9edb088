package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// findings has the doctor look and gives what it says by subject, with the grade in front.
func findings(t *testing.T, o Options) map[string]string {
	t.Helper()
	said := map[string]string{}
	if err := Doctor(t.Context(), o, func(f Finding) {
		said[f.Subject] = []string{"fine: ", "notice: ", "fault: "}[f.Grade] + f.Text
	}); err != nil {
		t.Fatal(err)
	}
	return said
}

// Of a server at work the doctor finds nothing; each thing that is broken then is named, and nothing else is.
func TestTheDoctorNamesWhatIsBroken(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		if err := errors.Join(a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) }), a.claimFolder(ctx)); err != nil {
			t.Fatal(err)
		}
		if status, r, _ := in.form("bms/file/mould/"+m.ID, pixel(t), map[string]string{"basedOn": resource.None}); status != 200 {
			t.Fatalf("the picture: %d %s", status, r.Message)
		}
		well := findings(t, a.options)
		for subject, text := range well {
			if subject != "disk" && subject != "address" && !strings.HasPrefix(text, "fine: ") {
				t.Errorf("a server at work, %s: %s", subject, text)
			}
		}
		if len(well) != 7 || !strings.HasPrefix(well["address"], "notice: no --public-url: ") || !strings.Contains(well["files"], "all 1 are there") || !strings.Contains(well["runs"], "0 at work, 0 waiting") {
			t.Errorf("a server at work: %v", well)
		}

		exec := func(text string) func() error {
			return func() error { _, err := a.DB.Pool().ExecContext(t.Context(), text); return err }
		}
		run := func(state string, age time.Duration) func() error {
			at := time.Now().UTC().Add(-age)
			return func() error {
				row := entity.Run{State: state, HeartbeatAt: at, Settings: map[string]any{}}
				err := a.DB.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &row) })
				return errors.Join(err, exec("UPDATE schedule_run SET created_at = '"+at.Format("2006-01-02 15:04:05")+"'")())
			}
		}
		noRuns := exec("DELETE FROM schedule_run")
		last, before := store.KnownSchema(), int64(0)
		if err := a.DB.Pool().QueryRowContext(t.Context(), fmt.Sprintf("SELECT MAX(version_id) FROM goose_db_version WHERE version_id < %d", last)).Scan(&before); err != nil {
			t.Fatal(err)
		}
		path := a.options.filesFolder()
		later := time.Now().UTC().Add(time.Hour).Format("2006-01-02 15:04:05")
		for _, c := range []struct {
			name, subject, says string
			breaks, mends       func() error
		}{
			{"a run that waits a minute", "runs", "fine: 0 at work, 1 waiting", run("queued", time.Minute), noRuns},
			{"a run that waits for two hours", "runs", "notice: 0 at work, 1 waiting since ", run("queued", 2*time.Hour), noRuns},
			{"a run at work", "runs", "fine: 1 at work, 0 waiting", run("running", 0), noRuns},
			{"a run whose node died", "runs", "notice: 1 at work, 0 waiting; 1 gave no sign of life", run("running", time.Minute), noRuns},
			{"a clock that was put back", "clock", "fault: it says ", exec("UPDATE operation_log SET at = '" + later + "' WHERE id = (SELECT MAX(id) FROM operation_log)"), exec("UPDATE operation_log SET at = '2026-01-01 00:00:00' WHERE id = (SELECT MAX(id) FROM operation_log)")},
			{"an older schema", "schema", fmt.Sprintf("notice: version %d; the next start brings it to %d", before, last), exec(fmt.Sprintf("UPDATE goose_db_version SET is_applied = FALSE WHERE version_id = %d", last)), exec("UPDATE goose_db_version SET is_applied = TRUE")},
			{"a newer schema", "schema", "fault: version 99999, written by a newer Mouldworks", exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)"), exec("DELETE FROM goose_db_version WHERE version_id = 99999")},
			{"a lost file", "files", "fault: 1 of 1 are missing, such as ", func() error { return os.Rename(filepath.Join(path, m.TenantID), path+"-aside") }, func() error { return os.Rename(path+"-aside", filepath.Join(path, m.TenantID)) }},
			{"a lost folder", "files", "fault: the folder is not there", func() error { return os.Rename(path, path+"-aside") }, func() error { return os.Rename(path+"-aside", path) }},
		} {
			if err := c.breaks(); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			said := findings(t, a.options)
			if !strings.HasPrefix(said[c.subject], c.says) {
				t.Errorf("%s: %s", c.name, said[c.subject])
			}
			for subject, text := range said {
				if subject != c.subject && subject != "disk" && subject != "address" && !strings.HasPrefix(text, "fine: ") {
					t.Errorf("%s: also %s %s", c.name, subject, text)
				}
			}
			if err := c.mends(); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
	})
}

// A database that is damaged, and a place where none is, are faults in words; nothing is made there.
func TestTheDoctorLeavesAlone(t *testing.T) {
	folder := t.TempDir()
	if said := findings(t, Options{Data: folder}); !strings.HasPrefix(said["database"], "fault: there is no database at ") {
		t.Errorf("an empty folder: %v", said)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it has made %v, %v", left, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mouldworks.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := findings(t, Options{Data: folder}); !strings.HasPrefix(said["database"], "fault: ") || !strings.Contains(said["database"], "is damaged or not a SQLite file: restore a backup of it") {
		t.Errorf("a damaged one: %v", said)
	}
}

// The certificate is that of the address; it is told two weeks before it ends, and one that browsers refuse is a fault.
func TestTheDoctorLooksAtTheCertificate(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // one handshake fails, as it should
	server.StartTLS()
	t.Cleanup(server.Close)
	ends := server.Certificate().NotAfter
	known := x509.NewCertPool()
	known.AddCert(server.Certificate())
	trusts := &tls.Config{RootCAs: known, ServerName: "example.com", Time: time.Now}
	for name, c := range map[string]struct {
		now   time.Time
		trust *tls.Config
		grade Grade
		says  string
	}{
		"fifteen days before its end": {ends.Add(-15 * 24 * time.Hour), trusts, Fine, "is good until " + ends.UTC().Format(time.DateOnly)},
		"thirteen days before":        {ends.Add(-13 * 24 * time.Hour), trusts, Notice, "renew it"},
		"unknown to browsers":         {time.Now(), &tls.Config{}, Fault, "certificate"},
	} {
		if f := certificateBy(t.Context(), server.URL, c.now, c.trust); f.Grade != c.grade || !strings.Contains(f.Text, c.says) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// Free space is told in time, before a backup no longer fits and before nothing can be saved.
func TestTheDoctorMeasuresTheDisk(t *testing.T) {
	if f := diskFinding(t.TempDir()); !strings.Contains(f.Text, "GB free under ") {
		t.Errorf("%+v", f)
	}
	for free, want := range map[int64]Grade{diskFault - 1: Fault, diskFault: Notice, diskNotice - 1: Notice, diskNotice: Fine} {
		if f := roomFinding("/data", free); f.Grade != want {
			t.Errorf("%d bytes free: %+v", free, f)
		}
	}
}
