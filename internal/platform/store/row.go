package store

import (
	"reflect"
	"time"

	"github.com/google/uuid"
)

// Row begins every table of a tenant. The store fills it; domains only read it.
type Row struct {
	ID        string    `bun:"id,pk" json:"id"`
	TenantID  string    `bun:"tenant_id" json:"-"`
	Version   int64     `bun:"version" json:"version"`
	CreatedAt time.Time `bun:"created_at" json:"createdAt"`
	CreatedBy string    `bun:"created_by" json:"-"`
	UpdatedAt time.Time `bun:"updated_at" json:"updatedAt"`
	UpdatedBy string    `bun:"updated_by" json:"-"`
}

// FactoryRow begins every table of a factory.
type FactoryRow struct {
	Row
	FactoryID string `bun:"factory_id" json:"-"`
}

// Kept gives the bookkeeping of a row, whatever its type.
func (r *Row) Kept() *Row { return r }

func (r *FactoryRow) factory() *string { return &r.FactoryID }

// Record is a pointer to a row of a tenant.
type Record interface{ Kept() *Row }

type factoryRecord interface{ factory() *string }

// NewID is a new identity: UUIDv7, so that newer rows sort after older ones.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// Now is the time that rows carry: UTC, whole microseconds, as both engines keep it.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// each calls fn with a pointer to every row of model, which is a pointer to a struct or to a slice of either.
func each(model any, fn func(any)) {
	v := reflect.ValueOf(model).Elem()
	if v.Kind() != reflect.Slice {
		fn(model)
		return
	}
	for i := range v.Len() {
		item := v.Index(i)
		if item.Kind() != reflect.Pointer {
			item = item.Addr()
		}
		fn(item.Interface())
	}
}
