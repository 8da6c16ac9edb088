import type { Action } from "./action";

export const pageUp: Action = {
  name: "page-up",
  label: "pageUp",
  shortcuts: ["PageUp"],
  perform: (chart) => chart.panBy(0, 96 - chart.state.frame.height),
};
