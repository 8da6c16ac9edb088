import type { Action } from "./action";

export const zoomOut: Action = {
  name: "zoom-out",
  label: "zoomOut",
  shortcuts: ["-"],
  tool: { group: "time", icon: "M3 8h10" },
  perform: (chart) => chart.zoomBy(1 / 1.4),
};
