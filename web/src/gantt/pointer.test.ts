import { beforeEach, expect, test, vi } from "vitest";
import { Chart } from "./chart";
import { boxOf, headHeight, minuteAt } from "./geometry";
import { followPointer } from "./pointer";
import { samplePlan } from "./sample-plan";

let chart: Chart;
let sheet: HTMLElement;

beforeEach(() => {
  chart = new Chart(
    samplePlan([
      { resource: 0, part: 0, start: 0, end: 500 },
      { resource: 1, part: 2, start: 600, end: 1200 },
    ]),
    { locale: "en-GB", outside: "Outsourced" },
  );
  chart.resize(1200, 600);
  sheet = document.createElement("div");
  sheet.tabIndex = 0;
  sheet.setPointerCapture = vi.fn();
  document.body.replaceChildren(sheet);
  followPointer(chart, sheet);
});

function point(type: string, x: number, y: number, pointerId = 1) {
  sheet.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, pointerId, button: 0 }),
  );
}

function wheel(init: WheelEventInit) {
  const event = new WheelEvent("wheel", { cancelable: true, ...init });
  // happy-dom leaves out what is not of a mouse.
  const { clientX, clientY, shiftKey = false, ctrlKey = false } = init;
  Object.assign(event, { clientX, clientY, shiftKey, ctrlKey, metaKey: false });
  sheet.dispatchEvent(event);
  return event;
}

function middleOf(bar: number): [number, number] {
  const { view, frame } = chart.state;
  const box = boxOf(chart.model, chart.layout, view, frame, bar)!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function click(x: number, y: number) {
  point("pointerdown", x, y);
  point("pointerup", x, y);
}

test("a click selects, another one opens, one beside lets go", () => {
  click(...middleOf(1));
  expect(chart.state).toMatchObject({ selected: 1, showsDetails: false });
  click(...middleOf(1));
  expect(chart.state).toMatchObject({ selected: 1, showsDetails: true });
  click(1100, 590);
  expect(chart.state).toMatchObject({ selected: -1, showsDetails: false });
});

test("a click on the name of a machine opens its panel, a bar closes it", () => {
  const [, y] = middleOf(1);
  click(20, y);
  expect(chart.state).toMatchObject({ resource: 1, showsDetails: false });
  click(...middleOf(0));
  expect(chart.state).toMatchObject({ resource: -1, selected: 0 });
});

test("a click on the name of a group folds it", () => {
  const rows = chart.layout.rows.length;
  click(40, headHeight + chart.layout.rows[1]!.top + 5);
  expect(chart.layout.rows.length).toBe(rows - 2);
});

test("a drag pans and selects nothing", () => {
  const { left, scale } = chart.state.view;
  const [x, y] = middleOf(0);
  point("pointerdown", x, y);
  point("pointermove", x - 60, y);
  point("pointerup", x - 60, y);
  expect(chart.state.view.left).toBeCloseTo(left + 60 / scale);
  expect(chart.state.selected).toBe(-1);
});

test("two fingers that part zoom in between them", () => {
  const { scale } = chart.state.view;
  point("pointerdown", 600, 300, 1);
  point("pointerdown", 700, 300, 2);
  point("pointermove", 800, 300, 2);
  expect(chart.state.view.scale).toBeCloseTo(scale * 2);
});

test("the wheel scrolls in time with Shift, zooms about the pointer with Control", () => {
  const before = chart.state.view;
  wheel({ deltaY: 50, shiftKey: true, clientX: 700, clientY: 300 });
  expect(chart.state.view.left).toBeCloseTo(before.left + 50 / before.scale);
  const at = minuteAt(chart.state.view, chart.state.frame, 700);
  const event = wheel({
    deltaY: -90,
    ctrlKey: true,
    clientX: 700,
    clientY: 300,
  });
  expect(chart.state.view.scale).toBeGreaterThan(before.scale);
  expect(minuteAt(chart.state.view, chart.state.frame, 700)).toBeCloseTo(at, 4);
  // Else the browser would zoom the page.
  expect(event.defaultPrevented).toBe(true);
});

test("the pointer finds the bar under it, and leaves none behind", () => {
  point("pointermove", ...middleOf(0));
  expect(chart.state.hovered).toBe(0);
  point("pointerleave", 0, 0);
  expect(chart.state).toMatchObject({ hovered: -1, pointerX: -1 });
});
