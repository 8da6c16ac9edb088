package basedata_test

import (
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

// A csv in no UTF-8 says which encoding was assumed, by the first cell that would read otherwise; any other says nothing.
func TestAnAssumedEncodingIsTold(t *testing.T) {
	each(t, func(s *shop) {
		for _, row := range []struct {
			name, data, lang string
			want             []string
		}{
			{"Latin-1", "name,groupId,alias\nM1,CNC,plain\nM2,CNC,Geh\xe4use\nM3,CNC,Geh\xe4use\n", problem.English, []string{
				`3 C "Geh鋟se" encoding The file is not in UTF-8 and was read as GB18030: “Geh鋟se”. Where that is wrong, save it as UTF-8 and upload it again`,
			}},
			{"GB18030", "name,groupId,alias\nM1,CNC,\xc4\xa3\xbe\xdf\n", problem.Chinese, []string{
				`2 C "模具" encoding 文件不是 UTF-8 编码，已按 GB18030 读取：“模具”。如有乱码，请另存为 UTF-8 后重新上传`,
			}},
			{"UTF-8", "name,groupId,alias\nM1,CNC,Gehäuse\n", problem.English, nil},
			{"UTF-8 with its mark", "\xef\xbb\xbfname,groupId,alias\nM1,CNC,模具\n", problem.English, nil},
			{"ASCII", "name,groupId,alias\nM1,CNC,x\n", problem.English, nil},
		} {
			result, err := s.master.Machines.Import(problem.WithLanguage(permitted(s.ctx, s.master.Machines), row.lang), s.db, resource.ImportFile{Data: []byte(row.data), DryRun: true})
			var got []string
			for _, w := range result.Warnings {
				got = append(got, fmt.Sprintf("%d %s %q %s %s", w.Row, w.Column, w.Value, w.Rule, w.Texts.In(row.lang)))
			}
			if err != nil || !slices.Equal(got, row.want) || len(result.Faults) > 0 {
				s.Errorf("%s: %v: %+v\ngot  %q\nwant %q", row.name, err, result.Faults, got, row.want)
			}
		}
	})
}
