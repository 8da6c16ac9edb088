package program

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
)

// ERR-17: what is wrong with a program is said by file, and by line where there is one.
func TestFaultyProgramsAreFound(t *testing.T) {
	good := "%\nO1001 (CAVITY M2601)\nG0 X0 Y0\nM30\n%\n"
	for name, c := range map[string]struct {
		file  upload
		takes Takes
		want  string
	}{
		"a good one":                   {upload{name: "O1001.NC", content: []byte(good)}, TakesBoth, ""},
		"Fanuc without an ending":      {upload{name: "O1001", content: []byte("O1001\r\nM99\r\n")}, TakesProgram, ""},
		"Siemens":                      {upload{name: "POCKET.SPF", content: []byte("N10 G0 X0\nN20 RET\n")}, TakesBoth, ""},
		"Heidenhain":                   {upload{name: "26.h", content: []byte("0 BEGIN PGM 26 MM\n9 END PGM 26 MM")}, TakesBoth, ""},
		"M2 at the end of a block":     {upload{name: "w.iso", content: []byte("G01X1.5M2")}, TakesBoth, ""},
		"a tape with DC1 and EOF":      {upload{name: "a.tap", content: []byte("\x11O1\nM02\n\x13\x1A")}, TakesBoth, ""},
		"what only the maker reads":    {upload{name: "edm.job", content: []byte{0, 1, 2}}, TakesBoth, ""},
		"a sheet":                      {upload{name: "sheet.pdf", content: []byte("%PDF")}, TakesBoth, ""},
		"cut short":                    {upload{name: "a.nc", content: []byte("O1\nG0 X30.\nG1 X2")}, TakesBoth, "a.nc: there is no end of the program"},
		"M20, M300 and M30.5 no end":   {upload{name: "a.nc", content: []byte("M20 M300 M30.5 XM30")}, TakesBoth, "a.nc: there is no end of the program"},
		"an end in a comment":          {upload{name: "a.nc", content: []byte("O1 (M30)\nG0 X3 ; M30\n")}, TakesBoth, "a.nc: there is no end of the program"},
		"a picture under a false name": {upload{name: "a.nc", content: []byte("\x89PNG\r\n\x1a\n\x00\x00M30")}, TakesBoth, "a.nc: line 3 has a control character (0x00)"},
		"empty":                        {upload{name: "a.nc", content: []byte(" \n")}, TakesBoth, "a.nc: the file is empty"},
		"an empty sheet":               {upload{name: "a.pdf"}, TakesBoth, "a.pdf: the file is empty"},
		"another kind of file":         {upload{name: "a.exe", content: []byte("MZ")}, TakesBoth, "a.exe: file format not supported"},
		"a sheet too many":             {upload{name: "a.pdf", content: []byte("x")}, TakesProgram, "a.pdf: this section takes programs"},
		"a program too many":           {upload{name: "a.nc", content: []byte(good)}, TakesSheet, "a.nc: this section takes program sheets"},
		"no name":                      {upload{name: "", content: []byte(good)}, TakesBoth, ": the file's name"},
		"a long name":                  {upload{name: strings.Repeat("a", 98) + ".nc", content: []byte(good)}, TakesBoth, "the file's name"},
	} {
		found := check([]upload{c.file}, c.takes)
		said := found.Localise(problem.English).(map[string]any)["items"].([]string)
		if c.want == "" && len(said) > 0 || c.want != "" && (len(said) != 1 || !strings.Contains(said[0], c.want)) {
			t.Errorf("%s: %q", name, said)
		}
	}
	twice := check([]upload{{name: "A.nc", content: []byte(good)}, {name: "a.NC", content: []byte(good)}, {name: "b.nc", content: []byte("G0")}}, TakesBoth)
	if len(twice) != 2 || twice[0].name != "a.NC" || twice[1].name != "b.nc" {
		t.Errorf("every fault of every file: %v", twice)
	}
	if zh := twice.Localise(problem.Chinese).(map[string]any); zh["title"] != "发现的问题" || !strings.Contains(zh["items"].([]string)[0], "同名") || !strings.HasPrefix(zh["items"].([]string)[0], "a.NC：") {
		t.Errorf("in Chinese: %v", zh)
	}
}

// What a section asks for is there once every kind is.
func TestAnOperationIsCompleteByWhatItsSectionTakes(t *testing.T) {
	for takes, complete := range map[Takes][]string{TakesBoth: {"ps"}, TakesSheet: {"s", "ps"}, TakesProgram: {"p", "ps"}} {
		for _, there := range []string{"", "p", "s", "ps"} {
			v := View{Operation: Operation{Takes: takes}}
			if strings.Contains(there, "p") {
				v.Files = append(v.Files, FileView{Kind: Program})
			}
			if strings.Contains(there, "s") {
				v.Files = append(v.Files, FileView{Kind: Sheet})
			}
			if v.complete() != slices.Contains(complete, there) {
				t.Errorf("takes %d, there %q: %v", takes, there, v.complete())
			}
		}
	}
}
