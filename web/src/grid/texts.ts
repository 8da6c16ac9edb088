import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useGridTexts } = defineTexts(
  "grid",
  {
    chooseRow: "选择此行",
    chooseAll: "全选",
    columns: "列",
    showColumn: "显示列“{{title}}”",
    pinColumn: "固定列“{{title}}”",
    pin: "固定",
    moveUp: "上移“{{title}}”",
    moveDown: "下移“{{title}}”",
    resetColumns: "恢复默认列",
  },
  {
    chooseRow: "Select this row",
    chooseAll: "Select all",
    columns: "Columns",
    showColumn: "Show column “{{title}}”",
    pinColumn: "Pin column “{{title}}”",
    pin: "Pin",
    moveUp: "Move “{{title}}” up",
    moveDown: "Move “{{title}}” down",
    resetColumns: "Default columns",
  },
);
