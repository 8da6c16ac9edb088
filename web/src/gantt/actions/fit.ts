import type { Action } from "./action";

export const fit: Action = {
  name: "fit",
  label: "fit",
  shortcuts: ["0"],
  tool: {
    group: "time",
    icon: "M2 3v10M14 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2",
  },
  perform: (chart) => chart.fit(),
};
