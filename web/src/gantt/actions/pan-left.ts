import type { Action } from "./action";

export const panLeft: Action = {
  name: "pan-left",
  label: "panLeft",
  shortcuts: ["Shift+ArrowLeft"],
  perform: (chart) => chart.panBy(-chart.state.frame.width / 6, 0),
};
