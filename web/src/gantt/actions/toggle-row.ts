import { hasSelection, type Action } from "./action";

export const toggleRow: Action = {
  name: "toggle-row",
  label: "toggleRow",
  shortcuts: [" "],
  when: hasSelection,
  perform: (chart) => {
    const { layout, state } = chart;
    const at = layout.rowOf[state.selected]!;
    // A row that cannot fold stands for the branch that holds it.
    for (let i = at, depth = Infinity; i >= 0; i--) {
      const row = layout.rows[i]!;
      if (row.depth < depth && row.branch.children.length > 0) {
        chart.fold(row.branch.key);
        return;
      }
      depth = Math.min(depth, row.depth);
    }
  },
};
