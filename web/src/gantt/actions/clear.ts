import type { Action } from "./action";

export const clear: Action = {
  name: "clear",
  label: "clear",
  shortcuts: ["Escape"],
  perform: (chart) => {
    const { showsCommands, showsDetails, gone, resource, hit, lit } =
      chart.state;
    // One thing at a time, the newest first.
    if (showsCommands) {
      chart.set({ showsCommands: false });
    } else if (resource >= 0) {
      chart.set({ resource: -1 });
    } else if (showsDetails || gone) {
      chart.showDetails(false);
    } else if (hit) {
      chart.jump(null);
    } else if (lit !== null) {
      chart.set({ lit: null });
    } else {
      chart.select(-1);
    }
  },
};
