package production

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// What was checked is what is written: a check keeps a fingermark of everything that it was about to do, and the commit
// leaves out each mould and each record of the basic data of which it would do something else by now.

// seen is what the check of a file was about to write.
type seen struct {
	Moulds  map[string]string `json:"moulds"`  // by scope: fingermark of its rows to write and of the stored rows below them
	Records map[string]int64  `json:"records"` // of the basic data, by sheet and key: version of the stored record, 0 for a new one
	Refused map[string]bool   `json:"refused"` // rows of the basic data that it would not take, by sheet and key
}

var (
	msgMeanwhile       = L("检查之后此模具已被他人修改，请重新检查此文件", "Somebody has changed this mould since the file was checked: check the file again")
	msgTypeMeanwhile   = L("检查之后该工艺和零件类型的可用资源已被他人修改，请重新检查此文件", "Somebody has changed the machines of this process and part type since the file was checked: check the file again")
	msgMendedMeanwhile = L("此行在检查时有错误，现在已可导入，请重新检查此文件", "This row had an error when the file was checked and would be taken now: check the file again")
	msgRecordMeanwhile = L("检查之后此记录已被他人修改，请重新检查此文件", "Somebody has changed this record since the file was checked: check the file again")
)

// ruleMeanwhile is the rule of what changed between the check of a file and its commit.
const ruleMeanwhile = "changedMeanwhile"

// meanwhile words that what a scope holds has changed since the file was checked.
func meanwhile(scope workbook.Scope) problem.Text {
	if scope.Mould == "" {
		return msgTypeMeanwhile
	}
	return msgMeanwhile
}

// outdated finds the moulds that this plan would change otherwise than the check has said, and tells whether there are any
// that were not known of: they stay out as a whole.
func (in *importer) outdated() bool {
	if in.upload.seen == nil {
		return false
	}
	found := false
	for scope, mark := range in.fingerprints() {
		if in.changed[scope] || in.upload.seen.Moulds[scopeName(scope)] == mark {
			continue
		}
		for i := range in.pass.rows {
			row := &in.pass.rows[i]
			if row.scope == scope && row.Row > 0 {
				in.changed[scope], found = true, true
				in.found.faults.Add(workbook.Fault{
					Sheet: row.Sheet, Part: row.Part, Row: row.Row, Value: scope.Mould, Rule: ruleMeanwhile, Level: workbook.Error, Text: meanwhile(scope), Scope: scope, Key: row.key,
				})
				if scope.Mould != "" {
					in.result.NotWritten = append(in.result.NotWritten, scope.Mould)
				}
				break
			}
		}
	}
	slices.Sort(in.result.NotWritten)
	return found
}

// outdatedRecord refuses a record of the basic data that is not what it was when the file was checked, at the column of its key.
func (in *importer) outdatedRecord(sheet, column, key string, version int64) error {
	if in.upload.seen == nil {
		return nil
	}
	why := msgRecordMeanwhile
	switch before, planned := in.upload.seen.Records[recordName(sheet, key)]; {
	case planned && before == version:
		return nil
	case !planned && in.upload.seen.Refused[recordName(sheet, cell.Key(key))]:
		why = msgMendedMeanwhile
	}
	return problem.Invalid(problem.Field(column, ruleMeanwhile, why))
}

func recordName(sheet, key string) string { return sheet + "\n" + key }

func scopeName(s workbook.Scope) string {
	return s.Mould + "\n" + s.Process + "\n" + s.PartType
}

// sight is what this plan is about to write.
func (in *importer) sight() *seen {
	s := &seen{map[string]string{}, map[string]int64{}, map[string]bool{}}
	for scope, mark := range in.fingerprints() {
		s.Moulds[scopeName(scope)] = mark
	}
	for i := range in.saves {
		row := &in.saves[i]
		s.Records[recordName(row.Sheet, row.Key.String())] = row.Version
	}
	for row := range in.refusals.masters {
		s.Refused[recordName(row.sheet, row.name)] = true
	}
	return s
}

// fingerprints tell apart what two plans do to a mould: its rows with what becomes of each, and the versions of the stored
// rows that are changed or removed. Rows that stay as they are do not count: a report from the shop floor keeps no file out.
func (in *importer) fingerprints() map[workbook.Scope]string {
	lines := map[workbook.Scope][]string{}
	for i := range in.pass.rows {
		row := &in.pass.rows[i]
		if row.Action == ActionSame || row.Action == ActionRefused || in.shape(row.Sheet).Master || row.key == nil {
			continue
		}
		line := row.Action + " " + row.Sheet + " " + row.Key
		if k, isReport := row.key.(workbook.ReportKey); isReport && row.Sheet == "progress" { // it comes after the newest one
			line += " " + stored(in.loaded.progress, k).ID
		}
		lines[row.scope] = append(lines[row.scope], line)
	}
	versions := in.loaded.rowVersions()
	prints := map[workbook.Scope]string{}
	for scope, w := range in.writes {
		if w.size()+len(w.touched) == 0 {
			continue
		}
		all := lines[scope]
		note := func(id string) { all = append(all, id+" "+strconv.FormatInt(versions[id], 10)) }
		for _, row := range w.changed {
			note(row.Kept().ID)
		}
		for id := range w.touched {
			note(id)
		}
		for _, id := range slices.Concat(w.removed.links, w.removed.resources, w.removed.progress, w.removed.orders, w.removed.operations, w.removed.batches, w.removed.parts) {
			note(id)
		}
		slices.Sort(all)
		sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
		prints[scope] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// rowVersions are the versions of all stored rows, by their ids.
func (s *stock) rowVersions() map[string]int64 {
	versions := map[string]int64{}
	noteVersions(versions, s.moulds)
	noteVersions(versions, s.parts)
	noteVersions(versions, s.operations)
	noteVersions(versions, s.links)
	noteVersions(versions, s.resources)
	noteVersions(versions, s.eligible)
	noteVersions(versions, s.batches)
	noteVersions(versions, s.progress)
	noteVersions(versions, s.orders)
	for _, orders := range s.further {
		for _, o := range orders {
			versions[o.ID] = o.Version
		}
	}
	return versions
}

func noteVersions[K comparable, T any, P interface {
	*T
	store.Record
}](versions map[string]int64, rows map[K]P) {
	for _, row := range rows {
		versions[row.Kept().ID] = row.Kept().Version
	}
}
