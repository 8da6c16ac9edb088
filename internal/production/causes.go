package production

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// Cause is what faults have in common: one rule broken by one value. Whoever mends it once has mended all of them.
type Cause struct {
	Rule    string        `json:"rule"`
	Level   string        `json:"level" enum:"error,warning"`
	Texts   problem.Text  `json:"texts" doc:"of the first of them, in both languages"`
	Value   string        `json:"value"`
	Count   int           `json:"count" doc:"of a file with more than 5000 faults, the further ones of a row count as one"`
	Columns []CauseField  `json:"columns" nullable:"false" doc:"where the value stands; a replacement names each"`
	Allowed problem.Texts `json:"allowed" nullable:"false" doc:"values that may stand there in both languages, the likeliest first, at most 30; codes of records are the same in both"`
	Entity  string        `json:"entity" doc:"what is referred to, where a reference is unknown; empty otherwise"`
	Creates bool          `json:"creates" doc:"the missing record can be made with the import"`
	Rows    []CauseRow    `json:"rows" nullable:"false" doc:"the first 10"`

	of []string // entities whose records may stand there
}

// CauseField is a column of a sheet.
type CauseField struct {
	Sheet  string `json:"sheet"`
	Column string `json:"column"`
}

// CauseRow is where a fault of a cause stands.
type CauseRow struct {
	Sheet   string `json:"sheet"`
	Part    int    `json:"part,omitempty"`
	Row     int    `json:"row"`
	MouldNo string `json:"mouldNo,omitempty"`
	PartNo  string `json:"partNo,omitempty"`
}

const (
	allowedShown   = 30
	causeRowsShown = 10
)

// causeKey tells causes apart: unknown references by what they refer to, everything else by column and words (in English).
type causeKey struct{ entity, sheet, column, rule, value, message string }

// causes gathers faults by what they have in common.
type causes struct {
	in    *importer
	byKey map[causeKey]*Cause
}

func newCauses(in *importer) *causes { return &causes{in, map[causeKey]*Cause{}} }

func (c *causes) add(f workbook.Fault, shown Fault) {
	column := c.in.column(f.Sheet, f.Column)
	of := column.Entities()
	key := causeKey{sheet: f.Sheet, column: f.Column, rule: f.Rule}
	switch {
	case f.Rule == "reference" && len(of) > 0:
		key = causeKey{entity: strings.Join(of, " "), rule: f.Rule, value: strings.ToLower(f.Value)}
	default: // other words mean another cause, though the value is the same
		key.value, key.message = f.Value, shown.Texts.En
	}
	x := c.byKey[key]
	if x == nil {
		x = &Cause{Rule: f.Rule, Level: string(f.Level), Texts: shown.Texts, Value: f.Value, Columns: []CauseField{}, Allowed: problem.Texts{}, Rows: []CauseRow{}}
		if key.entity != "" {
			x.of = of
		}
		if len(x.of) == 1 {
			x.Entity = of[0]
			x.Creates = f.Value != "" && creatable[x.Entity] != "" && c.in.may(c.in.permissionOf(creatable[x.Entity])+".add")
		}
		for _, o := range column.Options {
			x.Allowed = append(x.Allowed, o.Label.Worded())
		}
		c.byKey[key] = x
	}
	x.Count++ // of faults that were folded the words are gone: only their number is known
	if field := (CauseField{f.Sheet, f.Column}); !slices.Contains(x.Columns, field) {
		x.Columns = append(x.Columns, field)
	}
	if len(x.Rows) < causeRowsShown {
		x.Rows = append(x.Rows, CauseRow{f.Sheet, f.Part, f.Row, shown.MouldNo, shown.PartNo})
	}
}

// sorted are the causes, errors before warnings, the most frequent first.
func (c *causes) sorted() []Cause {
	c.gather()
	all := []Cause{}
	for _, x := range slices.SortedFunc(maps.Values(c.byKey), func(a, b *Cause) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Columns[0].Sheet, b.Columns[0].Sheet), cmp.Compare(a.Rows[0].Row, b.Rows[0].Row), cmp.Compare(a.Texts.En, b.Texts.En))
	}) {
		if len(all) == causesShown {
			break
		}
		var codes []string
		for _, entity := range x.of {
			if c.in.seesEntity(entity) {
				codes = append(codes, c.in.codes(entity)...)
			}
		}
		if len(codes) > 0 {
			x.Allowed = problem.SameInBoth(likeliest(x.Value, codes))
		}
		all = append(all, *x)
	}
	return all
}

// gather makes one cause of those that have one fault each, in one column and with the same words, whatever value they
// quote: a list of single cells is what the table of faults is for. What is missing or can be replaced by name stays apart.
func (c *causes) gather() {
	kinds := map[causeKey][]causeKey{}
	for key, x := range c.byKey {
		if x.Count == 1 && len(x.of) == 0 {
			kind := causeKey{sheet: key.sheet, column: key.column, rule: key.rule, message: unquoted(key.message, key.value)}
			kinds[kind] = append(kinds[kind], key)
		}
	}
	for kind, keys := range kinds {
		if len(keys) == 1 {
			continue
		}
		slices.SortFunc(keys, func(a, b causeKey) int {
			x, y := c.byKey[a].Rows[0], c.byKey[b].Rows[0]
			return cmp.Or(cmp.Compare(x.Part, y.Part), cmp.Compare(x.Row, y.Row))
		})
		one := c.byKey[keys[0]]
		one.Texts = problem.L(unquoted(one.Texts.Zh, one.Value), kind.message)
		one.Value = ""
		delete(c.byKey, keys[0])
		for _, key := range keys[1:] {
			one.Count++
			if len(one.Rows) < causeRowsShown {
				one.Rows = append(one.Rows, c.byKey[key].Rows...)
			}
			delete(c.byKey, key)
		}
		c.byKey[kind] = one
	}
}

// unquoted is the message of a cause without the value that it quotes.
func unquoted(message, value string) string {
	if value == "" {
		return message
	}
	return strings.ReplaceAll(message, "“"+value+"”", "“…”")
}

// codes are what people write for the records of an entity.
func (in *importer) codes(entity string) []string {
	switch entity {
	case "member":
		return slices.Collect(maps.Keys(in.owners.People))
	case "department":
		return slices.Collect(maps.Keys(in.owners.Departments))
	}
	return in.masters.codes(entity)
}

// codes are what people write for the records of basic data.
func (m *Masters) codes(entity string) []string {
	switch entity {
	case "customer":
		return slices.Collect(maps.Keys(m.Customers))
	case "supplier":
		return slices.Collect(maps.Keys(m.Suppliers))
	case "orderType":
		return slices.Collect(maps.Keys(m.OrderTypes))
	case "partType":
		return slices.Collect(maps.Keys(m.PartTypes))
	case "material":
		return slices.Collect(maps.Keys(m.Materials))
	case "accuracyGrade":
		return slices.Collect(maps.Keys(m.Grades))
	case "machine":
		return slices.Collect(maps.Keys(m.Machines))
	case "group":
		return slices.Collect(maps.Keys(m.Groups))
	case "process":
		return slices.Collect(maps.Keys(m.Processes))
	}
	return m.Other[entity]
}

// likeliest are the codes that a word may have meant, those that look most like it first.
func likeliest(word string, codes []string) []string {
	word = strings.ToLower(word)
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(distance(word, strings.ToLower(a)), distance(word, strings.ToLower(b))), cmp.Compare(a, b))
	})
	codes = slices.Compact(codes)
	return slices.Clone(codes[:min(len(codes), allowedShown)])
}

// distance counts the letters to add, take away or change between two words (Levenshtein).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			next := min(row[j+1]+1, row[j]+1)
			if x[i] == y[j] {
				next = min(next, before)
			} else {
				next = min(next, before+1)
			}
			before, row[j+1] = row[j+1], next
		}
	}
	return row[len(y)]
}
