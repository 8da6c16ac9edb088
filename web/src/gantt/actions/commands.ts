import type { Action } from "./action";

export const commands: Action = {
  name: "commands",
  label: "commands",
  shortcuts: ["?"],
  tool: {
    group: "page",
    icon: "M1.5 4h13v8h-13zM5 9.6h6M4 6.7h1M7.5 6.7h1M11 6.7h1",
  },
  perform: (chart) => chart.set({ showsCommands: !chart.state.showsCommands }),
};
