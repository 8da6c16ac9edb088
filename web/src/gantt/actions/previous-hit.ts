import type { Action } from "./action";

export const previousHit: Action = {
  name: "previous-hit",
  label: "previousHit",
  shortcuts: ["Shift+F3"],
  when: ({ state }) => state.hit !== null,
  perform: (chart) => chart.stepHit(-1),
};
