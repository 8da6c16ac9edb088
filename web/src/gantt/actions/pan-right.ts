import type { Action } from "./action";

export const panRight: Action = {
  name: "pan-right",
  label: "panRight",
  shortcuts: ["Shift+ArrowRight"],
  perform: (chart) => chart.panBy(chart.state.frame.width / 6, 0),
};
