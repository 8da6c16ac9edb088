package sheet

import (
	"archive/zip"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// A spreadsheet program keeps a time, a duration and a date as a number of days, and a percentage as a part of one; its format
// alone says which. Such a cell is read as it is shown, 1:30, 2026-03-20 or 85%, so that no column takes it for a plain number.

// shownAs is what the format of a number shows.
type shownAs uint8

const (
	asNumber shownAs = iota
	asTime           // a time of day or a duration
	asDate           // whatever time of day stands behind it
	asMoment         // a date and its time of day, midnight included
	asPercent
)

// builtIn says what the formats show that files name by number alone, those of Chinese and Japanese programs included.
func builtIn(format int) shownAs {
	switch {
	case format == 22:
		return asMoment
	case format >= 14 && format <= 17, format >= 27 && format <= 31, format == 36, format >= 50 && format <= 54, format == 57, format == 58:
		return asDate
	case format >= 18 && format <= 21, format >= 32 && format <= 35, format >= 45 && format <= 47, format == 55, format == 56:
		return asTime
	case format == 9, format == 10:
		return asPercent
	}
	return asNumber
}

// formatShows says what a format of the file's own shows: letters of dates and times, or a percent sign, outside quotes and brackets.
func formatShows(code string) shownAs {
	code, _, _ = strings.Cut(code, ";")
	quoted := false
	var letters strings.Builder
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return asNumber
			}
			if inside := strings.ToLower(code[i+1 : i+end]); strings.Trim(inside, "h") == "" || strings.Trim(inside, "m") == "" || strings.Trim(inside, "s") == "" {
				letters.WriteString("h") // elapsed time
			}
			i += end
		default:
			letters.WriteByte(c)
		}
	}
	plain := strings.ToLower(letters.String())
	isDay := strings.ContainsAny(exponents.Replace(plain), "ydegb") || strings.Contains(plain, "aaa")
	switch {
	case strings.Contains(plain, "%"):
		return asPercent
	case isGeneral(plain) || strings.ContainsAny(plain, "#@"):
		return asNumber
	case isDay && strings.Contains(plain, "h"):
		return asMoment
	case isDay:
		return asDate
	case strings.ContainsAny(plain, "hs"):
		return asTime
	case strings.Contains(plain, "m"):
		return asDate
	}
	return asNumber
}

// exponents are those of numbers: e alone is the year of an emperor, as g is his era, b the Buddhist year and aaa the weekday.
var exponents = strings.NewReplacer("e+", "", "e-", "")

// isGeneral tells of a format in small letters that it shows a number as it is.
func isGeneral(plain string) bool {
	for _, word := range general {
		if strings.HasPrefix(plain, strings.ToLower(word)) {
			return true
		}
	}
	return false
}

const (
	secondsOfDay = 24 * 60 * 60
	firstDate    = 32_874 // 1990-01-01: who shows less of a larger number still means a date
	lastDate     = 200_000
	maxPart      = 1e6 // of a percentage
)

// shown writes a number of days, or a part of one, as its format shows it; ok is false where that is no time, date or percentage
// of ours.
func shown(text string, as shownAs, date1904 bool) (_ string, ok bool) {
	if as == asNumber {
		return "", false
	}
	days, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && as == asPercent && math.Abs(days) < maxPart {
		return strconv.FormatFloat(math.Round(days*1e8)/1e6, 'f', -1, 64) + "%", true
	}
	if err != nil || math.IsNaN(days) || days < 0 || days > lastDate {
		return "", false
	}
	if as == asTime && days < firstDate {
		seconds := int64(math.Round(days * secondsOfDay))
		clock := strconv.FormatInt(seconds/3600, 10) + ":" + twoDigits(seconds/60%60)
		if seconds%60 != 0 {
			clock += ":" + twoDigits(seconds%60)
		}
		return clock, true
	}
	if days < 1 {
		return "", false
	}
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if date1904 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	whole := math.Floor(days)
	seconds := int(math.Round((days - whole) * secondsOfDay))
	day := epoch.AddDate(0, 0, int(whole))
	switch at := day.Add(time.Duration(seconds) * time.Second); {
	case as == asDate, seconds%secondsOfDay == 0 && as != asMoment:
		return at.Format(time.DateOnly), true
	case seconds%60 == 0:
		return at.Format("2006-01-02 15:04"), true
	default: // whoever reads it knows what becomes of seconds
		return at.Format(time.DateTime), true
	}
}

func twoDigits(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// readStyles learns what the formats of the cells show, by the number that a cell names.
func (w *workbook) readStyles(f *zip.File) error {
	own, inCells := map[int]ownFormat{}, false
	return w.read(f, maxStyles, func(_ *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(attribute(e, "numFmtId")); err == nil {
				own[id] = readFormat(attribute(e, "formatCode"))
			}
		case "cellXfs":
			inCells = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if !inCells {
				return nil
			}
			id, _ := strconv.Atoi(attribute(e, "numFmtId"))
			format, named := own[id]
			if !named {
				format.shows = builtIn(id)
			}
			w.formats = append(w.formats, format)
		}
		return nil
	})
}

// formatOf is the format of a cell, by its attribute s.
func (w *workbook) formatOf(style string) ownFormat {
	if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(w.formats) {
		return w.formats[i]
	}
	return ownFormat{}
}
