package basedata

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// PartNumberType is a kind of things that have part numbers: standard parts, blanks, inserts.
type PartNumberType struct {
	bun.BaseModel `bun:"table:part_number_type" json:"-"`
	store.Row
	Code        string `bun:"code" json:"code"`
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Remark      string `bun:"remark" json:"remark"`
	Valid       bool   `bun:"valid" json:"valid"`
}

// PartNumberRule makes the numbers of a type: a prefix, the date, and a figure that counts.
type PartNumberRule struct {
	bun.BaseModel `bun:"table:part_number_rule" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	TypeID      string `bun:"type_id" json:"typeId"`
	Prefix      string `bun:"prefix" json:"prefix"`
	DatePart    int    `bun:"date_part" json:"datePart"`
	Digits      int    `bun:"digits" json:"digits"`
	BeginsAt    int    `bun:"begins_at" json:"beginsAt"`
	Separator   int    `bun:"separator" json:"separator"`
	Valid       bool   `bun:"valid" json:"valid"`
}

// PartNumber is a number by which a part is known in all orders.
type PartNumber struct {
	bun.BaseModel `bun:"table:part_number" json:"-"`
	store.Row
	Number        string `bun:"number" json:"number"`
	Name          string `bun:"name" json:"name"`
	EnglishName   string `bun:"english_name" json:"englishName"`
	TypeID        string `bun:"type_id" json:"typeId"`
	Specification string `bun:"specification" json:"specification"`
	UnitID        string `bun:"unit_id,nullzero" json:"unitId"`
	Remark        string `bun:"remark" json:"remark"`
	Valid         bool   `bun:"valid" json:"valid"`
}

const partNumberTypeExample = "01900000-0000-7000-8000-000000000134"

// dateLayouts are the layouts of the choice, see package time.
var dateLayouts = [...]string{"", "06", "0601", "2006", "200601"}

// separators are those of the choice.
var separators = [...]string{"", "-", "_", "."}

var (
	msgNumberOpen = L("请填写零件编码：只有新建时、且该类型有有效的编码规则，才会自动生成；导入的文件要写明编码",
		"Enter the part number: it is made for a new part alone, where its type has a valid rule; a file names its numbers")
	msgBeginsLong = L("起始流水号 %d 超过 %d 位", "The first figure %d has more than %d digits")
	msgNumberFull = L("编码规则“%s”的流水号已用完：请增加位数", "The rule “%s” has no more numbers: give it more digits")
)

func (d *Master) partNumberType() resource.Spec[*PartNumberType] {
	return resource.Spec[*PartNumberType]{
		Path: "bms/part-number-type", Label: L("零件编码类型", "Part-number type"), Permission: "system.partNumber", Sort: "code", Changed: d.deps.Changed,
		ExampleID: partNumberTypeExample,
		Example:   &api.Example{Body: map[string]any{"code": "STD9", "name": "标准件九"}},
		Form: func(x *PartNumberType, f *resource.Form) {
			f.Text(&x.Code, "编码", "Code").Required().Unique().Max(10)
			f.Text(&x.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&x.EnglishName)
			f.Valid(&x.Valid)
			f.LongText(&x.Remark, "备注", "Remark").Max(200)
		},
	}
}

func (d *Master) partNumberRule() resource.Spec[*PartNumberRule] {
	return resource.Spec[*PartNumberRule]{
		Path: "bms/part-number-rule", Label: L("零件编码规则", "Part-number rule"), Permission: "system.partNumber", Sort: "name", Changed: d.deps.Changed,
		ExampleID:  "01900000-0000-7000-8000-000000000135",
		Example:    &api.Example{Body: map[string]any{"name": "标准件规则九", "typeId": resource.ReferredID(partNumberTypeExample), "prefix": "S9", "datePart": 1, "digits": 4, "separator": 1}},
		ExampleRow: map[string]any{"typeId": resource.SecondReferredID(partNumberTypeExample)},
		Form: func(x *PartNumberRule, f *resource.Form) {
			f.Text(&x.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&x.EnglishName)
			f.Ref(&x.TypeID, d.PartNumberTypes, "类型", "Type").Required().Unique()
			f.Text(&x.Prefix, "前缀", "Prefix").Required().Max(10).Pattern(`^[A-Za-z0-9-]+$`, "字母、数字或短横", "letters, digits or hyphens")
			f.Choice(&x.DatePart, "日期", "Date", Opt(0, "无", "None"), Opt(1, "两位年", "Year, two digits"), Opt(2, "两位年和月", "Year, two digits, and month"), Opt(3, "四位年", "Year"), Opt(4, "四位年和月", "Year and month")).Initial(0)
			f.Choice(&x.Separator, "分隔符", "Separator", Opt(0, "无", "None"), Opt(1, "短横 -", "Hyphen -"), Opt(2, "下划线 _", "Underscore _"), Opt(3, "点 .", "Dot .")).Initial(0)
			f.Integer(&x.Digits, "流水号位数", "Digits of the figure").Required().Between(2, 8)
			f.Integer(&x.BeginsAt, "起始流水号", "First figure").Initial(1).Between(0, 99_999_999)
			f.Valid(&x.Valid)
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *PartNumberRule) error {
			if now.outgrown(now.BeginsAt) {
				return problem.Invalid(problem.Field("beginsAt", "digits", msgBeginsLong, now.BeginsAt, now.Digits))
			}
			return nil
		},
	}
}

func (d *Master) partNumber() resource.Spec[*PartNumber] {
	return resource.Spec[*PartNumber]{
		Path: "bms/part-number", Label: L("零件编码", "Part number"), Permission: "system.partNumber", Sort: "number", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000136",
		Example: &api.Example{Body: map[string]any{
			"number": "PN-9", "name": "导柱九", "typeId": resource.ReferredID(partNumberTypeExample), "specification": "D20 x 100",
		}},
		Form: func(x *PartNumber, f *resource.Form) {
			f.Text(&x.Number, "零件编码", "Part number").Unique().Title().Max(40).Help("新建时留空则按类型的编码规则生成", "Left empty in a new part, the rule of the type makes it")
			name := f.Text(&x.Name, "名称", "Name").Required().Max(50)
			f.EnglishName(&x.EnglishName).Of(name)
			f.Ref(&x.TypeID, d.PartNumberTypes, "类型", "Type").Required()
			f.Text(&x.Specification, "规格", "Specification").Max(100)
			f.Ref(&x.UnitID, d.Units, "单位", "Unit")
			f.Valid(&x.Valid)
			f.LongText(&x.Remark, "备注", "Remark").Max(200)
		},
		Fill:  numberPart,
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *PartNumber) error {
			if now.Number == "" {
				return problem.Invalid(problem.Field("number", "required", msgNumberOpen))
			}
			return nil
		},
	}
}

// numberPart gives a part that names no number the next one of the rule of its type.
func numberPart(ctx context.Context, tx store.Tx, old, now *PartNumber, _ func(key string) resource.Said) ([]problem.FieldError, error) {
	if old != nil || now.Number != "" || now.TypeID == "" {
		return nil, nil
	}
	var rules []PartNumberRule
	if err := tx.Select(&rules).Where("type_id = ?", now.TypeID).Where("valid = ?", true).Scan(ctx); err != nil || len(rules) == 0 {
		return nil, err // refused with words, see the rule of the row
	}
	rule := &rules[0]
	begins := rule.begins(store.Now().In(resource.ZoneOf(tx)))
	var taken []PartNumber
	if err := tx.Select(&taken).Columns("number").Where("LOWER(number) LIKE ?", strings.ToLower(begins)+"%").Scan(ctx); err != nil {
		return nil, err
	}
	used, next := map[int]bool{}, rule.BeginsAt
	for i := range taken {
		figure, ours := strings.CutPrefix(strings.ToLower(taken[i].Number), strings.ToLower(begins)) // one number in all spellings
		if n, err := strconv.Atoi(figure); ours && err == nil && len(figure) == rule.Digits {
			used[n], next = true, max(next, n+1)
		}
	}
	if rule.outgrown(next) { // the last figure is taken: what is left below it
		for next = rule.BeginsAt; used[next]; next++ {
		}
	}
	if rule.outgrown(next) {
		return []problem.FieldError{problem.Field("number", "full", msgNumberFull, rule.Name)}, nil
	}
	now.Number = begins + fmt.Sprintf("%0*d", rule.Digits, next)
	return nil, nil
}

// outgrown tells that a figure has more digits than the rule.
func (r *PartNumberRule) outgrown(figure int) bool { return len(strconv.Itoa(figure)) > r.Digits }

// begins is what the numbers of a rule begin with at a moment.
func (r *PartNumberRule) begins(at time.Time) string {
	text := r.Prefix
	if layout := dateLayouts[r.DatePart]; layout != "" {
		text += separators[r.Separator] + at.Format(layout)
	}
	return text + separators[r.Separator]
}
