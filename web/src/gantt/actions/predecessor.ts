import { along } from "../walk";
import { hasSelection, type Action } from "./action";

export const predecessor: Action = {
  name: "predecessor",
  label: "predecessor",
  shortcuts: ["["],
  when: hasSelection,
  perform: (chart) => chart.goTo(along(chart.model, chart.state.selected, -1)),
};
