package program

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mouldworks/internal/platform/problem"
)

// Limits of an upload and of the files of an operation.
const (
	mostFiles   = 20
	longestName = 100
)

// Endings by what stands behind them. What is text for a control is also read; of what only a maker's own software
// reads, nothing is known but that it must not be empty.
var (
	controlText  = strings.Fields("nc cnc tap mpf spf h i iso eia min pim ptp prg txt gcode")
	makersFormat = strings.Fields("cmd job edm xml dat")
	sheetEndings = strings.Fields("pdf xlsx xls csv png jpg jpeg")
)

// kindOf tells a file's kind by its ending; a name without one is a program, as Fanuc controls call theirs.
func kindOf(name string) (Kind, bool) {
	ending := endingOf(name)
	switch {
	case slices.Contains(sheetEndings, ending):
		return Sheet, true
	case ending == "", slices.Contains(controlText, ending), slices.Contains(makersFormat, ending):
		return Program, true
	}
	return "", false
}

func endingOf(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

var (
	msgEmpty     = L("文件是空的", "the file is empty")
	msgFormat    = L("文件格式不支持", "file format not supported")
	msgName      = L("文件名须为 1 到 %d 个字符，且不含控制字符", "the file's name must have 1 to %d characters, and no control characters")
	msgSame      = L("同一次上传中有两个同名文件", "two files of this upload have the same name")
	msgNoSheet   = L("此工段只接收程序，不接收程序单", "this section takes programs, not program sheets")
	msgNoProgram = L("此工段只接收程序单，不接收程序", "this section takes program sheets, not programs")
	msgControl   = L("第 %d 行有控制字符（0x%02X），文件不是程序或已损坏", "line %d has a control character (0x%02X): the file is no program, or damaged")
	msgCutShort  = L("没有程序结束指令（M30、M02、M99、M17、RET 或 END PGM），文件可能不完整", "there is no end of the program (M30, M02, M99, M17, RET or END PGM): the file may be cut short")
)

// upload is a file as it came.
type upload struct {
	name    string
	kind    Kind
	content []byte
}

// finding says what is wrong with one file.
type finding struct {
	name string
	text problem.Text
}

// findings is the data of a refusal: every fault of every file, by its name.
type findings []finding

// Localise words the findings.
func (f findings) Localise(lang string) any {
	items := make([]string, len(f))
	for i, one := range f {
		items[i] = one.name + L("：", ": ").In(lang) + one.text.In(lang)
	}
	return map[string]any{"title": L("发现的问题", "What was found").In(lang), "items": items}
}

// check holds files against what a section takes in and what a control can read.
func check(files []upload, takes Takes) findings {
	var found findings
	seen := map[string]bool{}
	for i := range files {
		f := &files[i]
		add := func(text problem.Text, args ...any) { found = append(found, finding{f.name, text.With(args...)}) }
		if n := utf8.RuneCountInString(f.name); n == 0 || n > longestName || strings.ContainsFunc(f.name, unicode.IsControl) {
			add(msgName, longestName)
			continue
		}
		if key := strings.ToLower(f.name); seen[key] {
			add(msgSame)
		} else {
			seen[key] = true
		}
		kind, known := kindOf(f.name)
		f.kind = kind
		switch {
		case !known:
			add(msgFormat)
		case !takes.accepts(kind) && kind == Sheet:
			add(msgNoSheet)
		case !takes.accepts(kind):
			add(msgNoProgram)
		case len(bytes.TrimSpace(f.content)) == 0:
			add(msgEmpty)
		case kind == Program && !slices.Contains(makersFormat, endingOf(f.name)):
			if line, char, bad := controlCharacter(f.content); bad {
				add(msgControl, line, char)
			} else if !ends(f.content) {
				add(msgCutShort)
			}
		}
	}
	return found
}

// controlCharacter finds the first byte that no control reads: everything below space but white space, the end of file
// of DOS and the start and stop of a serial line (DC1 to DC4).
func controlCharacter(content []byte) (line int, char byte, found bool) {
	line = 1
	for _, c := range content {
		switch {
		case c == '\n':
			line++
		case c == '\t', c == '\r', c == '\f', c == 0x1A, c >= 0x11 && c <= 0x14:
		case c < ' ', c == 0x7F:
			return line, c, true
		}
	}
	return 0, 0, false
}

var (
	comment = regexp.MustCompile(`\([^)\n]*\)|;[^\n]*`)
	// The ends of main programs and subprograms: ISO (DIN 66025), Fanuc, Siemens, Heidenhain.
	programEnd = regexp.MustCompile(`(?i)(?:^|[^A-Z])M0?(?:2|30|99|17)(?:[^0-9.]|$)|(?m:^\s*(?:N\d+\s*)?RET\b)|(?:^|[^A-Z])END PGM\b`)
)

// ends tells whether a program says where it ends, outside its comments.
func ends(content []byte) bool { return programEnd.Match(comment.ReplaceAll(content, nil)) }
