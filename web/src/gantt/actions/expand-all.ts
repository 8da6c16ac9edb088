import type { Action } from "./action";

export const expandAll: Action = {
  name: "expand-all",
  label: "expandAll",
  shortcuts: ["e"],
  tool: { group: "rows", icon: "M3 3h10M8 6v7M5.5 10.5 8 13l2.5-2.5" },
  perform: (chart) => chart.foldAll(false),
};
