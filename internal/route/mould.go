package route

import (
	"cmp"
	"slices"
)

// Kind says what a part is to the others of its mould.
type Kind uint8

// The kinds of parts.
const (
	Workpiece Kind = iota
	Electrode      // is burnt by operations that name it, and built in nowhere
	Assembly       // others are built into it
)

// Part is a part of a mould, or one lot of a part: parts of one number are lots of the same.
type Part struct {
	No       string
	Kind     Kind
	Parent   string // number of the part that it is built into; "" or one that is not there = the mould's assembly
	NeededAt int    // operation of the parent that takes it up; 0 = its first
}

// Operation is a step of a part.
type Operation struct {
	Part   int // index of its part
	No     int
	Branch string
	Pred   []Predecessor // none = all of the next lower number of its part
	Burns  []string      // numbers of the electrodes that it burns
	// Gone: it is finished, or will not be made. It stands aside: what follows it waits for what it waited for.
	Gone bool
}

// Why is the reason for which an operation follows another.
type Why uint8

// The reasons.
const (
	Next    Why = iota // the number before in its own part
	Named              // its list of predecessors names it
	BuiltIn            // the last of a part that it takes up
	Burnt              // the last of an electrode that it burns
)

// Link is an operation that another one follows.
type Link struct {
	Op  int
	Why Why
}

// Mould is the routes of a mould, resolved: what follows what, for forms, files, the shop floor and the scheduler alike.
type Mould struct {
	parts  []Part
	ops    []Operation
	lots   map[string][]int // number -> parts
	routes [][]int          // part -> its operations by number and branch
	before [][]Link         // operation -> what it follows
}

// Of resolves the routes of a mould. An operation follows those that it names, else all of the next lower number of its
// part; of its own part those of its own lot, of another part those of every lot. Besides, it follows the last ones of
// the electrodes that it burns and of the parts that it takes up. A predecessor that is not there is passed over.
func Of(parts []Part, ops []Operation) *Mould {
	m := &Mould{parts: parts, ops: ops, lots: map[string][]int{}, routes: make([][]int, len(parts)), before: make([][]Link, len(ops))}
	for i := range parts {
		m.lots[parts[i].No] = append(m.lots[parts[i].No], i)
	}
	for i := range ops {
		m.routes[ops[i].Part] = append(m.routes[ops[i].Part], i)
	}
	for _, route := range m.routes {
		slices.SortStableFunc(route, func(a, b int) int {
			return cmp.Or(cmp.Compare(ops[a].No, ops[b].No), cmp.Compare(ops[a].Branch, ops[b].Branch))
		})
		m.order(route)
	}
	for i := range ops {
		for _, p := range ops[i].Pred {
			for _, x := range m.Find(ops[i].Part, p) {
				m.follow(i, x, Named)
			}
		}
		for _, no := range ops[i].Burns {
			for _, lot := range m.lots[no] {
				for _, x := range m.Last(lot) {
					m.follow(i, x, Burnt)
				}
			}
		}
	}
	m.build()
	return m
}

// order lets operations that name nothing follow all of the number before.
func (m *Mould) order(route []int) {
	var before, level []int // operations of the last number and of this one
	for k, o := range route {
		if k > 0 && m.ops[route[k-1]].No != m.ops[o].No {
			before, level = level, nil
		}
		level = append(level, o)
		if len(m.ops[o].Pred) == 0 {
			for _, x := range before {
				m.before[o] = append(m.before[o], Link{x, Next})
			}
		}
	}
}

// build lets parts meet: in the operation of their parent that takes them up, else in the mould's assembly.
func (m *Mould) build() {
	var loose []int // parts that meet in the assembly
	for i := range m.parts {
		p := &m.parts[i]
		parents := m.lots[p.Parent]
		switch {
		case p.Kind == Electrode:
		case p.Parent != "" && len(parents) > 0:
			for _, parent := range parents {
				m.takeUp(m.Entry(parent, p.NeededAt), i, false)
			}
		case p.Kind != Assembly:
			loose = append(loose, i)
		}
	}
	assembly, later := m.meeting()
	for _, part := range loose {
		m.takeUp(assembly, part, later)
	}
}

// takeUp lets operations follow the last ones of a part. Where parts meet in a later assembly than their routes were
// checked with, none is made to wait for itself.
func (m *Mould) takeUp(entry []int, part int, later bool) {
	for _, o := range entry {
		for _, x := range m.Last(part) {
			if !later || !m.reaches(x, o) {
				m.follow(o, x, BuiltIn)
			}
		}
	}
}

// meeting is where parts without a parent meet: the first operation of the first assembly without a parent, by number,
// that has something left to do. later says that one before it is done.
func (m *Mould) meeting() (entry []int, later bool) {
	var numbers []string
	for i := range m.parts {
		if p := &m.parts[i]; p.Kind == Assembly && p.Parent == "" && len(m.routes[i]) > 0 {
			numbers = append(numbers, p.No)
		}
	}
	slices.Sort(numbers)
	for k, no := range slices.Compact(numbers) {
		left := slices.ContainsFunc(m.lots[no], m.hasLeft)
		if k > 0 && !left {
			continue
		}
		entry, later = nil, k > 0
		for _, lot := range m.lots[no] {
			entry = append(entry, m.Entry(lot, 0)...)
		}
		if left {
			break
		}
	}
	return entry, later
}

func (m *Mould) hasLeft(part int) bool {
	return slices.ContainsFunc(m.routes[part], func(o int) bool { return !m.ops[o].Gone })
}

// follow notes a link once. What has another reason than an electrode stays when the electrode has burnt.
func (m *Mould) follow(op, before int, why Why) {
	switch i := slices.IndexFunc(m.before[op], func(l Link) bool { return l.Op == before }); {
	case i < 0:
		m.before[op] = append(m.before[op], Link{before, why})
	case m.before[op][i].Why == Burnt:
		m.before[op][i].Why = why
	}
}

// reaches tells that an operation follows another, directly or by way of others.
func (m *Mould) reaches(op, before int) bool {
	seen, next := map[int]bool{op: true}, []int{op}
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == before {
			return true
		}
		for _, l := range m.before[at] {
			if !seen[l.Op] {
				seen[l.Op] = true
				next = append(next, l.Op)
			}
		}
	}
	return false
}

// Before is what an operation follows directly, as the routes say, whether it is done or not.
func (m *Mould) Before(op int) []Link { return m.before[op] }

// Waits is what an operation still waits for. What is gone hands on what it waited for itself, other than electrodes:
// once it has burnt, nobody needs them. So the routes that are left never run in a circle where the whole do not.
func (m *Mould) Waits(op int) []Link {
	if !slices.ContainsFunc(m.before[op], func(l Link) bool { return l.Op == op || m.ops[l.Op].Gone }) {
		return m.before[op]
	}
	return m.left(m.before[op], op)
}

// Left are the operations that have to be done until some are: those themselves, and for what is gone among them what it
// waited for.
func (m *Mould) Left(ops []int) (left []int) {
	links := make([]Link, len(ops))
	for i, o := range ops {
		links[i] = Link{o, Next}
	}
	for _, l := range m.left(links, -1) {
		left = append(left, l.Op)
	}
	return left
}

func (m *Mould) left(links []Link, of int) (left []Link) {
	seen := map[int]bool{of: true}
	var walk func(l Link)
	walk = func(l Link) {
		if seen[l.Op] {
			return
		}
		seen[l.Op] = true
		if !m.ops[l.Op].Gone {
			left = append(left, l)
			return
		}
		for _, x := range m.before[l.Op] {
			if x.Why == Burnt {
				continue
			}
			if x.Why != BuiltIn || l.Why == Burnt {
				x.Why = l.Why
			}
			walk(x)
		}
	}
	for _, l := range links {
		walk(l)
	}
	return left
}

// IsGone tells whether an operation stands aside.
func (m *Mould) IsGone(op int) bool { return m.ops[op].Gone }

// Names tells whether an operation names what it follows.
func (m *Mould) Names(op int) bool { return len(m.ops[op].Pred) > 0 }

// Route are the operations of a part by number and branch.
func (m *Mould) Route(part int) []int { return m.routes[part] }

// Find are the operations that a predecessor means, written at an operation of a part: of a number all branches or one.
func (m *Mould) Find(part int, p Predecessor) (found []int) {
	lots := []int{part}
	if p.PartNo != "" && p.PartNo != m.parts[part].No {
		lots = m.lots[p.PartNo]
	}
	for _, lot := range lots {
		for _, o := range m.routes[lot] {
			if no := m.parts[lot].No; p.Means(no, no, m.ops[o].No, m.ops[o].Branch) {
				found = append(found, o)
			}
		}
	}
	return found
}

// Entry are all branches of the operation in which a part takes up others: of a number, 0 = its first.
func (m *Mould) Entry(part, no int) []int {
	if route := m.routes[part]; no == 0 && len(route) > 0 {
		no = m.ops[route[0]].No
	}
	return m.Find(part, Predecessor{OpNo: no})
}

// Last are all branches of the operation with the greatest number of a part.
func (m *Mould) Last(part int) []int {
	route := m.routes[part]
	if len(route) == 0 {
		return nil
	}
	return m.Find(part, Predecessor{OpNo: m.ops[route[len(route)-1]].No})
}

// Name writes an operation as a predecessor would: P1/10#a.
func (m *Mould) Name(op int) string {
	o := &m.ops[op]
	return Predecessor{PartNo: m.parts[o.Part].No, OpNo: o.No, Branch: o.Branch}.String()
}
