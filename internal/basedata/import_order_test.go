package basedata_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

// Within a row the faults stand as the columns of the list do, whatever the order of the file and of the rules.
func TestFaultsStandInTheOrderOfTheList(t *testing.T) {
	each(t, func(s *shop) {
		result := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("ips,workRate,status,groupId,name\n" +
			"999.1.1.1,x,9,NO,M1\n" +
			"10.0.0.1,x,1,CNC,M2\n"), DryRun: true})
		var got []string
		for _, f := range result.Faults {
			got = append(got, fmt.Sprint(f.Row, " ", f.Column))
		}
		want := []string{"2 groupId", "2 status", "2 workRate", "2 ips.0.address", "3 workRate"}
		if !slices.Equal(got, want) {
			s.Errorf("got  %q\nwant %q", got, want)
		}
	})
}

// A flag without words of its own is exported as Yes or No, and comes back whatever its case.
func TestFlagsAreExportedAsYesAndNo(t *testing.T) {
	each(t, func(s *shop) {
		if r := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("客户编号,客户名称,零星加工\nA1,A,yes\nB1,B,No\nC1,C,是\n")}); r.Created != 3 {
			s.Fatalf("%+v", r)
		}
		for lang, want := range map[string]string{"en": "Yes No Yes", "zh": "是 否 是"} {
			var out bytes.Buffer
			file, err := s.master.Customers.Export(problem.WithLanguage(s.ctx, lang), s.db, resource.Query{Sort: "name"}, "csv")
			if err != nil {
				s.Fatal(err)
			}
			if err := file.Write(&out); err != nil {
				s.Fatal(err)
			}
			var got []string
			for line := range strings.Lines(out.String()) {
				for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
					if slices.Contains([]string{"yes", "no", "Yes", "No", "是", "否"}, cell) {
						got = append(got, cell)
					}
				}
			}
			if strings.Join(got, " ") != want {
				s.Errorf("in %s: %q", lang, got)
			}
			if r := bring(s, s.master.Customers, resource.ImportFile{Data: out.Bytes()}); r.Same != 3 {
				s.Errorf("in %s what was exported comes back as %+v", lang, r)
			}
		}
	})
}
