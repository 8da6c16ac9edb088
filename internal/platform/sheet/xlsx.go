package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Reading an xlsx: the archive, its directory of sheets. Only the parts that carry cells are unpacked, one after the
// other and as a stream: pictures and whatever else a file brings along cost nothing.

// maxParts bounds the files inside an xlsx, and its sheets; a large workbook of people has some dozens.
const maxParts = 2000

// MaxSheets is how many sheets a file has at most, whatever its format.
const MaxSheets = maxParts

// maxDirectory bounds the elements that are read of the directory of the sheets.
const maxDirectory = 10 * maxParts

var errEnough = errors.New("the rest is not needed")

// workbook is an opened archive.
type workbook struct {
	ctx      context.Context
	elements int                  // of the parts that were read, together
	tallies  map[*zip.File]tally  // of these parts
	parts    map[string]*zip.File // by name in lower case, without a slash at the start
	limits   Limits
	date1904 bool
	sheets   []worksheetPart
	texts    texts
	formats  []ownFormat // of the cells, by the number that a cell names
}

// worksheetPart is one sheet with cells.
type worksheetPart struct {
	name   string
	file   *zip.File
	hidden bool
}

// crowded says that the archive's directory has too many entries; told before anything is made of them.
func crowded(data []byte) bool { return bytes.Count(data, []byte("PK\x01\x02")) > maxParts }

// openArchive checks the directory of the archive before anything is unpacked. The archive reader refuses a part that
// turns out larger than its entry says, so the sum here is binding.
func openArchive(ctx context.Context, data []byte, limits Limits) (*workbook, error) {
	if crowded(data) {
		return nil, &Error{Kind: TooManyParts, Limit: maxParts}
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &Error{Kind: Damaged, Cause: err}
	}
	w := &workbook{ctx: ctx, parts: make(map[string]*zip.File, len(archive.File)), tallies: map[*zip.File]tally{}, limits: limits}
	var sum uint64
	for _, f := range archive.File {
		if f.UncompressedSize64 > uint64(limits.Unpacked) {
			return nil, &Error{Kind: TooLarge, Part: f.Name, Limit: limits.Unpacked}
		}
		sum += f.UncompressedSize64
		name := partName(f.Name)
		if w.parts[name] != nil {
			return nil, &Error{Kind: Damaged, Part: f.Name, Cause: errors.New("two parts of one name")}
		}
		w.parts[name] = f
	}
	if sum > uint64(limits.Unpacked) {
		return nil, &Error{Kind: TooLarge, Limit: limits.Unpacked}
	}
	if w.parts["mimetype"] != nil && w.parts["meta-inf/manifest.xml"] != nil {
		return nil, &Error{Kind: NotWorkbook, Content: ContentOpen, Cause: errors.New("an OpenDocument, but no workbook")}
	}
	if w.parts["[content_types].xml"] == nil {
		return nil, &Error{Kind: NotWorkbook, Content: ContentArchive, Cause: errors.New("a zip archive, but no workbook")}
	}
	return w, nil
}

// document tells which program wrote an archive that is no workbook.
func (w *workbook) document() Content {
	switch {
	case w.parts["word/document.xml"] != nil:
		return ContentWord
	case w.parts["ppt/presentation.xml"] != nil:
		return ContentSlides
	}
	return ContentDocument
}

// partName folds a name as the format does: upper and lower case are one, and some programs write backslashes.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// link is one entry of a part's list of links.
type link struct{ kind, target string }

// links reads what a part refers to, by id.
func (w *workbook) links(of string) (map[string]link, error) {
	links := map[string]link{}
	dir, base := path.Split(of)
	f := w.parts[dir+"_rels/"+base+".rels"]
	if f == nil {
		return links, nil
	}
	entries := 0
	err := w.read(f, maxElements, func(_ *part, e xml.StartElement) error {
		if e.Name.Local != "Relationship" {
			return nil
		}
		if entries++; entries > maxParts { // not len(links): entries may share an id
			return &Error{Kind: TooManyParts, Part: f.Name, Limit: maxParts}
		}
		target := attribute(e, "Target")
		if !strings.HasPrefix(target, "/") && !strings.HasPrefix(target, `\`) {
			target = path.Join(dir, strings.ReplaceAll(target, `\`, "/"))
		}
		links[attribute(e, "Id")] = link{path.Base(attribute(e, "Type")), partName(target)}
		return nil
	})
	return links, err
}

// read walks all elements of a part, of which there may be most.
func (w *workbook) read(f *zip.File, most int, element func(*part, xml.StartElement) error) error {
	p, err := w.open(f, most)
	if err != nil {
		return err
	}
	defer p.close()
	for {
		t, err := p.next()
		if err != nil || t == nil {
			return err
		}
		if e, ok := t.(xml.StartElement); ok {
			if err := element(p, e); err != nil {
				return err
			}
		}
	}
}

// isSet reads a flag of the format.
func isSet(flag string) bool { return flag == "1" || flag == "true" }

// directory finds the sheets, in their order, and the shared texts.
func (w *workbook) directory() error {
	main := "xl/workbook.xml"
	links, err := w.links("")
	if err != nil {
		return err
	}
	for _, l := range links {
		if l.kind == "officeDocument" {
			main = l.target
		}
	}
	f := w.parts[main]
	if f == nil || strings.HasSuffix(main, ".bin") { // an xlsb holds its parts in bytes
		return &Error{Kind: NotWorkbook, Content: w.document(), Cause: errors.New("an archive without a workbook")}
	}
	if links, err = w.links(main); err != nil {
		return err
	}
	used := map[*zip.File]bool{}
	err = w.read(f, maxElements, func(p *part, e xml.StartElement) error {
		if p.elements > maxDirectory {
			return &Error{Kind: TooManyElements, Part: f.Name, Limit: maxDirectory}
		}
		switch e.Name.Local {
		case "definedNames": // behind the sheets; nothing that follows is of use here
			return errEnough
		case "workbookPr":
			w.date1904 = isSet(attribute(e, "date1904"))
		case "sheet":
			name, id := attribute(e, "name"), attribute(e, "id")
			l, known := links[id]
			if known && l.kind != "worksheet" { // charts and macros have no cells
				return nil
			}
			part := w.parts[l.target]
			if !known || part == nil || used[part] {
				return &Error{Kind: Damaged, Part: f.Name, Sheet: name, Cause: fmt.Errorf("sheet %q has no part of its own", name)}
			}
			used[part] = true
			state := strings.ToLower(attribute(e, "state"))
			w.sheets = append(w.sheets, worksheetPart{name, part, state == "hidden" || state == "veryhidden"})
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	if len(w.sheets) == 0 {
		return &Error{Kind: NotWorkbook, Content: w.document(), Cause: errors.New("a document without a sheet")}
	}
	for _, l := range links {
		if l.kind == "styles" && w.parts[l.target] != nil {
			if err := w.readStyles(w.parts[l.target]); err != nil {
				return err
			}
		}
	}
	for _, l := range links {
		if l.kind == "sharedStrings" && w.parts[l.target] != nil {
			return w.readTexts(w.parts[l.target])
		}
	}
	return nil
}

func readXLSX(ctx context.Context, data []byte, limits Limits, visit func(Row) error) error {
	w, err := openArchive(ctx, data, limits)
	if err != nil {
		return err
	}
	if err := w.directory(); err != nil {
		return err
	}
	count := &counter{limits: limits}
	for _, s := range w.sheets {
		if err := w.readSheet(s, count, visit); err != nil {
			return err
		}
	}
	if !count.begun {
		return &Error{Kind: Empty}
	}
	return nil
}
