package workbook

import (
	"time"

	"mouldworks/internal/platform/cell"
)

// Numbers that differ only in case or width mean the same, as in the forms: one row has one spelling.

// Spelling remembers how numbers are written. A word that it knows exactly stays, one that it knows in other letters is
// written like that, and any other is remembered.
type Spelling map[spelt]string

// spelt is a word as it is written, or with folded case, and what it numbers: a mould ("" alone), a part of Mould, a
// branch of the operation In or a batch of the part In.
type spelt struct {
	in     Key
	word   string
	folded bool
}

func (s Spelling) of(in Key, word string) string {
	exact, folded := spelt{in, word, false}, spelt{in, cell.Key(word), true}
	if s[exact] != "" || word == "" {
		return word
	}
	if known := s[folded]; known != "" {
		return known
	}
	s[exact], s[folded] = word, word
	return word
}

// know remembers a stored word beside others that may differ from it in upper and lower case alone.
func (s Spelling) know(in Key, word string) {
	s.of(in, word)
	s[spelt{in, word, false}] = word
}

// KnowMould remembers the number of a stored mould.
func (s Spelling) KnowMould(mould string) { s.know(Name(""), mould) }

// KnowPart remembers the number of a stored part.
func (s Spelling) KnowPart(mould, part string) { s.know(Name(mould), part) }

// KnowBatch remembers the number of a stored batch.
func (s Spelling) KnowBatch(mould, part, batch string) { s.know(PartKey{mould, part}, batch) }

// KnowBranch remembers a branch of a stored operation.
func (s Spelling) KnowBranch(mould, part string, op int, branch string) {
	s.know(OperationKey{mould, part, op, ""}, branch)
}

// Mould is how a mould number is written.
func (s Spelling) Mould(mould string) string { return s.of(Name(""), mould) }

func (s Spelling) part(mould, part *string) {
	*mould = s.Mould(*mould)
	*part = s.of(Name(*mould), *part)
}

func (s Spelling) operation(mould, part *string, op int, branch *string) {
	s.part(mould, part)
	*branch = s.of(OperationKey{*mould, *part, op, ""}, *branch)
}

func (s Spelling) batch(mould, part string, batch *string) {
	*batch = s.of(PartKey{mould, part}, *batch)
}

// Respell writes every number of the file in one way: as the spelling has it, else as the file does first.
func (r *Result) Respell(s Spelling) {
	b := &r.Book
	typed, before := r.lastKeys(), r.keyTexts()
	r.Typed, r.typedCells = map[Place]string{}, map[cellPlace]string{}
	for i := range b.Moulds {
		x := &b.Moulds[i]
		r.noting(x.Place("moulds"), func() { x.MouldNo = s.Mould(x.MouldNo) }, number{"mouldNo", &x.MouldNo})
	}
	for i := range b.Parts {
		x := &b.Parts[i]
		r.noting(x.Place("parts"), func() { s.part(&x.MouldNo, &x.PartNo) }, number{"mouldNo", &x.MouldNo}, number{"partNo", &x.PartNo})
	}
	for i := range b.Electrodes {
		x := &b.Electrodes[i]
		r.noting(x.Place("electrodes"), func() { s.part(&x.MouldNo, &x.ElectrodeNo) }, number{"mouldNo", &x.MouldNo}, number{"electrodeNo", &x.ElectrodeNo})
	}
	for i := range b.Parts {
		if p := &b.Parts[i]; p.ParentPart.IsGiven() {
			r.noting(p.Place("parts"), func() { p.ParentPart.Value = s.of(Name(p.MouldNo), p.ParentPart.Value) }, number{"parentPart", &p.ParentPart.Value})
		}
	}
	for i := range b.Operations {
		o := &b.Operations[i]
		r.respellOperation(s, o.Place("operations"), &o.MouldNo, &o.PartNo, o.OpNo, &o.Branch)
	}
	for i := range b.Operations {
		s.preds(&b.Operations[i])
	}
	for i := range b.Batches {
		x := &b.Batches[i]
		r.noting(x.Place("batches"), func() {
			s.part(&x.MouldNo, &x.PartNo)
			s.batch(x.MouldNo, x.PartNo, &x.BatchNo)
		}, number{"mouldNo", &x.MouldNo}, number{"partNo", &x.PartNo}, number{"batchNo", &x.BatchNo})
	}
	r.respellReferences(s)
	r.respellFaults(s)
	r.repeats(typed)
	for at, now := range r.keyTexts() {
		if was := before[at]; was != now {
			r.Typed[at] = was
		}
	}
}

// number is a cell of a row with the number of a mould, or of something in one.
type number struct {
	column string
	at     *string
}

// noting respells the numbers of a row and keeps how the file writes those that have become others.
func (r *Result) noting(row Place, respell func(), numbers ...number) {
	var was [4]string
	for i, n := range numbers {
		was[i] = *n.at
	}
	respell()
	for i, n := range numbers {
		if *n.at != was[i] {
			r.typedCells[cellPlace{row, n.column}] = was[i]
		}
	}
}

func (r *Result) respellOperation(s Spelling, row Place, mould, part *string, op int, branch *string) {
	r.noting(row, func() { s.operation(mould, part, op, branch) }, number{"mouldNo", mould}, number{"partNo", part}, number{"branch", branch})
}

// TypedCell is a number of a row as the file writes it, where Respell has written it otherwise.
func (r *Result) TypedCell(row Place, column string) (text string, respelt bool) {
	text, respelt = r.typedCells[cellPlace{row, column}]
	return text, respelt
}

// keyTexts are what the rows of the moulds are called.
func (r *Result) keyTexts() map[Place]string {
	texts := map[Place]string{}
	for _, t := range tables {
		if s := t.describe(); !s.Master {
			t.each(&r.Book, func(line *Line, _ Scope, key Key) {
				if key != nil {
					texts[line.Place(s.Code)] = key.String()
				}
			})
		}
	}
	return texts
}

// lastKeys are the cells that tell each row from its siblings, as they stand in the file.
func (r *Result) lastKeys() map[Place]string {
	typed := map[Place]string{}
	for _, t := range tables {
		s := t.describe()
		if s.Master {
			continue
		}
		text := t.cells(&r.Book, time.UTC)
		t.each(&r.Book, func(line *Line, _ Scope, _ Key) {
			typed[line.Place(s.Code)] = text(line.Place(s.Code), t.lastKey())
		})
	}
	return typed
}

// repeats finds the rows whose keys have become one: until then they differed in case or width.
func (r *Result) repeats(typed map[Place]string) {
	told := map[Place]bool{}
	for f := range r.Faults.All() {
		if f.Rule == RuleDuplicateKey {
			told[f.Place()] = true
		}
	}
	for _, t := range tables {
		s, first := t.describe(), map[Key]Place{}
		if s.Master {
			continue
		}
		t.each(&r.Book, func(line *Line, scope Scope, key Key) {
			earlier, twice := first[key]
			if !twice {
				first[key] = line.Place(s.Code)
			} else if !told[line.Place(s.Code)] {
				line.Faulty = true
				r.Faults.Add(Fault{
					Sheet: s.Code, Row: line.Row, Part: line.Part, Column: t.lastKey(), Value: typed[line.Place(s.Code)], Rule: RuleDuplicateKey, Level: Error,
					Text: worded(msgDuplicateKey.With(RowWords(r.Pages, line.Place(s.Code), earlier))), Scope: scope, Key: key,
				})
			}
		})
	}
	r.Faults.Sort()
}

func (s Spelling) preds(o *Operation) {
	for i := range o.Pred.Value {
		p := &o.Pred.Value[i]
		part := o.PartNo
		if p.PartNo != "" {
			p.PartNo = s.of(Name(o.MouldNo), p.PartNo)
			part = p.PartNo
		}
		p.Branch = s.of(OperationKey{o.MouldNo, part, p.OpNo, ""}, p.Branch)
	}
}

// respellReferences respells the sheets whose rows only refer to numbers.
func (r *Result) respellReferences(s Spelling) {
	b := &r.Book
	for i := range b.EDMLinks {
		l := &b.EDMLinks[i]
		r.respellOperation(s, l.Place("edmLinks"), &l.MouldNo, &l.PartNo, l.OpNo, &l.Branch)
		r.noting(l.Place("edmLinks"), func() { s.part(&l.MouldNo, &l.ElectrodeNo) }, number{"electrodeNo", &l.ElectrodeNo})
	}
	for i := range b.OperationResources {
		if x := &b.OperationResources[i]; !x.ByType() {
			r.respellOperation(s, x.Place("operationResources"), &x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		}
	}
	for i := range b.Progress {
		x := &b.Progress[i]
		r.respellOperation(s, x.Place("progress"), &x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		r.noting(x.Place("progress"), func() { s.batch(x.MouldNo, x.PartNo, &x.BatchNo) }, number{"batchNo", &x.BatchNo})
	}
	for i := range b.Outsourcing {
		x := &b.Outsourcing[i]
		r.respellOperation(s, x.Place("outsourcing"), &x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		r.noting(x.Place("outsourcing"), func() { s.batch(x.MouldNo, x.PartNo, &x.BatchNo) }, number{"batchNo", &x.BatchNo})
	}
}

// respellFaults names the moulds and keys of faults as their rows are written. A row without a usable key is in no book:
// its mould alone is known.
func (r *Result) respellFaults(s Spelling) {
	if r.Faults.Len() == 0 {
		return
	}
	type named struct {
		scope Scope
		key   Key
	}
	rows := map[Place]named{}
	for _, t := range tables {
		code := t.describe().Code
		t.each(&r.Book, func(line *Line, scope Scope, key Key) { rows[line.Place(code)] = named{scope, key} })
	}
	for _, f := range r.Faults.all {
		if row, there := rows[f.Place()]; there {
			f.Scope, f.Key = row.scope, row.key
		} else if stored := s.Mould(f.Scope.Mould); stored != f.Scope.Mould {
			r.Typed[f.Place()] = f.Scope.Mould // all that is known of its key
			f.Scope.Mould = stored
		}
	}
}
