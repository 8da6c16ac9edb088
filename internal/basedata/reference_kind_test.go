package basedata_test

import (
	"slices"
	"testing"
)

// A reference is to a row of its own entity: the identity of another one is refused, though another field of the record may hold it, in
// the same save or already.
func TestAReferenceIsToARowOfItsOwnEntity(t *testing.T) {
	each(t, func(s *shop) {
		section := must(s, s.master.Sections, map[string]any{"name": "CNC", "chineseName": "数控", "camUploadType": 1})
		machine, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		grade := must(s, s.master.AccuracyGrades, map[string]any{"grade": "IT6", "rank": 1})
		rule := map[string]any{"name": "过热", "warnCode": "Q", "notifyWay": 1, "machineId": machine.ID}
		try(s, s.master.AlarmRules, rule,
			attempt{"a machine as a section", map[string]any{"sectionId": machine.ID}, []string{"sectionId reference"}},
			attempt{"a section as a machine and as a shift", map[string]any{"machineId": section.ID, "sectionId": section.ID, "shiftId": section.ID}, []string{"machineId reference", "shiftId reference"}},
			attempt{"a machine as somebody", map[string]any{"userIds": []any{machine.ID}}, []string{"userIds.0 reference"}},
		)
		try(s, s.master.Tolerances, map[string]any{"name": "A", "type": 1, "maxTolerance": 1, "minTolerance": 0, "accuracyGradeId": grade.ID},
			attempt{"a grade as a part type", map[string]any{"partTypeId": grade.ID}, []string{"partTypeId reference"}},
		)
		saved := must(s, s.master.AlarmRules, rule)
		for field, value := range map[string]any{"sectionId": machine.ID, "shiftId": machine.ID} {
			if got := broken(edit(s, s.master.AlarmRules, saved.ID, map[string]any{field: value})); !slices.Equal(got, []string{field + " reference"}) {
				s.Errorf("%s that another field holds: %v", field, got)
			}
		}
		if err := edit(s, s.master.AlarmRules, saved.ID, map[string]any{"sectionId": section.ID}); err != nil {
			s.Errorf("its own kind: %v", err)
		}
	})
}
