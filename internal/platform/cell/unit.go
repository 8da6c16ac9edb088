package cell

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"mouldworks/internal/platform/problem"
)

// A spreadsheet may show a unit behind a number that it does not keep with it: 90 with the format 0" min". A unit of its own says nothing
// to a column. One that makes another figure of the number is a fault: 90 minutes are not 90 hours.

// units are the words of units that tell how much a number is, folded, by what they are called here. Words that are not among them, such
// as pieces or a currency, say nothing.
var units = map[string][]string{
	"h":     {"h", "hr", "hrs", "hour", "hours", "小时", "时", "工时", "钟头", "stunde", "stunden", "std"},
	"min":   {"min", "mins", "minute", "minutes", "'", "′", "分", "分钟", "minute", "minuten"},
	"s":     {"s", "sec", "secs", "second", "seconds", "秒"},
	"d":     {"d", "day", "days", "天", "日", "自然日", "工作日", "tag", "tage"},
	"week":  {"w", "wk", "wks", "week", "weeks", "周", "星期"},
	"month": {"mo", "month", "months", "月", "个月"},
	"year":  {"y", "yr", "yrs", "year", "years", "年"},
	"mm":    {"mm", "毫米"},
	"cm":    {"cm", "厘米", "公分"},
	"dm":    {"dm", "分米"},
	"m":     {"m", "米"},
	"um":    {"um", "μm", "µm", "微米", "丝"},
	"inch":  {"in", "inch", "inches", `"`, "″", "''", "zoll", "英寸", "寸"},
	"ft":    {"ft", "feet", "英尺"},
	"kg":    {"kg", "kgs", "千克", "公斤"},
	"g":     {"g", "克"},
	"mg":    {"mg", "毫克"},
	"t":     {"t", "to", "ton", "tons", "吨"},
	"lb":    {"lb", "lbs", "磅"},
	"jin":   {"斤", "市斤"},
	"%":     {"%"},
	"‰":     {"‰", "千分之"},
	"ppm":   {"ppm"},
	"10%":   {"成"},
}

// multiples are words that stand for a number themselves.
var multiples = []string{"k", "百", "千", "万", "十万", "百万", "亿", "打", "dozen", "dozens", "mio"}

// shares are units that make another figure of a number without a unit, too.
var shares = []string{"%", "‰", "ppm", "10%"}

// RuleUnit is broken by a number that its cell shows in another unit than the column has.
const RuleUnit = "unit"

var (
	msgUnit     = problem.L("单元格显示为“%s %s”，而此列的单位是%s：请按该单位填写", "The cell shows “%s %s”, and this column is in %s: write the figure in that unit")
	msgMultiple = problem.L("单元格显示为“%s %s”：请把数字写完整", "The cell shows “%s %s”: write the number in full")
)

// unitOf is what a word of a unit is called here, "" for one that says nothing.
func unitOf(word string) string {
	word = plainWord(word)
	for name, words := range units {
		if slices.Contains(words, word) {
			return name
		}
	}
	return ""
}

// plainWord is a unit as the table has it: [min], minute(s), min/pc and min (est.) are min, and ㎝ is cm.
func plainWord(word string) string {
	word = strings.ToLower(strings.Trim(strings.NewReplacer("【", "", "】", "", " ", "").Replace(Fold(norm.NFKC.String(word))), ".[]±~"))
	if inside, closed := strings.CutPrefix(word, "("); closed {
		word, _, _ = strings.Cut(inside, ")")
	}
	word, _, _ = strings.Cut(word, "(")
	if of, _, rate := strings.Cut(word, "/"); rate {
		word = of
	}
	return strings.Trim(word, ".")
}

// Unit tells of a number that its cell shows with a unit whether the unit is another one than that of its column; of a rate, such as
// h/day, either is its own. Of a column without a unit a word that multiplies the number is.
func Unit(number, shown string, own problem.Text) *Fault {
	if slices.Contains(multiples, plainWord(shown)) {
		return &Fault{RuleUnit, msgMultiple.With(number, shown)}
	}
	other := unitOf(shown)
	if other == "" {
		return nil
	}
	if own.En == "" {
		if slices.Contains(shares, other) {
			return &Fault{RuleUnit, msgMultiple.With(number, shown)}
		}
		return nil
	}
	for _, part := range strings.Split(own.En, "/") {
		if unitOf(part) == other {
			return nil
		}
	}
	return &Fault{RuleUnit, msgUnit.With(number, shown, own)}
}
