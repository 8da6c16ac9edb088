package problem_test

import (
	"testing"

	"mouldworks/internal/platform/problem"
)

// What is put into a Chinese text has the space beside a Chinese character where it begins or ends with a figure or a Latin word, and
// none where it does not; English is left alone, and so is what somebody has typed.
func TestWhatIsPutIntoChineseIsSpaced(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
		want   string
	}{
		{"此文件是%s", []any{problem.L("JSON 文件", "JSON")}, "此文件是 JSON 文件"},
		{"此文件是%s", []any{problem.L("图片", "a picture")}, "此文件是图片"},
		{"%s不能为空", []any{"CAM"}, "CAM 不能为空"},
		{"%s不能为空", []any{problem.L("内网 IP", "IP")}, "内网 IP 不能为空"},
		{"%s不能为空", []any{"名称"}, "名称不能为空"},
		{"%s 不能为空", []any{"CAM"}, "CAM 不能为空"},
		{"工序%s以工序%s为前工序", []any{"M1/P1/10", "P#1"}, "工序 M1/P1/10 以工序 P#1 为前工序"},
		{"%[2]s改为%[1]v，%[2]s重复", []any{7, "X行程"}, "X行程改为 7，X行程重复"},
		{"%s的“%s”不存在", []any{"M1", "A组"}, "M1 的“A组”不存在"},
		{"共%d行，占%d%%", []any{3, 25}, "共 3 行，占 25%"},
		{"%s（%s）：%.1f小时", []any{"A", "甲", 2.5}, "A（甲）：2.5 小时"},
		{"已%s", []any{""}, "已"},
		{"%s%s", []any{"甲", "A"}, "甲 A"},
		{"只有%s和%s", []any{"A"}, "只有A和%!s(MISSING)"},
		{"只有%s", []any{"A", "B"}, "只有A%!(EXTRA string=B)"},
	} {
		if got := problem.L(c.format, "x").With(c.args...).In(problem.Chinese); got != c.want {
			t.Errorf("%s: %q, want %q", c.format, got, c.want)
		}
	}
	if got := problem.L("x", "This is名%s名").With("A").In(problem.English); got != "This is名A名" {
		t.Errorf("English: %q", got)
	}
}
