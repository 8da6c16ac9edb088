package resource

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

var (
	msgRequired = problem.L("%s不能为空", "%s cannot be empty")
	msgDash     = problem.L("%s不能只是“-”：在文件中它表示清空", "%s cannot be “-” alone: in files it clears a cell")
	msgMaxLen   = problem.L("%s不能超过 %d 个字符", "%s must be at most %d characters")
	msgPattern  = problem.L("%s：%s", "%s: %s")
	msgLow      = problem.L("%s不能小于 %v", "%s must be %v or more")
	msgShort    = problem.L("%s至少 1 分钟（0.02 小时），没有则填 0", "%s must be at least 1 minute (0.02 hours), or 0")
	msgHigh     = problem.L("%s不能大于 %v", "%s must be %v or less")
	msgChoice   = problem.L("%s的取值无效", "%s has an unknown value")
	msgTaken    = problem.L("%s“%v”已存在", "%s “%v” already exists")
	msgBeside   = problem.L("%s“%v”已存在（%s）", "%s “%v” already exists (%s)")
	msgLike     = problem.L("%s“%v”", "%s “%v”")
	msgExists   = problem.L("%s已存在", "%s already exists")
	msgNoRef    = problem.L("%s不存在", "%s does not exist")
	msgNoRefs   = problem.L("%s中有一项不存在", "%s: one of those chosen does not exist")
	msgTooLarge = problem.L("%s过大", "%s is too large")
	msgNumber   = problem.L("%s必须是数字", "%s must be a number")
	msgWhole    = problem.L("%s必须是整数", "%s must be a whole number")
	msgDate     = problem.L("%s必须是日期，例如 2026-03-20", "%s must be a date such as 2026-03-20")
	msgMoment   = problem.L("%s必须是日期，可以加上时间，例如 2026-03-20 或 2026-03-20 17:00", "%s must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00")
	msgNoDay    = problem.L("%s：%s", "%s: %s")
	msgPast     = problem.L("须在 %d 年到今天之间", "It must lie between the year %d and today")
	msgFlag     = problem.L("%s必须是“是”或“否”", "%s must be yes or no")
	msgText     = problem.L("%s必须是文本", "%s must be a text")
	msgTime     = problem.L("%s必须是时间，例如 08:00", "%s must be a time such as 08:00")
	msgID       = problem.L("%s必须是记录的 ID", "%s must be the id of a record")
	msgIDs      = problem.L("%s必须是记录 ID 的列表", "%s must be a list of ids of records")
	msgList     = problem.L("%s必须是列表", "%s must be a list")
	msgForeign  = problem.L("“%s”仅适用于%s为“%s”的记录", "“%s” is for records with %s “%s” only")
	msgSurplus  = problem.L("%s：一行最多 %d 个值，各行用分号隔开：%s", "%s: a line has at most %d values, and semicolons part the lines: %s")
	msgRepeated = problem.L("%s重复", "%s appears twice")
	msgMost     = problem.L("%s最多 %d 行", "%s can have at most %d lines")
	msgUnknown  = problem.L("没有字段%s", "There is no field %s")
	timePattern = regexp.MustCompile(`^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$`)
)

func wrongType(f *Field) problem.Text {
	switch f.Kind {
	case KindInteger:
		return msgWhole
	case KindDecimal, KindHours:
		return msgNumber
	case KindDate:
		return msgDate
	case KindInstant:
		return msgMoment
	case KindFlag:
		return msgFlag
	case KindChoice:
		return msgChoice
	case KindTime:
		return msgTime
	case KindReference:
		return msgID
	case KindReferences:
		return msgIDs
	default:
		return msgText
	}
}

// check holds every declared limit of one row against it. It is the only field validation there is: the API, bulk
// changes and imports all come here.
func check(fields []*Field, row reflect.Value, prefix string, today quantity.Date) (bad []problem.FieldError) {
	for _, f := range fields {
		fail := func(rule string, t problem.Text, args ...any) {
			bad = append(bad, problem.Field(prefix+f.Key, rule, t, append([]any{f.Label}, args...)...))
		}
		if f.empty(row) {
			if f.Needed && !f.ReadOnly {
				fail("required", msgRequired)
			}
			continue
		}
		v := f.value(row)
		switch f.Kind {
		case KindText, KindLongText, KindSecret:
			if f.IsUnique && cell.IsDash(v.String()) {
				fail("dash", msgDash)
			} else if f.MaxLength > 0 && utf8.RuneCountInString(v.String()) > f.MaxLength {
				fail("maxLength", msgMaxLen, f.MaxLength)
			} else if f.re != nil && !f.re.MatchString(v.String()) {
				fail("pattern", msgPattern, f.HintText.Inside())
			}
		case KindTime:
			if !timePattern.MatchString(v.String()) {
				fail("time", msgTime)
			}
		case KindChoice:
			if !slices.ContainsFunc(f.Options, func(o Option) bool { return int64(o.Value) == v.Int() }) {
				fail("choice", msgChoice)
			}
		case KindInteger:
			f.bounds(float64(v.Int()), fail)
		case KindDecimal:
			f.bounds(quantity.Decimal(v.Int()).Float(), fail)
		case KindHours:
			f.bounds(quantity.Minutes(v.Int()).Hours().Float(), fail)
		case KindLines:
			if f.Most > 0 && v.Len() > f.Most {
				fail("atMost", msgMost, f.Most)
			}
			for i := range v.Len() {
				bad = append(bad, check(f.Fields, v.Index(i), fmt.Sprintf("%s%s.%d.", prefix, f.Key, i), today)...)
			}
			bad = append(bad, repeated(f, v, prefix)...)
		case KindReferences:
			if f.Most > 0 && v.Len() > f.Most {
				fail("atMost", msgMost, f.Most)
			}
		case KindInstant:
			if !quantity.Planned(*v.Interface().(*time.Time)) {
				fail("range", msgNoDay, cell.Years.Inside())
			}
		case KindDate:
			if !f.within(quantity.Date(v.String()), today) {
				fail("range", msgNoDay, f.span().Inside())
			}
		case KindFlag, KindReference:
		}
	}
	return bad
}

// within tells whether a field may have a date.
func (f *Field) within(d, today quantity.Date) bool {
	if f.Latest == Today && d > today {
		return false
	}
	return f.first == 0 && d.Planned() || f.first != 0 && string(d) >= f.Earliest && d <= lastDay
}

// lastDay is the last one of a shop.
var lastDay = quantity.Date(fmt.Sprintf("%d-12-31", quantity.LastYear))

// span says which dates a field may have.
func (f *Field) span() problem.Text {
	first := f.first
	if first == 0 {
		first = quantity.FirstYear
	}
	if f.Latest == Today {
		return msgPast.With(first)
	}
	return cell.YearsFrom(first)
}

// checkRow holds a row against every limit of its fields, by the clock of a zone. A date with a span of its own that stays is no
// fault: an earlier version took it, and not everybody sees it. What is said of fields that rows of its kind have not is refused,
// and what an earlier kind has left there goes: it would come back unseen with the kind.
func (r *Resource[P]) checkRow(old, now P, zone *time.Location) []problem.FieldError {
	v := valueOf(now)
	bad := check(r.fields, v, "", quantity.DateOf(store.Now(), zone))
	for _, f := range r.fields {
		if given(old) && f.Earliest+f.Latest != "" && same(f.value(valueOf(old)).Interface(), f.value(v).Interface()) {
			bad = slices.DeleteFunc(bad, func(b problem.FieldError) bool { return b.Field == f.Key && b.Rule == "range" })
		}
		if f.belongs(v) {
			continue
		}
		initial := valueOf(fresh[P]())
		if f.Default != nil {
			setDefault(f, initial)
		}
		is := f.value(v)
		isSaid := !is.IsZero() && !same(f.value(initial).Interface(), is.Interface()) && (!given(old) || !same(f.value(valueOf(old)).Interface(), is.Interface()))
		if isSaid {
			bad = append(bad, problem.Field(f.Key, "condition", msgForeign, f.Label, f.decides.Label.Inside(), f.decides.optionLabel(f.Condition.Value)))
			continue
		}
		is.Set(f.value(initial))
	}
	return bad
}

// optionLabel is the word of one value of a choice.
func (f *Field) optionLabel(value int) problem.Text {
	at := slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == value })
	return f.Options[at].Label
}

// repeated finds values that lines must not share, all spellings of a name alike.
func repeated(lines *Field, v reflect.Value, prefix string) (bad []problem.FieldError) {
	for _, f := range lines.Fields {
		if !f.IsUnique {
			continue
		}
		seen := map[any]bool{}
		for i := range v.Len() {
			if f.empty(v.Index(i)) {
				continue
			}
			value := f.folded(v.Index(i))
			if seen[value] {
				bad = append(bad, problem.Field(fmt.Sprintf("%s%s.%d.%s", prefix, lines.Key, i, f.Key), "unique", msgRepeated, f.Label))
			}
			seen[value] = true
		}
	}
	return bad
}

func (f *Field) bounds(v float64, fail func(string, problem.Text, ...any)) {
	if f.Low != nil && v < *f.Low {
		fail("min", msgLow, plain(*f.Low))
	}
	if f.High != nil && v > *f.High {
		fail("max", msgHigh, plain(*f.High))
	}
}

// keep writes a figure into a row as it is kept. One beyond a limit stays beyond it, so that check refuses what was typed, however
// little that is away from the limit.
func (f *Field) keep(row reflect.Value, typed quantity.Figure) {
	v := f.value(row)
	unit := func(d quantity.Decimal) int64 { return int64(d) }
	if f.Kind == KindHours {
		unit = func(d quantity.Decimal) int64 { return int64(quantity.HoursToMinutes(d)) }
	}
	v.SetInt(unit(typed.Kept))
	if f.Low != nil && typed.Below(quantity.Nearest(*f.Low)) {
		v.SetInt(min(v.Int(), unit(quantity.Nearest(*f.Low))-1))
	}
	if f.High != nil && typed.Above(quantity.Nearest(*f.High)) {
		v.SetInt(max(v.Int(), unit(quantity.Nearest(*f.High))+1))
	}
}

// plain is a bound as people write it, without a power of ten.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
