import { beside } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const nextBar: Action = {
  name: "next-bar",
  label: "nextBar",
  shortcuts: ["ArrowRight"],
  perform: (chart) =>
    startOr(chart, (bar) => beside(chart.model, chart.layout, bar, 1)),
};
