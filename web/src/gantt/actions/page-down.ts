import type { Action } from "./action";

export const pageDown: Action = {
  name: "page-down",
  label: "pageDown",
  shortcuts: ["PageDown"],
  perform: (chart) => chart.panBy(0, chart.state.frame.height - 96),
};
