// Package route says what follows what in a mould: once, for forms, files, the shop floor and the scheduler.
//
// What lives here: the text of predecessors (Parse, Read, Format) and the routes of a mould, resolved (Of): what an
// operation follows, what it still waits for, where parts join and where routes run in a circle. What never does: rows,
// databases, calendars. It imports nothing of ours.
package route

import (
	"strconv"
	"strings"
)

// Predecessor names operations of one mould that another waits for: all of a number, or one branch of them.
type Predecessor struct {
	PartNo string // "" = the part of the operation that waits
	OpNo   int    // 1 to 9999
	Branch string // "" = every branch
}

// LastOpNo is the greatest number of an operation; the least is 1.
const LastOpNo = 9999

// separators end a predecessor in a list. Lists are kept with the first; people also type the second.
const (
	separator  = ";"
	separators = ";；"
)

// String writes 10, P3/10 or 10#a. A part number or branch that holds a character of this notation stands in quotation
// marks, so that "P#1;2"/10 reads back as it was.
func (p Predecessor) String() string {
	s := strconv.Itoa(p.OpNo)
	if p.PartNo != "" {
		s = quoted(p.PartNo, separators+`#"`) + "/" + s
	}
	if p.Branch != "" {
		s += "#" + quoted(p.Branch, separators+`"`)
	}
	return s
}

// Means tells that a predecessor, written at an operation of one part, means an operation of the same or another.
func (p Predecessor) Means(from, part string, no int, branch string) bool {
	if p.PartNo != "" {
		from = p.PartNo
	}
	return from == part && p.OpNo == no && (p.Branch == "" || p.Branch == branch)
}

// Numbers are the operations that a mould has, for looking up whether a predecessor names any.
type Numbers map[Predecessor]bool

// Add notes an operation under its branch and under its number alone, which means every branch.
func (n Numbers) Add(part string, op int, branch string) {
	n[Predecessor{part, op, branch}] = true
	n[Predecessor{part, op, ""}] = true
}

// Has tells whether a predecessor, written at an operation of a part, names an operation.
func (n Numbers) Has(part string, p Predecessor) bool {
	if p.PartNo == "" {
		p.PartNo = part
	}
	return n[p]
}

// quoted puts a word in quotation marks where it holds one of the special characters; a mark in it is doubled.
func quoted(word, special string) string {
	if !strings.ContainsAny(word, special) {
		return word
	}
	return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
}

// Format writes predecessors as a row keeps them: 10;P3/20. Parse reads it back.
func Format(all []Predecessor) string {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.String()
	}
	return strings.Join(texts, separator)
}

// Parse reads predecessors as a row keeps them. bad is the first text that names none; it is passed over.
func Parse(kept string) (all []Predecessor, bad string) { return parse(kept, separator) }

// Read reads predecessors as people type them: full-width semicolons separate too, and P#1/20 needs no quotation marks
// where it can mean only one thing.
func Read(typed string) (all []Predecessor, bad string) {
	if all, bad = parse(typed, separators); bad != "" {
		if kept, wrong := parse(typed, separator); wrong == "" {
			return kept, ""
		}
	}
	return all, bad
}

func parse(list, separators string) (all []Predecessor, bad string) {
	for rest := strings.TrimSpace(list); rest != ""; rest = strings.TrimSpace(strings.TrimLeft(rest, separators)) {
		if strings.ContainsAny(rest[:1], separators) || strings.TrimLeft(rest, separators) != rest {
			continue
		}
		var item string
		item, rest = cutItem(rest, separators)
		p, ok := parseOne(strings.TrimSpace(item))
		switch {
		case ok:
			all = append(all, p)
		case bad == "":
			bad = strings.TrimSpace(item)
		}
	}
	return all, bad
}

// cutItem cuts the first predecessor off a list; separators between quotation marks belong to it.
func cutItem(list, separators string) (item, rest string) {
	from := 0
	if _, after, ok := cutQuoted(list); ok && strings.HasPrefix(strings.TrimSpace(after), "/") {
		from = len(list) - len(after)
	}
	end := strings.IndexAny(list[from:], separators)
	if branch := strings.IndexByte(list[from:], '#'); branch >= 0 && (end < 0 || branch < end) {
		if _, after, ok := cutQuoted(strings.TrimSpace(list[from+branch+1:])); ok && atEnd(after, separators) {
			from = len(list) - len(after)
			end = strings.IndexAny(after, separators)
		}
	}
	if end < 0 {
		return list, ""
	}
	return list[:from+end], list[from+end:]
}

func atEnd(after, separators string) bool {
	after = strings.TrimSpace(after)
	return strings.TrimLeft(after, separators) != after || after == ""
}

// cutQuoted cuts a word in quotation marks off a text that begins with one.
func cutQuoted(text string) (word, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", text, false
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		if text[i] != '"' {
			b.WriteByte(text[i])
			continue
		}
		if i+1 < len(text) && text[i+1] == '"' {
			b.WriteByte('"')
			i++
			continue
		}
		return b.String(), text[i+1:], b.Len() > 0
	}
	return "", text, false
}

// parseOne reads one predecessor.
func parseOne(s string) (Predecessor, bool) {
	if part, after, ok := cutQuoted(s); ok {
		if number, isPart := strings.CutPrefix(strings.TrimSpace(after), "/"); isPart {
			p, ok := numbered(number)
			p.PartNo = part
			return p, ok
		}
	}
	head, branch, _ := strings.Cut(s, "#")
	if p, ok := ofPart(head, branch); ok {
		return p, ok
	}
	if i := strings.LastIndexByte(s, '/'); i >= 0 { // the sharp belongs to the part number
		if p, ok := numbered(s[i+1:]); ok && strings.TrimSpace(s[:i]) != "" {
			p.PartNo = strings.TrimSpace(s[:i])
			return p, true
		}
	}
	return Predecessor{}, false
}

// ofPart reads what stands before the sharp: a number, or part/number, where the part number may hold slashes itself.
func ofPart(head, branch string) (Predecessor, bool) {
	i := strings.LastIndexByte(head, '/')
	part := strings.TrimSpace(head[:max(i, 0)])
	p, ok := numbered(head[i+1:] + sharp(branch))
	p.PartNo = part
	return p, ok && (i < 0 || part != "")
}

func sharp(branch string) string {
	if branch == "" {
		return ""
	}
	return "#" + branch
}

// numbered reads a number with or without a branch: 10, 10.0 of a spreadsheet program, 10#a.
func numbered(s string) (p Predecessor, ok bool) {
	number, branch, _ := strings.Cut(s, "#")
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(number), ".0"))
	if err != nil || n < 1 || n > LastOpNo {
		return Predecessor{}, false
	}
	branch = strings.TrimSpace(branch)
	if word, after, quoted := cutQuoted(branch); quoted && after == "" {
		branch = word
	}
	return Predecessor{OpNo: n, Branch: branch}, true
}
