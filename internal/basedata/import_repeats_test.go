package basedata_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
)

// What a row repeats of the same file is named by its row, in whatever spelling: nothing is stored that could "already exist".
func TestRepeatsWithinAFileNameTheirRow(t *testing.T) {
	each(t, func(s *shop) {
		for name, got := range map[string]resource.ImportResult{
			"customers":       bring(s, s.master.Customers, resource.ImportFile{Data: []byte("number,name\nZC1,甲\nzc1,乙\n"), DryRun: true}),
			"names, not keys": bring(s, s.master.Customers, resource.ImportFile{Data: []byte("number,name\nZC1,Acme\nZC2,ＡＣＭＥ\n"), DryRun: true}),
			"part types":      bring(s, s.master.PartTypes, resource.ImportFile{Data: []byte("name,code,prefix\nZT,A1,P\nzt,A2,P\n"), DryRun: true}),
			"suppliers":       bring(s, s.master.Suppliers, resource.ImportFile{Data: []byte("code,name\nZS1,甲\nzs1,乙\n"), DryRun: true}),
			"processes":       bring(s, s.master.Processes, resource.ImportFile{Data: []byte("code,name,class\nZ1,z,机加工\nZ2,Z,机加工\n"), DryRun: true}),
		} {
			if len(got.Faults) != 1 || got.Faults[0].Row != 3 || got.Faults[0].Rule != "duplicateKey" || got.Faults[0].Texts.Zh != "与第 2 行重复" || got.Faults[0].Texts.En != "Repeats row 2" {
				s.Errorf("%s: %+v", name, got.Faults)
			}
		}
	})
}

// 30 000 rows are rows of data: the headings do not count.
func TestTheHeadingsOfAListAreNoRowOfData(t *testing.T) {
	each(t, func(s *shop) {
		rows := func(n int) []byte {
			var file strings.Builder
			file.WriteString("number,name\n")
			for i := range n {
				fmt.Fprintf(&file, "C%d,N%d\n", i, i)
			}
			return []byte(file.String())
		}
		if got := bring(s, s.master.Customers, resource.ImportFile{Data: rows(30_000), DryRun: true}); got.Created != 30_000 {
			s.Errorf("%d new of 30 000: %+v", got.Created, got.Faults)
		}
		_, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Data: rows(30_001), DryRun: true})
		if got := faultsOf(err); got != "file too many rows" {
			s.Errorf("30 001: %q", got)
		}
	})
}

// Lines that end as on old Macintosh programs are lines, and a web page with the name of a workbook is refused as what it is.
func TestOldLinesAndPagesInLists(t *testing.T) {
	each(t, func(s *shop) {
		if got := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("number,name\rC1,甲\rC2,乙\r"), DryRun: true}); got.Created != 2 || len(got.Faults) > 0 {
			s.Errorf("%+v", got)
		}
		for _, page := range []string{"<html><table><tr><td>number</td></tr></table></html>", "\ufeff\r\n<TABLE><tr><td>number</td></tr></TABLE>", "<?xml version=\"1.0\"?><Workbook/>"} {
			_, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Name: "a.xls", Data: []byte(page), DryRun: true})
			if got := faultsOf(err); got != "file not a workbook" {
				s.Errorf("%s: %q", page, got)
			}
		}
	})
}
