package basedata_test

import (
	"slices"
	"testing"
)

// Each screen of the checklist shows the rows of one call, to who may look at that screen.
func TestTheRowsBehindTheScreens(t *testing.T) {
	each(t, func(s *shop) {
		var have []string
		for _, r := range s.master.All() {
			m := r.Meta(func(string) bool { return true })
			have = append(have, m.Path+" "+m.Permission)
		}
		for _, c := range []struct{ row, want string }{
			{"APS-FLOW-01", "aps/flow-time aps.flowTime"},
			{"BASE-SECTION-01", "bms/section system.section"},
			{"BASE-TEAM-01", "bms/group system.group"},
			{"BASE-MACHINE-01", "bms/machine ems.machine"},
			{"BASE-MACHATTR-01", "bms/machine-attribute ems.machineAttribute"},
			{"BASE-SHIFT-01", "bms/shift system.shift"},
			{"BASE-CALENDAR-01", "bms/calendar system.calendar"},
			{"BASE-MATERIAL-01", "bms/material system.material"},
			{"BASE-PROCMAT-01", "bms/processing-material system.processingMaterial"},
			{"BASE-ELECTRODE-01", "bms/electrode-gap system.electrodeGap"},
			{"BASE-PARTTYPE-01", "bms/part-type system.partType"},
			{"BASE-PRECISION-01", "bms/accuracy-grade system.accuracyGrade"},
			{"BASE-PRODTYPE-01", "bms/product-type system.productType"},
			{"BASE-UNIT-01", "bms/unit system.unit"},
			{"BASE-CURRENCY-01", "bms/currency system.currency"},
			{"BASE-CURRENCY-01", "bms/exchange-rate system.currency"},
			{"BASE-TOL-01", "bms/tolerance system.tolerance"},
			{"BASE-COLOUR-01", "bms/colour-standard system.colourStandard"},
			{"BASE-SURFACE-01", "bms/surface-requirement system.surfaceRequirement"},
			{"BASE-DELADDR-01", "bms/delivery-address system.deliveryAddress"},
			{"BASE-CUSTOMER-01", "bms/customer system.customer"},
			{"BASE-SUPPLIER-01", "bms/supplier system.supplier"},
			{"BASE-COSTCTR-01", "bms/cost-centre system.costCentre"},
			{"BASE-MOVETYPE-01", "bms/move-type system.moveType"},
			{"BASE-ORDERTYPE-01", "bms/order-type system.orderType"},
			{"BASE-PDMFILE-01", "bms/pdm-file-type system.pdmFileType"},
			{"BASE-FORMULA-01", "bms/formula system.formula"},
			{"BASE-SKILL-01", "bms/skill-title system.skillTitle"},
			{"BASE-SHELF-01", "bms/warehouse-shelf system.warehouseShelf"},
			{"BASE-ALARM-01", "bms/alarm-rule system.alarmRule"},
			{"BASE-PROCESS-01", "bms/process system.process"},
			{"BASE-PARTNO-01", "bms/part-number system.partNumber"},
			{"BASE-PARTNO-02", "bms/part-number-type system.partNumber"},
			{"BASE-PARTNO-03", "bms/part-number-rule system.partNumber"},
		} {
			if !slices.Contains(have, c.want) {
				s.Errorf("%s: no rows of %q", c.row, c.want)
			}
		}
	})
}
