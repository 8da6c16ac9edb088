package basedata_test

import (
	"testing"
)

// BASE-SECTION-02 to BASE-SECTION-08.
func TestSectionRules(t *testing.T) {
	each(t, func(s *shop) {
		// BASE-SECTION-02, BASE-SECTION-03, BASE-SECTION-04
		declares(t, s.master.Sections, "name", "chineseName", "sectionType", "permission", "unitPrice", "capacity", "sortOrder", "languageKey", "valid",
			"needCam", "needCamqc", "needArrange", "needPhase", "isTooling", "directFinish", "commissioning", "operationTypeWorkpiece", "operationTypeElectrode",
			"colour", "inOutObject", "deductRest", "targetRate", "reportItems", "camUploadType")
		base := map[string]any{"name": "CNC", "chineseName": "数控"}
		try(s, s.master.Sections, base,
			attempt{"BASE-SECTION-06: 8 characters", map[string]any{"name": "CNC_3456"}, nil},
			attempt{"BASE-SECTION-06: a small letter first", map[string]any{"name": "edm_2"}, nil},
			attempt{"BASE-SECTION-06: 9 characters", map[string]any{"name": "CNC_34567"}, []string{"name maxLength"}},
			attempt{"BASE-SECTION-06: a digit first", map[string]any{"name": "3CNC"}, []string{"name pattern"}},
			attempt{"BASE-SECTION-06: an underscore first", map[string]any{"name": "_CNC"}, []string{"name pattern"}},
			attempt{"its name again", map[string]any{"name": "CNC_3456"}, []string{"name unique"}},
			attempt{"BASE-SECTION-07: no Chinese name", map[string]any{"chineseName": ""}, []string{"chineseName required"}},
			attempt{"BASE-SECTION-08: a price that is no number", map[string]any{"unitPrice": "80 RMB"}, []string{"unitPrice type"}},
			attempt{"BASE-SECTION-08: a decimal price", map[string]any{"name": "A", "unitPrice": 80.55}, nil},
			attempt{"a price below nothing", map[string]any{"unitPrice": -1}, []string{"unitPrice min"}},
			attempt{"BASE-SECTION-05: the three ways of CAM", map[string]any{"name": "B", "camUploadType": 3}, nil},
			attempt{"BASE-SECTION-05: a fourth", map[string]any{"camUploadType": 4}, []string{"camUploadType choice"}},
			attempt{"a rate above all", map[string]any{"targetRate": 101}, []string{"targetRate max"}},
			attempt{"no colour", map[string]any{"colour": "blue"}, []string{"colour pattern"}},
			attempt{"a report item twice", map[string]any{"reportItems": []any{map[string]any{"name": "损耗"}, map[string]any{"name": "损耗"}}}, []string{"reportItems.1.name unique"}},
			attempt{"BASE-SECTION-09: granted by itself", map[string]any{"name": "C", "permission": true, "needCam": true, "needCamqc": true, "isTooling": true}, nil},
		)
		if got := must(s, s.master.Sections, map[string]any{"name": "D", "chineseName": "四", "permission": true, "operationTypeElectrode": 3, "inOutObject": 2}); !read(s, s.master.Sections, got.ID).Permission || got.OperationElectrode != 3 || got.CAMUploadType != 1 || !got.Valid {
			s.Errorf("came back as %+v", got)
		}
	})
}
