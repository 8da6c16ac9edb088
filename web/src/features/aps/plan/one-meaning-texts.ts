import { defineTexts } from "@/i18n/define-texts";

/** What figures of plans rest on, where two screens could be read against each other. */
export const { useTexts: useMeaningTexts } = defineTexts(
  "aps.meaning",
  {
    moved:
      "本排程在两个计划中都有的 {{all}} 个未开工任务中，{{moved}} 个移动（换资源，或开始时间变动超过 {{hours}} 小时）",
    shifted: "另有 {{n}} 个任务的开始时间变动在 {{hours}} 小时以内",
    cut: "分割方式改变的任务（不算新增或减少）：{{n}}",
    carried: "沿用其他排程的模具：{{n}}，其中延期：{{late}}",
    lateToday: "该版本按排程时的交期计为按期，按今天的交期延期：{{names}}",
    onTimeToday: "该版本按排程时的交期计为延期，按今天的交期按期：{{names}}",
    latePartsToday: "该版本计为按期，按今天的交期延期的强制交期零件：{{names}}",
    onTimePartsToday:
      "该版本计为延期，按今天的交期按期的强制交期零件：{{names}}",
    today: "按今天的交期，延期模具：{{late}}",
    todayCarried:
      "按今天的交期，延期模具：{{late}}，沿用的延期模具：{{carried}}",
    "rescuedBy.newDate": "按今天的交期，原计划已能按期",
    "rescuedBy.newPlan": "新计划完成得更早",
    overtaken:
      "该版本排程之后发布了别的计划：恢复或发布它会丢失或覆盖 {{n}} 副模具的安排。请重新排程。",
    ownHours: "其中本排程（小时）",
    lateMark: "延期",
    scope: "范围",
    bothScopes: "本排程和沿用",
    ofTotal: "共 {{hours}}",
  },
  {
    moved:
      "{{moved}} of {{all}} unstarted tasks of the schedule that both plans hold are moved (other resource, or a start that moves by more than {{hours}} h)",
    shifted: "Starts that move by {{hours}} h or less: {{n}}",
    cut: "Tasks that are segmented otherwise, neither new nor gone: {{n}}",
    carried:
      "Moulds carried over from other schedules: {{n}}, of these late: {{late}}",
    lateToday:
      "On time in the figures of this version, which rest on the dates of its run, and late by the dates of today: {{names}}",
    onTimeToday:
      "Late in the figures of this version, which rest on the dates of its run, and on time by the dates of today: {{names}}",
    latePartsToday:
      "Forced deliveries on time in the figures of this version, and late by the dates of today: {{names}}",
    onTimePartsToday:
      "Forced deliveries late in the figures of this version, and on time by the dates of today: {{names}}",
    today: "Moulds late by the dates of today: {{late}}",
    todayCarried:
      "Moulds late by the dates of today: {{late}}, carried over: {{carried}}",
    "rescuedBy.newDate": "the plan in force already holds the date of today",
    "rescuedBy.newPlan": "the new plan ends it earlier",
    overtaken:
      "Another plan was published after this version was run: with it the work on moulds planned there would be dropped or moved ({{n}} in all). Run the schedule again.",
    ownHours: "Of this schedule (h)",
    lateMark: "late",
    scope: "Scope",
    bothScopes: "Own and carried over",
    ofTotal: "of {{hours}}",
  },
);
