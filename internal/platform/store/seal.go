package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// Seal covers the lines of the operation log that were closed when it was made. Its hash is taken over the hash of the
// seal before it and over every line, so that a line changed, removed or slipped in later shows from there on.
type Seal struct {
	bun.BaseModel `bun:"table:operation_seal"`
	TenantID      string    `bun:"tenant_id,pk"`
	Number        int64     `bun:"number,pk"`
	SealedAt      time.Time `bun:"sealed_at"`
	Lines         int       `bun:"lines"`
	Hash          string    `bun:"hash"` // hexadecimal SHA-256
}

// sealAfter is how old a line must be before it is sealed: by then the transaction that wrote it has long ended.
const sealAfter = 2 * time.Minute

// sealLate is how much longer than sealAfter a transaction may hold its lines back; an older line that turns up later was
// slipped in.
const sealLate = 10 * time.Minute

// sealAtMost bounds the lines of one seal, so that the first seal of a long log does not hold a writer up.
const sealAtMost = 5000

// SealLog seals every line that is old enough, tenant by tenant, in short transactions. Writers never wait for a hash:
// a job calls this each minute, on one node at a time.
func (d *DB) SealLog(ctx context.Context) error {
	var tenants []string
	if err := d.System(ctx, "the log of every tenant is sealed", func(tx Tx) error {
		waiting := tx.db.NewSelect().Model((*Operation)(nil)).ColumnExpr("DISTINCT tenant_id").Where("seal IS NULL AND at < ?", Now().Add(-sealAfter))
		return d.faultOfStatement(waiting.Scan(tx.mark(ctx), &tenants))
	}); err != nil {
		return err
	}
	for _, tenant := range tenants {
		for more := true; more; {
			if err := d.System(ctx, "the log of every tenant is sealed", func(tx Tx) (err error) {
				more, err = tx.seal(ctx, tenant)
				return err
			}); err != nil {
				return fmt.Errorf("seal the operation log: %w", err)
			}
		}
	}
	return nil
}

// seal makes one seal and tells whether more lines wait. The primary key refuses the second of two nodes at once.
func (tx Tx) seal(ctx context.Context, tenant string) (more bool, err error) {
	var lines []Operation
	if err := tx.db.NewSelect().Model(&lines).Where("tenant_id = ? AND seal IS NULL AND at < ?", tenant, Now().Add(-sealAfter)).
		OrderExpr("id").Limit(sealAtMost).Scan(tx.mark(ctx)); err != nil || len(lines) == 0 {
		return false, tx.of.faultOfStatement(err)
	}
	last, err := tx.lastSeal(ctx, tenant)
	if err != nil {
		return false, err
	}
	next := Seal{TenantID: tenant, Number: last.Number + 1, SealedAt: Now(), Lines: len(lines), Hash: chain(last.Hash, lines)}
	if _, err := tx.db.NewInsert().Model(&next).Exec(tx.mark(ctx)); err != nil {
		return false, tx.of.faultOfStatement(err)
	}
	ids := make([]string, len(lines))
	for i := range lines {
		ids[i] = lines[i].ID
	}
	_, err = tx.db.NewUpdate().Model((*Operation)(nil)).Set("seal = ?", next.Number).Where("tenant_id = ? AND id IN (?)", tenant, bun.List(ids)).Exec(tx.mark(ctx))
	return len(lines) == sealAtMost, tx.of.faultOfStatement(err)
}

func (tx Tx) lastSeal(ctx context.Context, tenant string) (Seal, error) {
	var seals []Seal
	err := tx.db.NewSelect().Model(&seals).Where("tenant_id = ?", tenant).OrderExpr("number DESC").Limit(1).Scan(tx.mark(ctx))
	if err != nil || len(seals) == 0 {
		return Seal{}, tx.of.faultOfStatement(err)
	}
	return seals[0], nil
}

// chain hashes the seal before and the lines, each as JSON with its length before it, so that no two logs read alike.
func chain(before string, lines []Operation) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", before)
	for _, l := range lines {
		factory := ""
		if l.FactoryID != nil {
			factory = *l.FactoryID
		}
		fields := []string{
			l.ID, l.TenantID, factory, l.At.UTC().Format(time.RFC3339Nano), l.AccountID, l.By, l.Through, l.Entity, l.RowID, l.Title, l.Action, string(l.Changes),
		}
		if l.Import != "" { // lines of before have none, and the hash that they had
			fields = append(fields, l.Import)
		}
		b, err := json.Marshal(fields)
		if err != nil {
			panic(err) // strings always marshal
		}
		fmt.Fprintf(h, "%d:", len(b))
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrTampered is returned when the operation log is not the one that was sealed.
var ErrTampered = errors.New("store: the operation log was tampered with")

// VerifyLog recomputes the chain of a tenant. It returns the last seal, whose hash an auditor keeps elsewhere, or an
// ErrTampered that names the first broken seal.
func (d *DB) VerifyLog(ctx context.Context, tenant string) (last Seal, err error) {
	err = d.SystemRead(ctx, "an auditor verifies one tenant's log", func(tx Tx) error {
		var seals []Seal
		if err := tx.db.NewSelect().Model(&seals).Where("tenant_id = ?", tenant).OrderExpr("number").Scan(tx.mark(ctx)); err != nil {
			return d.faultOfStatement(err)
		}
		oldest := time.Time{} // no line of the next seal may be older
		for i, s := range seals {
			var lines []Operation
			if err := tx.db.NewSelect().Model(&lines).Where("tenant_id = ? AND seal = ?", tenant, s.Number).OrderExpr("id").Scan(tx.mark(ctx)); err != nil {
				return d.faultOfStatement(err)
			}
			slipped := slices.ContainsFunc(lines, func(l Operation) bool { return l.At.Before(oldest) })
			if s.Number != int64(i+1) || s.Lines != len(lines) || slipped || s.Hash != chain(last.Hash, lines) {
				return fmt.Errorf("%w: seal %d of %s", ErrTampered, s.Number, s.SealedAt.Format(time.RFC3339))
			}
			if last = s; s.Lines < sealAtMost { // a full seal left lines for the next one
				oldest = s.SealedAt.Add(-sealAfter - sealLate)
			}
		}
		stray, err := tx.db.NewSelect().Model((*Operation)(nil)).Where("tenant_id = ? AND seal IS NULL AND at < ?", tenant, oldest).Count(tx.mark(ctx))
		if err == nil && stray > 0 {
			return fmt.Errorf("%w: %d lines are older than the last seal but not in it", ErrTampered, stray)
		}
		return d.faultOfStatement(err)
	})
	return last, err
}
