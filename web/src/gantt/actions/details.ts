import { hasSelection, type Action } from "./action";

export const details: Action = {
  name: "details",
  label: "details",
  shortcuts: ["Enter"],
  when: hasSelection,
  perform: (chart) => chart.showDetails(true),
};
