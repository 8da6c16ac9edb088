import type { Action } from "./action";

export const nextHit: Action = {
  name: "next-hit",
  label: "nextHit",
  shortcuts: ["F3"],
  when: ({ state }) => state.hit !== null,
  perform: (chart) => chart.stepHit(1),
};
