package basedata

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What the values of a machine attribute are.
const (
	AttributeNumber = 1
	AttributeText   = 2
	AttributeYesNo  = 3
)

// What of a part the scheduler holds against a machine attribute.
const (
	ComparesNothing = 0
	ComparesLength  = 1 // travel X
	ComparesWidth   = 2 // travel Y
	ComparesHeight  = 3 // travel Z
	ComparesWeight  = 4 // load of the table
	ComparesSoftest = 5 // the least hardness that the machine takes
	ComparesHardest = 6
)

// MachineAttribute is something that machines of the tenant are described by, such as a travel.
type MachineAttribute struct {
	bun.BaseModel `bun:"table:machine_attribute" json:"-"`
	store.Row
	Code        string           `bun:"code" json:"code"`
	Name        string           `bun:"name" json:"name"`
	EnglishName string           `bun:"english_name" json:"englishName"`
	ValueType   int              `bun:"value_type" json:"valueType"`
	Unit        string           `bun:"unit" json:"unit"`
	Low         quantity.Decimal `bun:"low" json:"low"` // Low = High = 0: any number
	High        quantity.Decimal `bun:"high" json:"high"`
	Compares    int              `bun:"compares" json:"compares"`
	SortOrder   int              `bun:"sort_order" json:"sortOrder"`
	Remark      string           `bun:"remark" json:"remark"`
	Valid       bool             `bun:"valid" json:"valid"`
}

const attributeExample = "01900000-0000-7000-8000-000000000115"

func (d *Master) machineAttribute() resource.Spec[*MachineAttribute] {
	return resource.Spec[*MachineAttribute]{
		Path: "bms/machine-attribute", Label: L("设备属性", "Machine attribute"), Permission: "ems.machineAttribute", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: attributeExample,
		Example:   &api.Example{Body: map[string]any{"code": "TABLE9", "name": "工作台长度九", "valueType": AttributeNumber, "unit": "mm", "low": 0, "high": 10000}},
		Form: func(a *MachineAttribute, f *resource.Form) {
			f.Text(&a.Code, "编码", "Code").Required().Unique().Max(20).Pattern(`^[A-Za-z][A-Za-z0-9_]*$`, "以字母开头，只能用字母、数字和下划线", "starts with a letter; letters, digits and underscores only")
			f.Text(&a.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&a.EnglishName)
			f.Choice(&a.ValueType, "值类型", "Value type", Opt(AttributeNumber, "数值", "Number"), Opt(AttributeText, "文本", "Text"), Opt(AttributeYesNo, "是/否", "Yes/no")).Initial(AttributeNumber)
			f.Text(&a.Unit, "单位", "Unit").Max(10)
			f.Decimal(&a.Low, "下限", "Lower limit")
			f.Decimal(&a.High, "上限", "Upper limit").Help("上下限均为 0 表示不限制", "Both limits 0: any number")
			f.Choice(&a.Compares, "排程比较", "Held against", Opt(ComparesNothing, "不比较", "Nothing"), Opt(ComparesLength, "零件长", "Part length"), Opt(ComparesWidth, "零件宽", "Part width"), Opt(ComparesHeight, "零件高", "Part height"),
				Opt(ComparesWeight, "零件重量", "Part weight"), Opt(ComparesSoftest, "最小硬度", "Minimum hardness", "Lowest hardness"), Opt(ComparesHardest, "最大硬度", "Maximum hardness", "Highest hardness")).
				Initial(ComparesNothing).Help("排程按此判断零件能否上机", "Scheduling decides by it whether a part fits the machine")
			f.SortOrder(&a.SortOrder)
			f.Valid(&a.Valid)
			f.LongText(&a.Remark, "备注", "Remark").Max(200).HideInList()
		},
		Rules: attributeRules,
	}
}

var (
	msgLimitOrder   = L("下限不能大于上限", "The lower limit must not exceed the upper one")
	msgCompareText  = L("只有数值属性可以这样比较", "Only a number can be compared like this")
	msgCompareTaken = L("“%s”已用于此项比较", "“%s” is held against this already")
	msgValueType    = L("值类型已被设备使用，不能更改", "Machines have values of this type: it cannot change")
)

// attributeRules: limits in order, one attribute for each comparison, and no other type of values while machines have some.
func attributeRules(ctx context.Context, tx store.Tx) (func(old, now *MachineAttribute) error, error) {
	var compared map[int]*MachineAttribute
	var used map[string]bool
	return func(old, now *MachineAttribute) (err error) {
		switch {
		case now.Low > now.High:
			return problem.Invalid(problem.Field("high", "order", msgLimitOrder))
		case now.Compares != ComparesNothing && now.ValueType != AttributeNumber:
			return problem.Invalid(problem.Field("compares", "type", msgCompareText))
		}
		if compared == nil {
			if compared, err = readCompared(ctx, tx); err != nil {
				return err
			}
		}
		if other := compared[now.Compares]; other != nil && (now.ID == "" || other.ID != now.ID) {
			return problem.Invalid(problem.Field("compares", "unique", msgCompareTaken, other.Name))
		}
		if old != nil && old.ValueType != now.ValueType && tx.Actor().FactoryID != "" {
			if used == nil {
				if used, err = usedAttributes(ctx, tx); err != nil {
					return err
				}
			}
			if used[now.ID] {
				return problem.Invalid(problem.Field("valueType", "used", msgValueType))
			}
		}
		if old != nil && compared[old.Compares] != nil && compared[old.Compares].ID == old.ID {
			delete(compared, old.Compares)
		}
		if now.Compares != ComparesNothing {
			compared[now.Compares] = now
		}
		return nil
	}, nil
}

// readCompared reads which attribute stands for each comparison.
func readCompared(ctx context.Context, tx store.Tx) (map[int]*MachineAttribute, error) {
	var rows []MachineAttribute
	if err := tx.Select(&rows).Columns("id", "name", "compares").Where("compares <> ?", ComparesNothing).Scan(ctx); err != nil {
		return nil, err
	}
	compared := make(map[int]*MachineAttribute, len(rows))
	for i := range rows {
		compared[rows[i].Compares] = &rows[i]
	}
	return compared, nil
}

// usedAttributes are the attributes, by id, of which machines of this factory have values.
func usedAttributes(ctx context.Context, tx store.Tx) (map[string]bool, error) {
	var machines []Machine
	if err := tx.Select(&machines).Columns("id", "attributes").Where("attributes <> ?", "[]").Scan(ctx); err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for i := range machines {
		for _, v := range machines[i].Attributes {
			used[v.AttributeID] = true
		}
	}
	return used, nil
}

var (
	msgAttributeTwice  = L("属性“%s”重复", "The attribute “%s” appears twice")
	msgAttributeNumber = L("“%s”必须是数字", "“%s” must be a number")
	msgAttributeRange  = L("“%s”必须在 %v 到 %v 之间", "“%s” must be between %v and %v")
	msgAttributeYesNo  = L("“%s”必须是“是”或“否”", "“%s” must be yes or no")
)

// checkLimits refuses limits of a machine's hardness that no part keeps, as those of a material are refused.
func checkLimits(attributes map[string]MachineAttribute, values []AttributeValue) []problem.FieldError {
	var limits [2]quantity.Decimal // least and greatest
	var at [2]int                  // where they stand, from 1 on
	for i, v := range values {
		for k, compares := range []int{ComparesSoftest, ComparesHardest} {
			if attributes[v.AttributeID].Compares != compares {
				continue
			}
			if n, err := quantity.ParseDecimal(v.Value); err == nil {
				limits[k], at[k] = n, i+1
			}
		}
	}
	if at[0] == 0 || at[1] == 0 || limits[0] <= limits[1] {
		return nil
	}
	return []problem.FieldError{problem.Field(fmt.Sprintf("attributes.%d.value", at[1]-1), "order", msgHardnessOrder)}
}

// checkValues holds the values of a machine against their attributes and writes yes and no in one way.
func checkValues(attributes map[string]MachineAttribute, values []AttributeValue) (bad []problem.FieldError) {
	seen := map[string]bool{}
	for i, v := range values {
		a, known := attributes[v.AttributeID]
		if !known {
			continue // the kit names a reference to nothing
		}
		at := fmt.Sprintf("attributes.%d.", i)
		if seen[a.ID] {
			bad = append(bad, problem.Field(at+"attributeId", "unique", msgAttributeTwice, a.Name))
		}
		seen[a.ID] = true
		switch a.ValueType {
		case AttributeNumber:
			n, err := quantity.ParseFigure(v.Value)
			if err != nil {
				bad = append(bad, problem.Field(at+"value", "type", msgAttributeNumber, a.Name))
			} else if (a.Low != 0 || a.High != 0) && (n.Below(a.Low) || n.Above(a.High)) {
				bad = append(bad, problem.Field(at+"value", "range", msgAttributeRange, a.Name, a.Low.String(), a.High.String()))
			}
		case AttributeYesNo:
			switch strings.ToLower(v.Value) {
			case "1", "是", "yes", "y", "true":
				values[i].Value = "1"
			case "0", "否", "no", "n", "false":
				values[i].Value = "0"
			default:
				bad = append(bad, problem.Field(at+"value", "type", msgAttributeYesNo, a.Name))
			}
		}
	}
	return bad
}
