// Package backup writes the whole of an installation, database and files, into one archive, and lays it out again.
//
// What lives here: the archive and the proof that it is whole. What never does: where a server keeps its database and files
// (internal/app), and a part of an installation, such as one tenant.
package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// format is the number of the archive's layout: a gzipped tar of about.json, files/KEY for every file, the database, and
// SHA256SUMS last, which `sha256sum -c` reads too.
const format = 1

// Names inside the archive.
const (
	aboutName  = "about.json"
	sumsName   = "SHA256SUMS"
	sqliteName = "mouldworks.db"
	dumpName   = "mouldworks.dump" // of pg_dump, custom format
	filesUnder = "files/"
)

// Engines of a backup.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// About is what an archive says of itself.
type About struct {
	Format  int       `json:"format"`
	Product string    `json:"product"` // version of the program
	Engine  string    `json:"engine"`  // SQLite or Postgres
	Schema  int64     `json:"schema"`  // number of the database's last migration
	MadeAt  time.Time `json:"madeAt"`
	// Folder is the name of the folder of files, which the database knows; "" when the files lie in a bucket.
	Folder string `json:"folder,omitempty"`
}

// Contents is an archive in figures.
type Contents struct {
	About
	Files int
	Bytes int64 // of the database and the files, before compression
}

// ErrBroken says that an archive is not whole.
var ErrBroken = errors.New("the backup is damaged or was not written to its end; take another one")

// writer adds parts to an archive and notes their checksums.
type writer struct {
	zip  *gzip.Writer
	tar  *tar.Writer
	at   time.Time
	sums bytes.Buffer
}

func newWriter(to io.Writer, at time.Time) *writer {
	zip, _ := gzip.NewWriterLevel(to, gzip.BestSpeed) // a level that exists
	return &writer{zip: zip, tar: tar.NewWriter(zip), at: at}
}

func (w *writer) add(name string, size int64, content io.Reader) error {
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.at, Format: tar.FormatPAX}); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.Copy(w.tar, io.TeeReader(content, sum)); err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	_, err := fmt.Fprintf(&w.sums, "%x  %s\n", sum.Sum(nil), name)
	return err
}

// close ends the archive with its checksums.
func (w *writer) close() error {
	sums := w.sums.Bytes()
	return errors.Join(w.add(sumsName, int64(len(sums)), bytes.NewReader(sums)), w.tar.Close(), w.zip.Close())
}

// Read visits the parts of an archive in their order and proves each by its checksum. ErrBroken when it is not whole; what
// visit has done with its parts until then has to be thrown away. about.json and SHA256SUMS are not visited.
func Read(ctx context.Context, from io.Reader, visit func(about About, name string, content io.Reader) error) (Contents, error) {
	var c Contents
	zip, err := gzip.NewReader(bufio.NewReaderSize(from, 1<<20))
	if err != nil {
		return c, fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	parts := tar.NewReader(zip)
	sums := map[string]string{}
	for {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		head, err := parts.Next()
		if err != nil {
			return c, fmt.Errorf("%w (%w)", ErrBroken, err) // also io.EOF: SHA256SUMS is missing
		}
		sum := sha256.New()
		content := io.TeeReader(parts, sum)
		switch {
		case head.Name == sumsName:
			if err := prove(content, sums); err != nil {
				return c, err
			}
			// What follows the tar's end proves the zip.
			if _, err := io.Copy(io.Discard, zip); err != nil {
				return c, fmt.Errorf("%w (%w)", ErrBroken, err)
			}
			return c, nil
		case head.Name == aboutName:
			if err := c.readAbout(content); err != nil {
				return c, err
			}
		case c.Format == 0:
			return c, fmt.Errorf("%w (it does not begin with %s)", ErrBroken, aboutName)
		default:
			if strings.HasPrefix(head.Name, filesUnder) {
				c.Files++
			}
			c.Bytes += head.Size
			if err := visit(c.About, head.Name, content); err != nil {
				return c, err
			}
		}
		if _, err := io.Copy(io.Discard, content); err != nil { // the visitor may have left some
			return c, fmt.Errorf("%w (%w)", ErrBroken, err)
		}
		sums[head.Name] = hex.EncodeToString(sum.Sum(nil))
	}
}

// readAbout reads what the archive says of itself; a newer layout is refused.
func (c *Contents) readAbout(from io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(from, 1<<16))
	if err == nil {
		err = json.Unmarshal(text, &c.About)
	}
	if err != nil {
		return fmt.Errorf("%w (%s: %w)", ErrBroken, aboutName, err)
	}
	if c.Format != format {
		return fmt.Errorf("the backup has layout %d, this program reads layout %d: restore it with the Mouldworks %s that wrote it, or a newer one", c.Format, format, c.Product)
	}
	return nil
}

// prove holds the checksums of the parts against the archive's own list: none differs, none is missing, none is more.
func prove(list io.Reader, sums map[string]string) error {
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		sum, name, _ := strings.Cut(lines.Text(), "  ")
		if sums[name] != sum {
			return fmt.Errorf("%w (checksum mismatch of %s)", ErrBroken, name)
		}
		delete(sums, name)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	for name := range sums {
		return fmt.Errorf("%w (%s has no checksum)", ErrBroken, name)
	}
	return nil
}
