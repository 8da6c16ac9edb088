package app

import (
	"context"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
)

// englishNames reads what English screens call what plans name. Machines are called the same everywhere; a section has a Chinese
// name beside the short one, which English screens show.
func englishNames(ctx context.Context, tx store.Tx) (*model.EnglishNames, error) {
	var processes []basedata.Process
	var groups []basedata.Group
	var sections []basedata.Section
	var suppliers []basedata.Supplier
	var customers []basedata.Customer
	for _, q := range []*store.Select{
		tx.Select(&processes).Columns("name", "english_name").Where("english_name <> ''"), tx.Select(&groups).Columns("name", "english_name").Where("english_name <> ''"),
		tx.Select(&sections).Columns("name", "chinese_name"), tx.Select(&suppliers).Columns("name", "english_name").Where("english_name <> ''"),
		tx.Select(&customers).Columns("name", "english_name").Where("english_name <> ''"),
	} {
		if err := q.Scan(ctx); err != nil {
			return nil, err
		}
	}
	n := &model.EnglishNames{Processes: map[string]string{}, Groups: map[string]string{}, Sections: map[string]string{}, Resources: map[string]string{}, Customers: map[string]string{}}
	for _, p := range processes {
		n.Processes[p.Name] = p.EnglishName
	}
	for _, g := range groups {
		n.Groups[g.Name], n.Resources[g.Name] = g.EnglishName, g.EnglishName
	}
	for _, s := range sections {
		n.Sections[s.ChineseName] = s.Name
	}
	for _, s := range suppliers {
		n.Resources[s.Name] = s.EnglishName
	}
	for _, c := range customers {
		n.Customers[c.Name] = c.EnglishName
	}
	return n, nil
}
