package operationlog

import (
	"cmp"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// named is a code of the log with what people call it.
type named struct {
	code string
	name problem.Text
}

var actions = []named{
	{store.ActionCreate, problem.L("新增", "Added")},
	{store.ActionChange, problem.L("修改", "Changed")},
	{store.ActionDelete, problem.L("删除", "Deleted")},
	{store.ActionEnd, problem.L("结束", "Ended")},
	{store.ActionImport, problem.L("导入", "Imported")},
	{store.ActionExport, problem.L("导出", "Exported")},
	{store.ActionRun, problem.L("排程计算", "Schedule run")},
	{store.ActionPublish, problem.L("发布", "Published")},
	{store.ActionRefuse, problem.L("因无权限被拒绝", "Refused for want of permission")},
	{store.ActionSignIn, problem.L("登录", "Signed in")},
}

var throughs = []named{
	{store.ThroughUI, problem.L("页面", "Screen")},
	{store.ThroughAPI, problem.L("接口", "API")},
	{store.ThroughImport, problem.L("导入", "Import")},
	{store.ThroughJob, problem.L("后台任务", "Background job")},
	{store.ThroughGateway, problem.L("网关", "Gateway")},
	{store.ThroughSystem, problem.L("系统", "System")},
}

// Kinds of what the log tells and nobody changes.
const (
	kindLog        = "operation-log"
	kindPermission = "permission"
)

// kind is what is logged without a declaration of its own.
type kind struct {
	named
	shared bool // by all factories of the company
}

var kinds = []kind{
	{named{"account", problem.L("账号", "Account")}, true},
	{named{"api-token", problem.L("接口令牌", "API token")}, true},
	{named{"auto-schedule", problem.L("自动排程", "Auto-schedule")}, false},
	{named{"gateway-key", problem.L("网关密钥", "Gateway key")}, true},
	{named{"logo", problem.L("企业标志", "Company logo")}, true},
	{named{"machine-transfer", problem.L("设备程序传输", "Program transfer of a machine")}, false},
	{named{kindLog, problem.L("操作日志", "Operation log")}, true},
	{named{kindPermission, problem.L("权限", "Permission")}, true},
	{named{"news", problem.L("企业新闻", "News")}, true},
	{named{"production", problem.L("生产数据导入", "Production import")}, false},
	{named{"program", problem.L("程序文件", "Program file")}, false},
	{named{"schedule", problem.L("排程", "Schedule")}, false},
	{named{"security-policy", problem.L("安全策略", "Security policy")}, true},
	{named{"session", problem.L("登录会话", "Session")}, true},
	{named{"setting", problem.L("排程参数", "Scheduling settings")}, false},
	{named{"tenant", problem.L("租户", "Tenant")}, true},
}

// fieldNames are the fields that lines of several kinds name without a declaration.
var fieldNames = map[string]problem.Text{
	"hours": problem.L("工时", "Hours"), "created": problem.L("新增", "New"), "changed": problem.L("修改", "Changed"), "state": problem.L("状态", "Status"),
	"notRead": problem.L("未读取的工作表", "Sheets not read"), "notWritten": problem.L("写入中断，未写入的模具", "Broke off; moulds not written"),
	"read": problem.L("读取", "Read"), "same": problem.L("不变", "Unchanged"), "refused": problem.L("未通过", "Refused"), "skipped": problem.L("跳过", "Skipped"),
	"beforeWriting":  problem.L("在写入前中止，未写入任何数据", "Ended before anything was written"),
	"stoppedBefore":  problem.L("在写入前由本人停止，未写入任何数据", "Stopped by its user before anything was written"),
	"stopped":        problem.L("由本人停止，未写入的模具", "Stopped by its user; moulds not written"),
	"brokeOff":       problem.L("写入中断，未写入的行", "Broke off; rows not reached"),
	"nothingWritten": problem.L("未写入任何数据", "Nothing was written"),
	"heldBack":       problem.L("因其他行未通过而未写入", "Held back by refused rows"),
}

// endings are those fieldNames that count what is not in, by the ending alone.
var endings = map[string]problem.Text{
	"notWritten": problem.L("写入中断", "Broke off"),
	"stopped":    problem.L("由本人停止", "Stopped by its user"),
}

// howEnded are the fields that say how an import ended, where it did not end well: they come before what it counts.
var howEnded = []string{"stoppedBefore", "stopped", "notWritten", "brokeOff", "beforeWriting", "nothingWritten"}

// countNames are the counts of an import in the order in which they are told.
var countNames = []named{
	{"read", problem.L("读取", "read")},
	{"new", problem.L("新增", "new")},
	{"changed", problem.L("修改", "changed")},
	{"same", problem.L("不变", "unchanged")},
	{"refused", problem.L("未通过", "refused")},
	{"notReached", problem.L("未写入", "not reached")},
	{"skipped", problem.L("跳过", "skipped")},
	{"removed", problem.L("删除", "removed")},
	{"followed", problem.L("随之修改", "changed with others")},
	{"made", problem.L("新建资料", "records made")},
}

func choices(all []named, lang string) []Choice {
	out := make([]Choice, len(all))
	for i, n := range all {
		out[i] = Choice{n.code, n.name.In(lang)}
	}
	return out
}

func nameOf(all []named, code, lang string) string {
	for _, n := range all {
		if n.code == code {
			return n.name.In(lang)
		}
	}
	return code
}

func anything(string) bool { return true }

// shared are the entities whose rows belong to the whole company.
func (l *Log) shared() (names []string) {
	for _, k := range kinds {
		if k.shared {
			names = append(names, k.code)
		}
	}
	for _, e := range l.deps.Entities() {
		if m := e.Meta(anything); m.Level == "tenant" {
			names = append(names, m.Entity)
		}
	}
	return names
}

// entityChoices are the kinds of records that the log may name, by their names.
func (l *Log) entityChoices(lang string) (all []Choice) {
	for _, k := range kinds {
		all = append(all, Choice{k.code, k.name.In(lang)})
	}
	for _, e := range l.deps.Entities() {
		all = append(all, Choice{e.Name(), e.Label().In(lang)})
	}
	slices.SortFunc(all, func(a, b Choice) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) })
	return all
}
