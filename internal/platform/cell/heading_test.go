package cell_test

import (
	"testing"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

// A heading and the word of a choice are one with and without the space that Chinese may have beside a figure or a Latin word; between
// Latin words it counts.
func TestSpacesBesideChineseCountForNothing(t *testing.T) {
	for a, b := range map[string]string{"CAM状态": "CAM 状态 *", "内网HTTP端口": "内网 HTTP 端口", "参数1至5": "参数 1 至 5", "名 称": "名称", "Part  No": "part no"} {
		if cell.Title(a) != cell.Title(b) {
			t.Errorf("%q and %q: %q, %q", a, b, cell.Title(a), cell.Title(b))
		}
	}
	if cell.Title("Part no") == cell.Title("Partno") {
		t.Error("Partno is no heading of ours")
	}
	options := []cell.Option{{Value: 0, Label: problem.L("无", "None")}, {Value: 1, Label: problem.L("CAM 估算", "CAM estimate")}}
	for _, word := range []string{"CAM估算", "CAM 估算", "1 CAM估算", "1 CAM 估算", "cam estimate"} {
		if n, bad := cell.Choice(word, options); bad != nil || n != 1 {
			t.Errorf("%s: %d %v", word, n, bad)
		}
	}
}
