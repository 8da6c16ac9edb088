import { defineTexts } from "@/i18n/define-texts";
import { spanParts } from "./explain";

export const { useTexts: useWhyTexts } = defineTexts(
  "aps.why",
  {
    moulds: "模具",
    mould: "模具",
    due: "交期",
    end: "计划完成",
    late: "延期",
    onTimeShort: "按期",
    noDue: "无交期",
    notWhole: "{{count}} 个任务未排",
    notPlanned: "未排：{{reason}}",
    mouldNotPlanned: "未排：{{reason}}。",
    forced: "延期的强制交期",
    forcedLate: "{{count}} 个强制交期延期",
    forcedPart: "零件 {{part}}：交期 {{due}}，延期 {{late}}",
    forcedOpen: "零件 {{part}}：交期 {{due}}，未完整排入",
    choose: "选择一副模具，查看它为什么在这个时间完成。",
    nothing: "计划里没有模具。",
    filter: "查找模具编号",
    lateOnly: "只看延期",
    back: "返回模具",
    need: "必需时间",
    needAbout: "这条关键链上的加工、非工作时间、流转和外协",
    waiting: "等待时间",
    waitingAbout: "排队、电极、物料、程序、锁定等",
    allowed: "允许时间",
    allowedAbout: "从起点到交期",
    tardiness: "延期",
    spare: "余量",
    "verdict.onTime": "按期完成。",
    "verdict.onTimeNoDue": "没有交期，不会延期。",
    "verdict.incomplete":
      "有 {{count}} 个任务未排入，不能按期完成；以下是已排任务的时间链。",
    "verdict.impossible":
      "交期无法达成：按现有的日期、锁定和设备，即使车间里没有其他任务，最早也要到 {{earliest}} 完成，任何加工顺序都保不住交期。要改交期、提前物料或程序等日期、解除锁定、减少工时、加班或外协。",
    "verdict.need":
      "按这个计划的安排，关键链的必需时间已超过允许时间：不等待也会延期。",
    "verdict.waiting": "延期是等待造成的：关键链的必需时间来得及。",
    "holds.perhaps": "换加工顺序或设备，交期仍有可能保住。",
    "holds.replanned": "什么都不消除，现在重排一次就能按期完成。",
    "holds.cause": "消除“{{cause}}”并重排一次，任务另行安排后就能按期完成。",
    chain: "关键链",
    chainAbout: "从起点到完成，一段接一段，合计 {{span}}",
    causes: "等待原因",
    queueAbout:
      "消除排队，是假设这副模具的每道工序都独占该资源，好像没有别的任务要用它；这不等于增加一台设备。",
    heldAbout:
      "“计划留空”是倒排有意推迟的时间：把生产方向改为“正排”重新运行即可提前；其他任务也会随之移动，实际提前多少以新计划为准。",
    causesNone: "这条链上没有等待。",
    cause: "原因",
    onChain: "链上等待",
    beside: "链上没有直接等它，但消除后也能挽回",
    recoverable: "可挽回",
    recoverableAbout:
      "只消除这一项，再把这副模具重排一次，延期减少多少；其余任务只在总延期不变差，或按原规则重新排程也会这样时才让位",
    recoverableEnd:
      "只消除这一项，再把这副模具重排一次，完成时间提前多少；其余任务只在总延期不变差，或按原规则重新排程也会这样时才让位",
    replanned:
      "什么都不消除、只重排一次，延期也能减少 {{span}}；下列各项的“可挽回”都已包含这部分。",
    replannedEnd:
      "什么都不消除、只重排一次，也能提前 {{span}} 完成；下列各项的“可挽回”都已包含这部分。",
    causeQueue: "{{resource}} 排队",
    time: "时间",
    what: "内容",
    task: "零件 / 工序",
    span: "时长",
    waitsFor: "说明",
    behind: "排在 {{task}} 之后",
    blocked: "资源被占用",
    supposed: "计划此时有意留空；即使不留空，也要这样等待同样长的时间",
    forElectrode: "等待电极 {{task}}",
    electrodeLead: "电极未入库，按提前期推算",
    worked: "加工 {{span}}",
    toTask: "送往 {{task}}",
    explainTask: "为什么？",
    "kind.work": "加工",
    "kind.outside": "外协",
    "kind.closed": "非工作时间",
    "kind.flow": "流转",
    "kind.lag": "工艺等待",
    "kind.queue": "排队",
    "kind.electrode": "等电极",
    "kind.material": "等物料",
    "kind.program": "等程序",
    "kind.design": "等图纸或电极前处理",
    "kind.assumed": "假定日期",
    "kind.date": "最早开始",
    "kind.lock": "锁定",
    "kind.held": "计划留空",
    spanDays: "{{n}} 天",
    spanHours: "{{n}} 小时",
    spanMinutes: "{{n}} 分",
    whyLate: "为什么延期",
    whyEnd: "为什么这时完成",
    forMould: "整副模具",
    forTask: "本任务",
    full: "完整说明",
  },
  {
    moulds: "Moulds",
    mould: "Mould",
    due: "Delivery",
    end: "Planned end",
    late: "Late",
    onTimeShort: "On time",
    noDue: "No delivery date",
    notWhole: "{{count}} tasks unscheduled",
    notWhole_one: "{{count}} task unscheduled",
    notPlanned: "Unscheduled: {{reason}}",
    mouldNotPlanned: "It is unscheduled: {{reason}}.",
    forced: "Late forced deliveries",
    forcedLate: "{{count}} forced deliveries late",
    forcedLate_one: "{{count}} forced delivery late",
    forcedPart: "Part {{part}}: delivery {{due}}, late by {{late}}",
    forcedOpen: "Part {{part}}: delivery {{due}}, not wholly scheduled",
    choose: "Choose a mould to see why it ends when it does.",
    nothing: "There is no mould in this plan.",
    filter: "Find a mould number",
    lateOnly: "Late only",
    back: "Back to the mould",
    need: "Need",
    needAbout: "Work, non-working time, transfer and outsourcing on this chain",
    waiting: "Waiting",
    waitingAbout: "Queues, electrodes, material, programs, locks ...",
    allowed: "Allowed",
    allowedAbout: "From the origin to the delivery date",
    tardiness: "Late",
    spare: "Slack",
    "verdict.onTime": "It is on time.",
    "verdict.onTimeNoDue": "Without a delivery date it cannot be late.",
    "verdict.incomplete":
      "{{count}} tasks are unscheduled: it is not on time. This is the chain of those that are placed.",
    "verdict.incomplete_one":
      "{{count}} task is unscheduled: it is not on time. This is the chain of those that are placed.",
    "verdict.impossible":
      "This date cannot be held: with its dates, locks and machines as they are it would not end before {{earliest}} even if nothing else were in the shop, so no sequence helps. A later delivery date, earlier material or programs, a released lock, fewer hours, overtime or outsourcing help.",
    "verdict.need":
      "As this plan places the tasks, the need of the chain exceeds what is allowed: it would be late without any wait.",
    "verdict.waiting":
      "It is late because it waits: the need of the chain fits before the date.",
    "holds.perhaps":
      "Another sequence or other machines may still hold the date.",
    "holds.replanned":
      "Scheduling it again with nothing removed already holds the date.",
    "holds.cause":
      "Without “{{cause}}”, and with its tasks placed anew, it holds the date.",
    chain: "Critical chain",
    chainAbout: "From origin to end without a gap, {{span}} in all",
    causes: "Why it waits",
    queueAbout:
      "Without a queue means that each operation of this mould has the resource to itself, as if nobody else needed it. One more machine is less than that.",
    heldAbout:
      "“Held back” is time by which a backward plan postpones tasks on purpose. A run with the production direction “Forward” brings them forward; other tasks move with them, so that the new plan decides how much is gained.",
    causesNone: "Nothing on this chain waits.",
    cause: "Cause",
    onChain: "On the chain",
    beside:
      "The chain does not wait for it, but taking it away recovers all the same",
    recoverable: "Recoverable",
    recoverableAbout:
      "By how much the tardiness falls when this cause alone is gone and the mould is scheduled again; other tasks give way only where that makes nothing later in total, or where another run by the same rules would place them so",
    recoverableEnd:
      "By how much earlier it ends when this cause alone is gone and the mould is scheduled again; other tasks give way only where that makes nothing later in total, or where another run by the same rules would place them so",
    replanned:
      "Scheduling it again with nothing removed already gains {{span}}; every figure below includes that.",
    replannedEnd:
      "Scheduling it again with nothing removed already brings the end forward by {{span}}; every figure below includes that.",
    causeQueue: "Queue at {{resource}}",
    time: "Time",
    what: "What",
    task: "Part / operation",
    span: "Duration",
    waitsFor: "Details",
    behind: "behind {{task}}",
    blocked: "resource occupied",
    supposed:
      "The plan holds its tasks back here; with nothing held back it would wait as long",
    forElectrode: "For electrode {{task}}",
    electrodeLead: "Electrode not in stock: its lead time is assumed",
    worked: "{{span}} of work",
    toTask: "To {{task}}",
    explainTask: "Why?",
    "kind.work": "Work",
    "kind.outside": "Outsourced",
    "kind.closed": "Non-working time",
    "kind.flow": "Transfer",
    "kind.lag": "Process wait",
    "kind.queue": "Queue",
    "kind.electrode": "Electrode",
    "kind.material": "Material",
    "kind.program": "Program",
    "kind.design": "Drawing or electrode pre-process",
    "kind.assumed": "Assumed date",
    "kind.date": "Earliest start",
    "kind.lock": "Lock",
    "kind.held": "Held back",
    spanDays: "{{n}} d",
    spanHours: "{{n}} h",
    spanMinutes: "{{n}} min",
    whyLate: "Why late",
    whyEnd: "Why it ends then",
    forMould: "Whole mould",
    forTask: "This task",
    full: "Full explanation",
  },
);

type WhySay = ReturnType<typeof useWhyTexts>;

/** "3 d 4 h 5 min", exact to the minute. */
/** Hours of work: 24 h are no day of anybody's. */
export function hoursWords(minutes: number, t: WhySay) {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    (hours > 0 || rest === 0) && t("spanHours", { n: hours }),
    rest > 0 && t("spanMinutes", { n: rest }),
  ]
    .filter(Boolean)
    .join(" ");
}

export function spanWords(minutes: number, t: WhySay) {
  const { days, hours, minutes: rest } = spanParts(minutes);
  const words = [
    days > 0 && t("spanDays", { n: days }),
    hours > 0 && t("spanHours", { n: hours }),
    rest > 0 && t("spanMinutes", { n: rest }),
  ].filter(Boolean);
  return words.length > 0 ? words.join(" ") : t("spanMinutes", { n: 0 });
}
