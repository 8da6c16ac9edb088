import type { Action } from "./action";

export const zoomIn: Action = {
  name: "zoom-in",
  label: "zoomIn",
  shortcuts: ["+", "="],
  tool: { group: "time", icon: "M8 3v10M3 8h10" },
  perform: (chart) => chart.zoomBy(1.4),
};
