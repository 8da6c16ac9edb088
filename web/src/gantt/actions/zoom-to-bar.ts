import { mostScale } from "../geometry";
import { hasSelection, type Action } from "./action";

export const zoomToBar: Action = {
  name: "zoom-to-bar",
  label: "zoomToBar",
  shortcuts: ["z"],
  when: hasSelection,
  perform: (chart) => {
    const { model, state } = chart;
    const { selected, view, frame } = state;
    const start = model.start[selected]!;
    const span = Math.max(30, model.end[selected]! - start);
    const room = frame.width - frame.names;
    const scale = Math.min(mostScale, room / (span * 3));
    chart.move({ ...view, scale, left: start - span });
    chart.showBar(selected);
  },
};
