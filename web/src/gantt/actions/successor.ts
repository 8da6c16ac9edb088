import { along } from "../walk";
import { hasSelection, type Action } from "./action";

export const successor: Action = {
  name: "successor",
  label: "successor",
  shortcuts: ["]"],
  when: hasSelection,
  perform: (chart) => chart.goTo(along(chart.model, chart.state.selected, 1)),
};
