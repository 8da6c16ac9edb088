import type { Action } from "./action";

export const collapseAll: Action = {
  name: "collapse-all",
  label: "collapseAll",
  shortcuts: ["c"],
  tool: { group: "rows", icon: "M3 13h10M8 10V3M5.5 5.5 8 3l2.5 2.5" },
  perform: (chart) => chart.foldAll(true),
};
