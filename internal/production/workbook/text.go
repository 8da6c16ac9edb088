package workbook

import (
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

var (
	msgMissingColumn  = problem.L("缺少关键列“%s”，该工作表无法读取", "The key column “%s” is missing, so that the sheet cannot be read")
	msgPassedOver     = problem.L("工作簿没有这些列，已略过：%s", "The workbook has no such columns and passes them over: %s")
	msgToList         = problem.L("。请通过列表导入", ". Import them with the list")
	msgToSheet        = problem.L("。请填写在工作表“%s”中", ". Fill them in on the sheet “%s”")
	msgRequired       = problem.L("“%s”不能为空", "%s must not be empty")
	msgNegative       = problem.L("不能为负数", "Must not be negative")
	msgRange          = problem.L("必须在 %d 到 %d 之间", "Must lie between %d and %d")
	msgMost           = problem.L("不能大于 %d", "Must not exceed %d")
	msgOfList         = problem.L("“%s”：%s", "“%s”: %s")
	msgDayInList      = problem.L("“%s”不是日期，请写 2026-10-01，多个用分号隔开", "“%s” is not a date; write 2026-10-01, several separated by semicolons")
	msgWeekday        = problem.L("“%s”不是星期：0 为星期日，6 为星期六，多个用分号隔开", "“%s” is not a day of the week: 0 is Sunday, 6 is Saturday, several separated by semicolons")
	msgTooLong        = problem.L("最多 %s，现有 %d 个", "At most %s, there are %d")
	msgPeriod         = problem.L("“%s”不是时段，请写 08:00-12:00，多个用分号隔开", "“%s” is not a period; write 08:00-12:00, several separated by semicolons")
	msgExportedLines  = problem.L("这是列表导出的写法，工作簿不能读取：请在“%s”列表中导入该文件", "This is written as a list exports it, which the workbook cannot read: import the file with the list “%s”")
	msgPred           = problem.L("“%s”不是前工序，请写 10 或 P3/20，多个用分号隔开", "“%s” is not a predecessor; write 10 or P3/20, several separated by semicolons")
	msgDuplicateKey   = problem.L("与%s重复", "Repeats %s")
	msgNameTaken      = problem.L("与%s的零件编号相同", "The part in %s has the same number")
	msgEndNotAfter    = problem.L("结束时间必须晚于开始时间（只写日期时为当天 00:00）", "The end must be later than the start; a date alone means its 00:00")
	msgEndBeforeStart = problem.L("结束时间早于开始时间", "The end lies before the start")
	msgBeforeOrder    = problem.L("不能早于下单日期", "It must not lie before the day of the order")
	msgFuture         = problem.L("实际时间不能在将来", "An actual time cannot lie in the future")
	msgDisjoint       = problem.L("上游资源和下游资源不能相同", "A flow time needs two different resources")
	msgEither         = problem.L("请填写模具、零件和工序号；或三者留空，填写工艺和零件类型", "Give mould, part and operation; or leave them empty and give process and part type")
	msgOneOfTwo       = problem.L("请填写设备或资源组，二者选一", "Give a machine or a resource group, one of the two")
	msgBurnHours      = problem.L("同一工序的放电工时应全部填写或全部留空", "Give the burn hours of all electrodes of an operation or of none")
	msgBurnSum        = problem.L("放电工时合计 %v 小时，与工序扣除准备后的 %v 小时不同；排程以合计为准", "The burn hours sum to %v h, the operation has %v h without set-up: the sum is planned")
)

// worded is a text that can be stored and sent; what it quotes is short.
func worded(t problem.Text) problem.Text { return t.Quoting(cell.Brief).Worded() }
