package app

import (
	"context"

	"mouldworks/internal/identity"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// fileOwners are the people and departments that a workbook may name: those whom its sender sees. The user name of a person and the
// code of a department come before names, which count where one alone has them.
func fileOwners(ctx context.Context, tx store.Tx) (*production.Owners, error) {
	var people []identity.Member
	if err := tx.Seen(&people).Order("real_name", "id").Scan(ctx); err != nil {
		return nil, err
	}
	var departments []org.Department
	if err := tx.Seen(&departments).Order("code").Scan(ctx); err != nil {
		return nil, err
	}
	o := &production.Owners{Names: map[string]string{}}
	keys, names := map[string]string{}, newSoleNames()
	for i, e := range entriesOf(tx, people) {
		keys[people[i].UserName], o.Names[e.ID] = e.ID, e.Name
		names.add(e.Name, e.ID)
		if e.Out.Zh != "" {
			o.Invalid = append(o.Invalid, e.ID)
		}
	}
	o.People = names.below(keys)
	keys, names = map[string]string{}, newSoleNames()
	for i := range departments {
		d := &departments[i]
		keys[d.Code], o.Names[d.ID] = d.ID, d.Name
		names.add(d.Name, d.ID)
		names.add(d.EnglishName, d.ID)
		if !d.Valid {
			o.Invalid = append(o.Invalid, d.ID)
		}
	}
	o.Departments = names.below(keys)
	return o, nil
}

// soleNames are names of records, those left out that several have in some spelling.
type soleNames struct {
	ids   map[string]string // by name
	first map[string]string // by name as it is compared: who has it, "" for several
}

func newSoleNames() *soleNames {
	return &soleNames{ids: map[string]string{}, first: map[string]string{}}
}

func (n *soleNames) add(name, id string) {
	if name == "" {
		return
	}
	key := cell.Key(name)
	if other, taken := n.first[key]; taken && other != id {
		id = ""
	}
	n.first[key] = id
	n.ids[name] = id
}

// below adds the names to unique keys, which come first.
func (n *soleNames) below(keys map[string]string) map[string]string {
	for name, id := range n.ids {
		if _, taken := keys[name]; !taken && id != "" && n.first[cell.Key(name)] == id {
			keys[name] = id
		}
	}
	return keys
}
