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
	for i := range b.Moulds {
		b.Moulds[i].MouldNo = s.Mould(b.Moulds[i].MouldNo)
	}
	for i := range b.Parts {
		s.part(&b.Parts[i].MouldNo, &b.Parts[i].PartNo)
	}
	for i := range b.Electrodes {
		s.part(&b.Electrodes[i].MouldNo, &b.Electrodes[i].ElectrodeNo)
	}
	for i := range b.Parts {
		if p := &b.Parts[i]; p.ParentPart.IsGiven() {
			p.ParentPart.Value = s.of(Name(p.MouldNo), p.ParentPart.Value)
		}
	}
	for i := range b.Operations {
		o := &b.Operations[i]
		s.operation(&o.MouldNo, &o.PartNo, o.OpNo, &o.Branch)
	}
	for i := range b.Operations {
		s.preds(&b.Operations[i])
	}
	for i := range b.Batches {
		x := &b.Batches[i]
		s.part(&x.MouldNo, &x.PartNo)
		s.batch(x.MouldNo, x.PartNo, &x.BatchNo)
	}
	s.references(b)
	r.respellFaults(s)
	r.repeats(typed)
	r.Typed = map[Place]string{}
	for at, now := range r.keyTexts() {
		if was := before[at]; was != now {
			r.Typed[at] = was
		}
	}
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

// references respells the sheets whose rows only refer to numbers.
func (s Spelling) references(b *Book) {
	for i := range b.EDMLinks {
		l := &b.EDMLinks[i]
		s.operation(&l.MouldNo, &l.PartNo, l.OpNo, &l.Branch)
		s.part(&l.MouldNo, &l.ElectrodeNo)
	}
	for i := range b.OperationResources {
		if x := &b.OperationResources[i]; !x.ByType() {
			s.operation(&x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		}
	}
	for i := range b.Progress {
		x := &b.Progress[i]
		s.operation(&x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		s.batch(x.MouldNo, x.PartNo, &x.BatchNo)
	}
	for i := range b.Outsourcing {
		x := &b.Outsourcing[i]
		s.operation(&x.MouldNo, &x.PartNo, x.OpNo, &x.Branch)
		s.batch(x.MouldNo, x.PartNo, &x.BatchNo)
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
		} else {
			f.Scope.Mould = s.Mould(f.Scope.Mould)
		}
	}
}
