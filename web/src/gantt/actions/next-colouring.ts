import { colourings } from "../colours";
import type { Action } from "./action";

export const nextColouring: Action = {
  name: "next-colouring",
  label: "nextColouring",
  shortcuts: ["l"],
  perform: (chart) => {
    const at = colourings.indexOf(chart.state.colouring);
    const colouring = colourings[(at + 1) % colourings.length]!;
    chart.set({ colouring, lit: null });
  },
};
