package resource

import "mouldworks/internal/platform/store"

// veil stands for a personal text that the reader may not see.
const veil = "***"

// Private keeps a field from everybody without the permission for details: lists, exports and answers show it veiled, and
// nobody finds or sorts rows by it. The operation log only says that it has changed.
func (f *Field) Private() *Field { f.private = true; return f }

// veiled hides the private fields of rows from an actor who may not see them. The rows are changed: give it copies of what is
// saved afterwards.
func (r *Resource[T]) veiled(tx store.Tx, rows ...*T) {
	if tx.Actor().Allowed(r.spec.Permission + ".detail") {
		return
	}
	for _, f := range r.fields {
		if !f.private {
			continue
		}
		for _, row := range rows {
			v := f.value(valueOf(row))
			switch {
			case v.IsZero():
			case f.Kind == KindText:
				v.SetString(veil)
			default:
				v.SetZero()
			}
		}
	}
}
