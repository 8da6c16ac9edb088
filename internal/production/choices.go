package production

import (
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production/workbook"
)

// choices are the values of a column of the workbook for the list of the same records: what one way of import reads, the
// other reads too, and both show one word.
func choices(sheet, column string) []resource.Option {
	var all []resource.Option
	for _, o := range workbook.Choices(sheet, column) {
		all = append(all, Opt(o.Value, o.Label.Zh, o.Label.En, o.Also...))
	}
	return all
}
