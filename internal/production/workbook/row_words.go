package workbook

import "mouldworks/internal/platform/problem"

// RowWords words where a row of a file stands for whoever looks at another one: with the name of its sheet, as the file
// has it, unless both stand in the same.
func RowWords(pages []Page, from, to Place) problem.Text {
	if from.Sheet != to.Sheet || from.Part != to.Part {
		for _, page := range pages {
			if page.Sheet == to.Sheet && page.Part == to.Part && page.Name != "" {
				return problem.L("工作表“%[2]s”第 %[1]d 行", "row %[1]d of the sheet “%[2]s”").With(to.Row, page.Name)
			}
		}
	}
	return problem.L("第 %d 行", "row %d").With(to.Row)
}
