import { describe, expect, test } from "vitest";
import {
  barAt,
  bounded,
  boxOf,
  fitted,
  frameOf,
  headHeight,
  minuteAt,
  mostScale,
  rowAt,
  xOf,
  zoomed,
  type View,
} from "./geometry";
import { layoutOf } from "./layout";
import { modelOf } from "./model";
import { treesOf } from "./rows";
import { samplePlan } from "./sample-plan";

const frame = frameOf(1200, 600);
const model = modelOf(
  samplePlan([
    { resource: 0, part: 0, start: 0, end: 100 },
    { resource: 0, part: 2, start: 100, end: 200 },
    { resource: 0, part: 2, start: 150, end: 300 },
    { resource: 1, part: 1, start: 400, end: 1000 },
  ]),
);
const layout = layoutOf(model, treesOf(model, "外协").resource, new Set());
const view = fitted(0, 1000, frame);

test("the whole plan fits between the edges", () => {
  expect(xOf(view, frame, 0)).toBeGreaterThanOrEqual(frame.names);
  expect(xOf(view, frame, 1000)).toBeLessThanOrEqual(frame.width);
});

describe("zooming about the pointer", () => {
  test.each([0.5, 1.4, 3])("keeps the minute under it, factor %f", (factor) => {
    const next = zoomed(view, frame, factor, 700, 0.01);
    expect(minuteAt(next, frame, 700)).toBeCloseTo(
      minuteAt(view, frame, 700),
      6,
    );
    expect(next.scale).toBeCloseTo(view.scale * factor, 6);
  });

  test("ends at an hour over 360 pixels and at the least scale", () => {
    expect(zoomed(view, frame, 1e9, 700, 0.01).scale).toBe(mostScale);
    expect(zoomed(view, frame, 1e-9, 700, 0.01).scale).toBe(0.01);
  });
});

test("nobody scrolls out of the plan", () => {
  const lost: View = { left: 1e7, scale: 1, top: 1e7 };
  const back = bounded(lost, frame, { from: 0, to: 1000 }, 900);
  expect(back.top).toBe(900 - (600 - headHeight));
  expect(xOf(back, frame, 1000)).toBeGreaterThan(frame.names);
  const above = bounded({ ...lost, top: -50 }, frame, { from: 0, to: 1 }, 100);
  expect(above.top).toBe(0);
});

test("every bar is found where it is drawn, in its lane", () => {
  for (let bar = 0; bar < model.count; bar++) {
    const box = boxOf(model, layout, view, frame, bar)!;
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    expect(barAt(model, layout, view, frame, x, y)).toBe(bar);
  }
  const [first, , third] = [0, 1, 2].map(
    (bar) => boxOf(model, layout, view, frame, bar)!,
  );
  expect(third!.y).toBeGreaterThan(first!.y);
});

test("between bars, over names and over the axis there is none", () => {
  const box = boxOf(model, layout, view, frame, 3)!;
  const y = box.y + 5;
  const between = xOf(view, frame, 350);
  expect(barAt(model, layout, view, frame, between, y)).toBe(-1);
  expect(barAt(model, layout, view, frame, 20, y)).toBe(-1);
  expect(barAt(model, layout, view, frame, box.x + 5, 10)).toBe(-1);
});

test("a bar thinner than a pixel can still be hit", () => {
  const far: View = { left: -50_000, scale: 0.005, top: 0 };
  const box = boxOf(model, layout, far, frame, 3)!;
  expect(barAt(model, layout, far, frame, box.x - 1, box.y + 5)).toBe(3);
});

test("a height finds its row, also after scrolling", () => {
  layout.rows.forEach((row, i) => {
    const y = headHeight + row.top + row.height - 1;
    expect(rowAt(layout, { ...view, top: 0 }, y)).toBe(i);
    expect(rowAt(layout, { ...view, top: 40 }, y - 40)).toBe(
      y - 40 < headHeight ? -1 : i,
    );
  });
  expect(rowAt(layout, view, headHeight + layout.height)).toBe(-1);
});
