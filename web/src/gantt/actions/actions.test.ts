import { expect, test, vi } from "vitest";
import { Chart } from "../chart";
import { minuteAt } from "../geometry";
import { samplePlan } from "../sample-plan";
import { actionFor, keysOf, shortcutOf } from "./keys";
import { actions } from "./table";

const host = {
  focusSearch: vi.fn(),
  toggleFullScreen: vi.fn(),
  exportPng: vi.fn(),
};

function chartOf() {
  const chart = new Chart(
    samplePlan(
      [
        { resource: 0, part: 0, start: 0, end: 100, op: 10 },
        { resource: 0, part: 2, start: 200, end: 300, op: 10 },
        { resource: 1, part: 1, start: 100, end: 180, op: 10 },
        { resource: 1, part: 0, start: 250, end: 400, op: 20 },
        { resource: 2, part: 0, start: 500, end: 600, op: 30 },
      ],
      { links: { from: [0, 2, 3], to: [3, 3, 4], kind: [0, 2, 0] } },
    ),
    { locale: "en-GB", outside: "Outsourced" },
  );
  chart.resize(1200, 600);
  return chart;
}

/** Presses keys as the browser names them: "ArrowRight", "Shift+F3", "+". */
function press(chart: Chart, ...shortcuts: string[]) {
  for (const shortcut of shortcuts) {
    actionFor(actions, shortcut, chart)?.perform(chart, host);
  }
}

test("every action has a name, a label and a key of its own", () => {
  const keys = actions.flatMap(({ shortcuts }) => shortcuts);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
  expect(actions.every(({ shortcuts }) => shortcuts.length > 0)).toBe(true);
});

test("keys are named with their modifiers", () => {
  const key = { ctrlKey: false, metaKey: false, altKey: false };
  const shift = { ...key, shiftKey: true };
  expect(shortcutOf({ ...shift, key: "?" })).toBe("?");
  expect(shortcutOf({ ...shift, key: "F" })).toBe("f");
  expect(shortcutOf({ ...shift, key: "ArrowLeft" })).toBe("Shift+ArrowLeft");
  expect(shortcutOf({ ...key, shiftKey: false, ctrlKey: true, key: "f" })).toBe(
    "Control+f",
  );
  expect([keysOf("Shift+ArrowLeft"), keysOf("+"), keysOf("n")]).toEqual([
    "Shift ←",
    "+",
    "N",
  ]);
});

test("arrows walk from bar to bar: along the row, and to the nearest on the next", () => {
  const chart = chartOf();
  const walk = (...keys: string[]) => {
    press(chart, ...keys);
    return chart.state.selected;
  };
  expect(walk("ArrowDown")).toBe(0);
  expect(walk("ArrowRight")).toBe(1);
  expect(walk("ArrowRight")).toBe(1);
  expect(walk("ArrowDown")).toBe(3);
  expect(walk("Home")).toBe(2);
  expect(walk("End")).toBe(3);
  expect(walk("ArrowDown")).toBe(4);
  expect(walk("ArrowUp", "ArrowUp", "ArrowLeft")).toBe(0);
});

test("brackets follow the route to the deciding predecessor and successor", () => {
  const chart = chartOf();
  chart.select(3);
  press(chart, "[");
  expect(chart.state.selected).toBe(2);
  press(chart, "]", "]");
  expect(chart.state.selected).toBe(4);
});

// APS-GANTT-02
test("plus and minus zoom about the middle, 0 shows all", () => {
  const chart = chartOf();
  press(chart, "0");
  const { scale } = chart.state.view;
  const middle = (chart.state.frame.names + 1200) / 2;
  const before = minuteAt(chart.state.view, chart.state.frame, middle);
  press(chart, "+");
  expect(chart.state.view.scale).toBeCloseTo(scale * 1.4);
  const { view, frame } = chart.state;
  expect(minuteAt(view, frame, middle)).toBeCloseTo(before, 6);
  press(chart, "-", "0");
  expect(chart.state.view.scale).toBeCloseTo(scale);
});

// APS-GANTT-02
test("c folds everything, e unfolds it, space the group of the selection", () => {
  const chart = chartOf();
  const labels = () => chart.layout.rows.map(({ branch }) => branch.label);
  press(chart, "c");
  expect(labels()).toEqual(["加工", "装配"]);
  press(chart, "e");
  expect(labels()).toEqual([
    "加工",
    "数控组",
    "M1",
    "M2",
    "装配",
    "钳工组",
    "F",
  ]);
  chart.select(0);
  press(chart, " ");
  expect(labels()).toEqual(["加工", "数控组", "装配", "钳工组", "F"]);
  press(chart, " ");
  expect(labels()).toContain("M1");
});

test("a jump to a folded bar unfolds what hides it", () => {
  const chart = chartOf();
  press(chart, "c");
  chart.goTo(3);
  expect(chart.layout.laneOf[3]).toBe(0);
  press(chart, "v", "c");
  expect(chart.state.mode).toBe("mould");
  chart.goTo(0);
  expect(chart.layout.laneOf[0]).toBe(0);
});

test("escape undoes one thing at a time: details, hit, light, selection", () => {
  const chart = chartOf();
  chart.set({ lit: 0 });
  chart.jump({
    kind: "mould",
    label: "A",
    note: "",
    why: "",
    bars: Int32Array.from([0, 2, 3, 4]),
  });
  expect(chart.state.selected).toBe(0);
  press(chart, "Shift+F3");
  expect(chart.state.selected).toBe(4);
  press(chart, "F3", "Enter");
  expect(chart.state).toMatchObject({ selected: 0, showsDetails: true });
  press(chart, "Escape");
  expect(chart.state.showsDetails).toBe(false);
  press(chart, "Escape");
  expect(chart.state.hit).toBeNull();
  press(chart, "Escape");
  expect(chart.state.lit).toBeNull();
  press(chart, "Escape");
  expect(chart.state.selected).toBe(-1);
});

test("l goes round the colourings and puts out the light", () => {
  const chart = chartOf();
  chart.set({ lit: 1 });
  press(chart, "l");
  expect(chart.state).toMatchObject({ colouring: "lateness", lit: null });
  press(chart, "l", "l", "l", "l");
  expect(chart.state.colouring).toBe("status");
});

test("what needs a selection is not there without one", () => {
  const chart = chartOf();
  for (const key of ["Enter", " ", "[", "]", "z"]) {
    expect(actionFor(actions, key, chart)).toBeUndefined();
  }
  expect(actionFor(actions, "F3", chart)).toBeUndefined();
});

test("search, full screen and the picture are the host's", () => {
  const chart = chartOf();
  press(chart, "/", "f", "p");
  expect(host.focusSearch).toHaveBeenCalledOnce();
  expect(host.toggleFullScreen).toHaveBeenCalledOnce();
  expect(host.exportPng).toHaveBeenCalledOnce();
});
