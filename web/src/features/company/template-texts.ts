import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useTemplateTexts } = defineTexts(
  "dayTemplates",
  {
    calendar: "日历",
    shift: "班次",
    taken: "{{name}}（已采用）",
    take: "采用模板：{{name}}",
  },
  {
    calendar: "Calendar",
    shift: "Shift",
    taken: "{{name}} (taken)",
    take: "Take the template: {{name}}",
  },
);
