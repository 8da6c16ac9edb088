package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"mouldworks/internal/aps/run"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/store"
)

// Grade of a finding.
type Grade int

// Grades, the worst last.
const (
	Fine   Grade = iota
	Notice       // works, and somebody should know
	Fault        // does not work, or will not for long
)

// Finding is what was found about one part of an installation, in words.
type Finding struct {
	Grade   Grade
	Subject string
	Text    string
}

// Limits below which an installation is not well.
const (
	diskFault    = 500 << 20           // bytes free
	diskNotice   = 5 << 30             // bytes free
	clockFault   = 30 * time.Second    // between two machines
	clockNotice  = 2 * time.Second     // between two machines
	certificate  = 14 * 24 * time.Hour // before a certificate ends
	waitsLong    = time.Hour           // of a run in the queue
	answerWithin = 10 * time.Second    // of a server that is asked
)

// Doctor looks at an installation and changes nothing; servers may be at work. It tells each finding as soon as it is known.
func Doctor(ctx context.Context, o Options, tell func(Finding)) error {
	tell(diskFinding(o.Data))
	if folder := o.filesFolder(); o.Files.Endpoint == "" && o.FilesFolder != "" {
		tell(diskFinding(folder))
	}
	if o.Origin != "" {
		tell(certificateBy(ctx, o.Origin, time.Now(), &tls.Config{}))
	}
	tell(addressFinding(o.Origin))
	if err := store.Present(ctx, o.url()); err != nil {
		tell(Finding{Fault, "database", err.Error()})
		return nil
	}
	db, err := store.Open(o.url())
	if err != nil {
		tell(Finding{Fault, "database", err.Error()})
		return nil
	}
	defer func() { _ = db.Close() }() // only read
	now := time.Now()
	found, err := db.Inspect(ctx)
	if err != nil {
		tell(Finding{Fault, "database", err.Error()})
		return ctx.Err()
	}
	tell(Finding{Fine, "database", fmt.Sprintf("%s opens, has %.1f MB and no damage that shows", found.Place, float64(found.Bytes)/1e6)})
	tell(schemaFinding(found))
	tell(clockFinding(found, now))
	if found.Schema == found.Known { // tables of another schema may have other columns
		tell(filesFinding(ctx, o, db))
		tell(runsFinding(ctx, db, now))
	}
	return ctx.Err()
}

func diskFinding(folder string) Finding {
	free, err := freeUnder(folder)
	if err != nil {
		return Finding{Fault, "disk", fmt.Sprintf("%s: %v", folder, err)}
	}
	if err := takesFiles(folder); err != nil {
		return unwritable("disk", folder, err)
	}
	return roomFinding(folder, free)
}

func unwritable(about, folder string, err error) Finding {
	return Finding{Fault, about, fmt.Sprintf("nothing can be written under %s (%v): free space, mount the disk for writing, or make the server's user the owner", folder, err)}
}

// takesFiles writes a small file into a folder and removes it.
func takesFiles(folder string) error {
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("ok")
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// roomFinding judges the bytes that are free under a folder.
func roomFinding(folder string, free int64) Finding {
	text := fmt.Sprintf("%.1f GB free under %s", float64(free)/1e9, folder)
	switch {
	case free < diskFault:
		return Finding{Fault, "disk", text + ": free space before nothing can be saved"}
	case free < diskNotice:
		return Finding{Notice, "disk", text + ": a backup needs room too"}
	}
	return Finding{Fine, "disk", text}
}

func schemaFinding(i store.Inspection) Finding {
	switch {
	case i.Schema > i.Known:
		return Finding{Fault, "schema", fmt.Sprintf("version %d, written by a newer Mouldworks; this program knows versions up to %d: start the newer program", i.Schema, i.Known)}
	case i.Schema < i.Known:
		return Finding{Notice, "schema", fmt.Sprintf("version %d; the next start brings it to %d: make a backup first (mouldworks backup). Files and runs were not looked at", i.Schema, i.Known)}
	}
	return Finding{Fine, "schema", fmt.Sprintf("version %d, the newest that this program knows", i.Schema)}
}

// clockFinding holds our clock against that of PostgreSQL and against what was written before.
func clockFinding(i store.Inspection, now time.Time) Finding {
	ahead := i.Ahead.Abs().Round(time.Millisecond)
	switch {
	case i.LastWrite.Sub(now) > clockFault:
		return Finding{Fault, "clock", fmt.Sprintf("it says %s, but the newest entry of an operation log is of %s: the clock was put back; set it by NTP", now.UTC().Format(time.RFC3339), i.LastWrite.UTC().Format(time.RFC3339))}
	case ahead > clockFault:
		return Finding{Fault, "clock", fmt.Sprintf("it differs from that of the database by %s: set both by NTP", ahead)}
	case ahead > clockNotice:
		return Finding{Notice, "clock", fmt.Sprintf("it differs from that of the database by %s: set both by NTP", ahead)}
	}
	return Finding{Fine, "clock", fmt.Sprintf("%s; nothing was written later", now.UTC().Format(time.RFC3339))}
}

// certificateBy asks the address of the server for its certificate, as a browser of that trust does.
func certificateBy(ctx context.Context, origin string, now time.Time, trust *tls.Config) Finding {
	address, err := url.Parse(origin)
	if err != nil || address.Scheme != "https" || address.Host == "" || address.User != nil {
		return Finding{Fault, "certificate", "the public URL is no https://HOST"}
	}
	host := address.Host
	if address.Port() == "" {
		host = net.JoinHostPort(address.Hostname(), "443")
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	line, err := (&tls.Dialer{Config: trust}).DialContext(ctx, "tcp", host)
	if err != nil {
		return Finding{Fault, "certificate", fmt.Sprintf("%s: %v", host, err)}
	}
	defer func() { _ = line.Close() }() // nothing was sent
	ends := line.(*tls.Conn).ConnectionState().PeerCertificates[0].NotAfter
	text := fmt.Sprintf("that of %s is good until %s", host, ends.UTC().Format(time.DateOnly))
	if ends.Sub(now) < certificate {
		return Finding{Notice, "certificate", text + ": renew it"}
	}
	return Finding{Fine, "certificate", text}
}

// addressFinding says whether links that go to people can name the server.
func addressFinding(origin string) Finding {
	if origin == "" {
		return Finding{Notice, "address", "no --public-url: invitations with a link go out only to users of this machine or of the address that --listen names; start the server, and the doctor, with --public-url https://HOST"}
	}
	return Finding{Fine, "address", "links lead to " + origin}
}

// filesFinding looks for records whose bytes are gone.
func filesFinding(ctx context.Context, o Options, db *store.DB) Finding {
	if o.Files.Endpoint == "" {
		if _, err := os.Stat(o.filesFolder()); err != nil { // opening it would make it
			if records, _, err := file.Missing(ctx, db, nowhere{}); err == nil && records == 0 {
				return Finding{Fine, "files", "none yet"}
			}
			return Finding{Fault, "files", fmt.Sprintf("the folder is not there (%v): mount its disk, or restore a backup", err)}
		}
		if err := takesFiles(o.filesFolder()); err != nil {
			return unwritable("files", o.filesFolder(), err)
		}
	}
	blobs, err := o.openBlobs(ctx)
	if err != nil {
		return Finding{Fault, "files", err.Error()}
	}
	records, missing, err := file.Missing(ctx, db, blobs)
	switch {
	case err != nil:
		return Finding{Fault, "files", err.Error()}
	case len(missing) > 0:
		return Finding{Fault, "files", fmt.Sprintf("%d of %d are missing, such as %s: restore them from a backup", len(missing), records, strings.Join(missing[:min(3, len(missing))], ", "))}
	}
	return Finding{Fine, "files", fmt.Sprintf("all %d are there", records)}
}

// nowhere is a place without files.
type nowhere struct{ blob.Store }

// Walk finds nothing.
func (nowhere) Walk(context.Context, func(string, time.Time) error) error { return nil }

func runsFinding(ctx context.Context, db *store.DB, now time.Time) Finding {
	c, err := run.TakeCensus(ctx, db, now)
	if err != nil {
		return Finding{Fault, "runs", err.Error()}
	}
	text := fmt.Sprintf("%d at work, %d waiting", c.Running, c.Waiting)
	switch {
	case c.Silent > 0:
		return Finding{Notice, "runs", fmt.Sprintf("%s; %d gave no sign of life: a server takes them up within seconds of its start, so start one or look at its log", text, c.Silent)}
	case !c.Oldest.IsZero() && now.Sub(c.Oldest) > waitsLong:
		return Finding{Notice, "runs", fmt.Sprintf("%s since %s: start a server, or give it more workers (--workers)", text, c.Oldest.UTC().Format(time.RFC3339))}
	}
	return Finding{Fine, "runs", text}
}
