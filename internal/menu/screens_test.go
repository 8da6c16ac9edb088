package menu_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
)

// screens are the entries of the panel that lead to the screens of the checklist: Chinese / English at address with permission.
var screens = map[string][]string{
	"APS-FLOW-01":       {"流转时间 / Flow times at /aps/flow-time with aps.flowTime.check"},
	"BASE-SECTION-01":   {"工段 / Sections at /settings/section with system.section.check"},
	"BASE-TEAM-01":      {"资源组 / Resource groups at /settings/group with system.group.check"},
	"BASE-MACHINE-01":   {"设备 / Machines at /ems/machine with ems.machine.check"},
	"BASE-MACHATTR-01":  {"设备属性 / Machine attributes at /ems/machine-attribute with ems.machineAttribute.check"},
	"BASE-SHIFT-01":     {"班次 / Shifts at /settings/shift with system.shift.check"},
	"BASE-CALENDAR-01":  {"工作日历 / Work calendars at /settings/calendar with system.calendar.check"},
	"BASE-MATERIAL-01":  {"材料 / Materials at /settings/material with system.material.check"},
	"BASE-PROCMAT-01":   {"加工材料 / Processing materials at /settings/processing-material with system.processingMaterial.check"},
	"BASE-ELECTRODE-01": {"电极材料和火花位 / Electrode materials and gaps at /settings/electrode-gap with system.electrodeGap.check"},
	"BASE-PARTTYPE-01":  {"零件类型 / Part types at /settings/part-type with system.partType.check"},
	"BASE-PRECISION-01": {"精度等级 / Accuracy grades at /settings/accuracy-grade with system.accuracyGrade.check"},
	"BASE-PRODTYPE-01":  {"产品类型 / Product types at /settings/product-type with system.productType.check"},
	"BASE-UNIT-01":      {"单位 / Units at /settings/unit with system.unit.check"},
	"BASE-CURRENCY-01":  {"币种 / Currencies at /settings/currency with system.currency.check", "汇率历史 / Exchange-rate history at /settings/exchange-rate with system.currency.check"},
	"BASE-TOL-01":       {"公差 / Tolerances at /settings/tolerance with system.tolerance.check"},
	"BASE-COLOUR-01":    {"颜色标准 / Colour standards at /settings/colour-standard with system.colourStandard.check"},
	"BASE-SURFACE-01":   {"表面要求 / Surface requirements at /settings/surface-requirement with system.surfaceRequirement.check"},
	"BASE-DELADDR-01":   {"收货地址 / Delivery addresses at /settings/delivery-address with system.deliveryAddress.check"},
	"BASE-CUSTOMER-01":  {"客户 / Customers at /settings/customer with system.customer.check"},
	"BASE-SUPPLIER-01":  {"供应商 / Suppliers at /settings/supplier with system.supplier.check"},
	"BASE-COSTCTR-01":   {"成本中心 / Cost centres at /settings/cost-centre with system.costCentre.check"},
	"BASE-MOVETYPE-01":  {"移动类型 / Move types at /settings/move-type with system.moveType.check"},
	"BASE-ORDERTYPE-01": {"订单类型 / Order types at /settings/order-type with system.orderType.check"},
	"BASE-PDMFILE-01":   {"PDM 文件类型 / PDM file types at /settings/pdm-file-type with system.pdmFileType.check"},
	"BASE-FORMULA-01":   {"计算公式 / Calculation formulas at /settings/formula with system.formula.check"},
	"BASE-SKILL-01":     {"技能职称 / Skill titles at /settings/skill-title with system.skillTitle.check"},
	"BASE-SHELF-01":     {"货架 / Warehouse shelves at /settings/warehouse-shelf with system.warehouseShelf.check"},
	"BASE-ALARM-01":     {"报警规则 / Alarm rules at /settings/alarm-rule with system.alarmRule.check"},
	"BASE-PROCESS-01":   {"工艺 / Processes at /settings/process with system.process.check"},
	"BASE-PARTNO-01":    {"零件编码 / Part numbers at /settings/part-number with system.partNumber.check"},
	"BASE-PARTNO-02":    {"零件编码类型 / Part-number types at /settings/part-number-type with system.partNumber.check"},
	"BASE-PARTNO-03":    {"零件编码规则 / Part-number rules at /settings/part-number-rule with system.partNumber.check"},
	"DEPT-01":           {"组织机构 / Organisation at /settings/department with system.department.check"},
	"USER-01":           {"用户列表 / User list at /settings/user with system.user.check", "新增用户 / Add user at /settings/user-add with system.user.add"},
	"ADMIN-01":          {"企业信息 / Company info at /settings/company-info with system.companyInfo.check"},
	"ADMIN-02":          {"模块设置 / Module settings at /settings/module with system.module.check"},
}

// The panel leads to each screen of the checklist, in both languages, with the permission of the screen and not without it.
func TestThePanelLeadsToTheScreens(t *testing.T) {
	a := store.Actor{May: map[string]bool{}, Modules: map[string]bool{"aps": true, "ems": true, "system": true}}
	sent := func() (lines []string) {
		english := map[string]string{}
		for _, m := range menu.For(a, menu.View{Language: "en"}) {
			for _, item := range leaves(m.MenuChildren) {
				english[item.MenuKey] = item.MenuName
			}
		}
		for _, m := range menu.For(a, menu.View{Language: "zh"}) {
			for _, item := range leaves(m.MenuChildren) {
				lines = append(lines, fmt.Sprintf("%s / %s at %s with %s", item.MenuName, english[item.MenuKey], item.MenuURL, item.Need))
			}
		}
		return lines
	}
	for row, lines := range screens {
		for _, line := range lines {
			clear(a.May)
			if slices.Contains(sent(), line) {
				t.Errorf("%s: %q without the permission", row, line)
			}
			_, need, _ := strings.Cut(line, " with ")
			a.May[need] = true
			if !slices.Contains(sent(), line) {
				t.Errorf("%s: no %q in the panel", row, line)
			}
		}
	}
}
