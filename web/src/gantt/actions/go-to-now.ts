import type { Action } from "./action";

export const goToNow: Action = {
  name: "go-to-now",
  label: "now",
  shortcuts: ["n"],
  tool: { group: "time", icon: "M8 2v12M5 4.5h6L8 8z" },
  perform: (chart) => chart.showMinute(chart.model.plan.now),
};
