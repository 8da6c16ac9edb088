import type { Action } from "./action";

export const commands: Action = {
  name: "commands",
  label: "commands",
  shortcuts: ["?"],
  tool: { group: "page", icon: "M3 4.5h10M3 8h10M3 11.5h6" },
  perform: (chart) => chart.set({ showsCommands: !chart.state.showsCommands }),
};
