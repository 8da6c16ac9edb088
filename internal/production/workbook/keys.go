package workbook

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// Keys are tuples and never joined texts: a number may hold whatever a joint would be made of, so that SA with part B/C
// is another part than SA/B with part C. Their String is for people alone.

// Key tells a row from the others of its sheet. Keys are comparable values: two are equal where all their parts are.
type Key interface{ String() string }

// Name is the key of a row that one number, code or name tells from the others.
type Name string

// PartKey names a part or an electrode within its factory.
type PartKey struct{ Mould, Part string }

// OperationKey names an operation within its factory; Branch is "" where the number alone names it.
type OperationKey struct {
	Mould, Part string
	Op          int
	Branch      string
}

// LinkKey names the electrode that an operation burns with.
type LinkKey struct {
	Operation OperationKey
	Electrode string
}

// ResourceKey names a resource that can do an operation.
type ResourceKey struct {
	Operation OperationKey
	Resource  string
}

// TypeKey names a resource that can do a process on parts of a type.
type TypeKey struct{ Process, PartType, Resource string }

// BatchKey names a batch of a part; the zero value names none.
type BatchKey struct{ Mould, Part, Batch string }

// ReportKey names what a report or an order is about: an operation, or a batch of it where Batch is given.
type ReportKey struct {
	Operation OperationKey
	Batch     string
}

// ExceptionKey names an exception by whose it is and when it begins.
type ExceptionKey struct {
	Resource, Group string
	Start           time.Time
}

// FlowKey names the way from one place to another.
type FlowKey struct{ Up, Down string }

// String is the name itself.
func (k Name) String() string { return string(k) }

// String is mould · part.
func (k PartKey) String() string { return joined(k.Mould, k.Part) }

// String is mould · part · number, with #branch where there is one.
func (k OperationKey) String() string {
	s := joined(k.Mould, k.Part, strconv.Itoa(k.Op))
	if k.Branch != "" {
		s += "#" + k.Branch
	}
	return s
}

// Of is the part that the operation belongs to.
func (k OperationKey) Of() PartKey { return PartKey{k.Mould, k.Part} }

// Compare orders parts by mould and number.
func (k PartKey) Compare(o PartKey) int {
	return cmp.Or(cmp.Compare(k.Mould, o.Mould), cmp.Compare(k.Part, o.Part))
}

// Compare orders links by operation and electrode.
func (k LinkKey) Compare(o LinkKey) int {
	return cmp.Or(k.Operation.Compare(o.Operation), cmp.Compare(k.Electrode, o.Electrode))
}

// Compare orders resources by operation and name.
func (k ResourceKey) Compare(o ResourceKey) int {
	return cmp.Or(k.Operation.Compare(o.Operation), cmp.Compare(k.Resource, o.Resource))
}

// Compare orders batches by part and number.
func (k BatchKey) Compare(o BatchKey) int {
	return cmp.Or(PartKey{k.Mould, k.Part}.Compare(PartKey{o.Mould, o.Part}), cmp.Compare(k.Batch, o.Batch))
}

// Compare orders reports by operation and batch.
func (k ReportKey) Compare(o ReportKey) int {
	return cmp.Or(k.Operation.Compare(o.Operation), cmp.Compare(k.Batch, o.Batch))
}

// Compare orders operations by mould, part, number and branch.
func (k OperationKey) Compare(o OperationKey) int {
	return cmp.Or(cmp.Compare(k.Mould, o.Mould), cmp.Compare(k.Part, o.Part), cmp.Compare(k.Op, o.Op), cmp.Compare(k.Branch, o.Branch))
}

// String is the operation and the electrode.
func (k LinkKey) String() string { return joined(k.Operation.String(), k.Electrode) }

// String is the operation and the resource.
func (k ResourceKey) String() string { return joined(k.Operation.String(), k.Resource) }

// String is process · type · resource.
func (k TypeKey) String() string { return joined(k.Process, k.PartType, k.Resource) }

// String is mould · part · batch.
func (k BatchKey) String() string { return joined(k.Mould, k.Part, k.Batch) }

// String is the operation, and the batch where there is one.
func (k ReportKey) String() string {
	if k.Batch == "" {
		return k.Operation.String()
	}
	return joined(k.Operation.String(), k.Batch)
}

// String is the resource or group, and the start.
func (k ExceptionKey) String() string {
	return joined(k.Resource+k.Group, k.Start.Format("2006-01-02 15:04"))
}

// String is up → down.
func (k FlowKey) String() string { return k.Up + " → " + k.Down }

// joined puts a mark between numbers that people do not write in them: mould SA with part B/C does not look like mould
// SA/B with part C.
func joined(parts ...string) string { return strings.Join(parts, " · ") }

// OrderNo is the number of an outsourcing order that nobody has numbered: mould/part/operation#branch/batch. It need not
// tell more than the orders of one operation apart.
func (k ReportKey) OrderNo() string {
	no := k.Operation.Mould + "/" + k.Operation.Part + "/" + strconv.Itoa(k.Operation.Op)
	if k.Operation.Branch != "" {
		no += "#" + k.Operation.Branch
	}
	if k.Batch != "" {
		no += "/" + k.Batch
	}
	return no
}

// Owner is the mould, and the part where there is one, that a row with this key belongs to; "" for basic data.
func Owner(key Key) (mould, part string) {
	switch k := key.(type) {
	case PartKey:
		return k.Mould, k.Part
	case OperationKey:
		return k.Mould, k.Part
	case LinkKey:
		return k.Operation.Mould, k.Operation.Part
	case ResourceKey:
		return k.Operation.Mould, k.Operation.Part
	case BatchKey:
		return k.Mould, k.Part
	case ReportKey:
		return k.Operation.Mould, k.Operation.Part
	}
	return "", ""
}

// Scope is what a fault of a row keeps out beside the row: a mould, or the resources of a process and a part type. The
// zero Scope is that of a row that names neither: its fault keeps out the row alone.
type Scope struct{ Mould, Process, PartType string }

// OfMould is the scope of the rows of a mould.
func OfMould(no string) Scope { return Scope{Mould: no} }

// Key is the mould number.
func (r *Mould) Key() Name { return Name(r.MouldNo) }

// Scope is the mould.
func (r *Mould) Scope() Scope { return OfMould(r.MouldNo) }

// Key is mould and part.
func (r *Part) Key() PartKey { return PartKey{r.MouldNo, r.PartNo} }

// Scope is the mould.
func (r *Part) Scope() Scope { return OfMould(r.MouldNo) }

// Key is mould, part, number and branch.
func (r *Operation) Key() OperationKey { return OperationKey{r.MouldNo, r.PartNo, r.OpNo, r.Branch} }

// Part is the key of the part.
func (r *Operation) Part() PartKey { return PartKey{r.MouldNo, r.PartNo} }

// Scope is the mould.
func (r *Operation) Scope() Scope { return OfMould(r.MouldNo) }

// Key is mould and electrode: electrodes share the name space of the parts.
func (r *Electrode) Key() PartKey { return PartKey{r.MouldNo, r.ElectrodeNo} }

// Scope is the mould.
func (r *Electrode) Scope() Scope { return OfMould(r.MouldNo) }

// Operation is the key of the EDM operation.
func (r *EDMLink) Operation() OperationKey {
	return OperationKey{r.MouldNo, r.PartNo, r.OpNo, r.Branch}
}

// Electrode is the key of the electrode.
func (r *EDMLink) Electrode() PartKey { return PartKey{r.MouldNo, r.ElectrodeNo} }

// Key is the operation's key and the electrode.
func (r *EDMLink) Key() LinkKey { return LinkKey{r.Operation(), r.ElectrodeNo} }

// Scope is the mould.
func (r *EDMLink) Scope() Scope { return OfMould(r.MouldNo) }

// Operation is the key of the operation.
func (r *OperationResource) Operation() OperationKey {
	return OperationKey{r.MouldNo, r.PartNo, r.OpNo, r.Branch}
}

// ByType tells whether the row names no operation but a process and a part type.
func (r *OperationResource) ByType() bool {
	return r.MouldNo == "" && r.PartNo == "" && r.OpNo == 0 && r.Branch == ""
}

// Scope is what one fault in the row keeps out: its mould, or the rows of its process and part type.
func (r *OperationResource) Scope() Scope {
	if r.ByType() {
		return Scope{Process: r.Process, PartType: r.PartType}
	}
	return OfMould(r.MouldNo)
}

// Key is the key of what the resource can do, and the resource: a ResourceKey or a TypeKey.
func (r *OperationResource) Key() Key {
	if r.ByType() {
		return TypeKey{r.Process, r.PartType, r.Resource}
	}
	return ResourceKey{r.Operation(), r.Resource}
}

// complete demands that the row name an operation, or a process and a part type, and not both.
func (r *OperationResource) complete() (column string, bad *broken) {
	named := map[string]bool{"mouldNo": r.MouldNo != "", "partNo": r.PartNo != "", "opNo": r.OpNo != 0}
	if r.ByType() && (r.Process != "" || r.PartType != "") {
		named = map[string]bool{"process": r.Process != "", "partType": r.PartType != ""}
	} else if r.Process != "" || r.PartType != "" {
		return "process", &broken{RuleEither, msgEither}
	}
	for _, column := range []string{"mouldNo", "partNo", "opNo", "process", "partType"} {
		if there, asked := named[column]; asked && !there {
			return column, &broken{RuleRequired, msgEither}
		}
	}
	return "", nil
}

// Operation is the key of the operation.
func (r *Progress) Operation() OperationKey {
	return OperationKey{r.MouldNo, r.PartNo, r.OpNo, r.Branch}
}

// Key is the operation's key, and the batch where there is one.
func (r *Progress) Key() ReportKey { return ReportKey{r.Operation(), r.BatchNo} }

// Batch is the key of the report's batch, zero where it has none.
func (r *Progress) Batch() BatchKey { return batchKey(r.MouldNo, r.PartNo, r.BatchNo) }

// Scope is the mould.
func (r *Progress) Scope() Scope { return OfMould(r.MouldNo) }

// Part is the key of the part.
func (r *Batch) Part() PartKey { return PartKey{r.MouldNo, r.PartNo} }

// Key is mould, part and batch.
func (r *Batch) Key() BatchKey { return BatchKey{r.MouldNo, r.PartNo, r.BatchNo} }

// Scope is the mould.
func (r *Batch) Scope() Scope { return OfMould(r.MouldNo) }

// Operation is the key of the operation.
func (r *Outsourcing) Operation() OperationKey {
	return OperationKey{r.MouldNo, r.PartNo, r.OpNo, r.Branch}
}

// Key is the operation's key, and the batch where there is one.
func (r *Outsourcing) Key() ReportKey { return ReportKey{r.Operation(), r.BatchNo} }

// Batch is the key of the order's batch, zero where it has none.
func (r *Outsourcing) Batch() BatchKey { return batchKey(r.MouldNo, r.PartNo, r.BatchNo) }

// Scope is the mould.
func (r *Outsourcing) Scope() Scope { return OfMould(r.MouldNo) }

func batchKey(mould, part, batch string) BatchKey {
	if batch == "" {
		return BatchKey{}
	}
	return BatchKey{mould, part, batch}
}

// Key is the material's code.
func (r *Material) Key() Name { return Name(r.Code) }

// Key is the group's code.
func (r *Group) Key() Name { return Name(r.Code) }

// Key is the machine's name.
func (r *Machine) Key() Name { return Name(r.Name) }

// Key is the shift's name.
func (r *Shift) Key() Name { return Name(r.Name) }

// Key is the calendar's name.
func (r *Calendar) Key() Name { return Name(r.Name) }

// Key is resource or group, and the start.
func (r *Exception) Key() ExceptionKey {
	return ExceptionKey{r.Resource, r.Group, r.Start.Value.At.UTC()}
}

// Key is the two places.
func (r *FlowTime) Key() FlowKey { return FlowKey{r.Up, r.Down} }

// at gives access to the place of a row.
func (l *Line) at() *Line { return l }
