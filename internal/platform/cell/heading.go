package cell

import "mouldworks/internal/platform/problem"

var (
	msgUnknownHeading = problem.L("表头“%s”无法识别：请指定对应的列，或忽略此列", "Unknown heading “%s”: say which column it means, or leave it out")
	msgHeadingTwice   = problem.L("表头“%s”重复：此列已出现过，请只保留一列", "The heading “%s” stands for a column that is there already: keep one of them")
)

// UnknownHeading says what an import offers for a heading that means nothing.
func UnknownHeading(heading string) problem.Text { return msgUnknownHeading.With(Brief(heading)) }

// HeadingTwice refuses a second heading of one column.
func HeadingTwice(heading string) problem.Text { return msgHeadingTwice.With(Brief(heading)) }
