import type { Action } from "./action";

export const switchView: Action = {
  name: "switch-view",
  label: "switchView",
  shortcuts: ["v"],
  perform: (chart) =>
    chart.switchTo(chart.state.mode === "resource" ? "mould" : "resource"),
};
