import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useTemplateTexts } = defineTexts(
  "recordTemplates",
  {
    calendar: "日历",
    shift: "班次",
    section: "工段",
    process: "工艺",
    partType: "零件类型",
    taken: "{{name}}（已采用）",
    take: "采用模板：{{name}}",
    takeBoth: "采用模板：{{name}}，同时新建工段“{{section}}”",
    all: "全部采用（{{count}}）",
    calendarAll: "采用全部日历模板",
    shiftAll: "采用全部班次模板",
    sectionAll: "采用全部工段模板",
    processAll: "采用全部工艺模板",
    partTypeAll: "采用全部零件类型模板",
    brings: "采用工艺时，会同时新建它所在的工段。还没有的工段：{{sections}}",
    mayNotBring:
      "您没有新增工段的权限，需要以下工段的工艺不能采用：{{sections}}",
    made: "已采用：{{names}}",
    madeBoth: "已采用：{{names}}。同时新建工段：{{sections}}",
    starter: "下载示例工作簿",
  },
  {
    calendar: "Calendar",
    shift: "Shift",
    section: "Section",
    process: "Process",
    partType: "Part type",
    taken: "{{name}} (taken)",
    take: "Take the template: {{name}}",
    takeBoth:
      "Take the template: {{name}}, and make the section “{{section}}” with it",
    all: "Take all ({{count}})",
    calendarAll: "Take all calendar templates",
    shiftAll: "Take all shift templates",
    sectionAll: "Take all section templates",
    processAll: "Take all process templates",
    partTypeAll: "Take all part-type templates",
    brings:
      "A process takes the section that it needs with it. Not there yet: {{sections}}",
    mayNotBring:
      "You may not add sections, so that processes of these cannot be taken: {{sections}}",
    made: "Taken: {{names}}",
    madeBoth: "Taken: {{names}}. Made with them: section {{sections}}",
    starter: "Download the starter workbook",
  },
);
