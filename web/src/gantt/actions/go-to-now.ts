import type { Action } from "./action";

export const goToNow: Action = {
  name: "go-to-now",
  label: "now",
  shortcuts: ["n"],
  tool: {
    group: "time",
    icon: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3.2l2.2 1.3",
  },
  perform: (chart) => chart.showMinute(chart.state.now),
};
