import { expect, test } from "vitest";
import { firstFrom, lanesOf, modelOf, type Plan } from "./model";
import { ticksOf } from "./ticks";
import { barAt, fitted, headHeight, minuteAt, xOf, zoomed } from "./view";

const plan: Plan = {
  epoch: "2026-03-02T00:00:00Z",
  zone: "Asia/Shanghai",
  from: 0,
  to: 1000,
  now: 0,
  resources: [
    { id: "a", name: "A", group: "g", shading: -1 },
    { id: "b", name: "B", group: "g", shading: -1 },
    { id: "c", name: "C", group: "g", shading: -1 },
  ],
  shading: [],
  moulds: [{ no: "M1", name: "", due: null, late: false }],
  processes: [{ name: "CNC" }],
  parts: ["P1"],
  bars: {
    id: ["x", "y", "z"],
    resource: [2, 0, 2],
    mould: [0, 0, 0],
    process: [0, 0, 0],
    part: [0, 0, 0],
    op: [10, 20, 30],
    start: [500, 100, 0],
    end: [900, 300, 600],
    status: [0, 0, 0],
    flags: [0, 0, 0],
  },
};

test("bars stand in the rows of their resources, by start; empty rows go", () => {
  const model = modelOf(plan);
  expect(model.rows.map((row) => row.resource)).toEqual([0, 2]);
  expect([...model.rows[1]!.bars]).toEqual([2, 0]);
  expect(model.rows[1]!.laneCount).toBe(2); // they overlap
});

test("a lane is used again as soon as it is free", () => {
  const start = Int32Array.of(0, 10, 20);
  const end = Int32Array.of(20, 30, 25);
  expect([...lanesOf([0, 1, 2], start, end).lanes]).toEqual([0, 1, 0]);
});

test("the search finds bars that began before the view", () => {
  const model = modelOf(plan);
  expect(firstFrom(model.rows[1]!, model.start, 550)).toBe(0);
  expect(firstFrom(model.rows[0]!, model.start, 900)).toBe(1);
});

test("a zoom keeps the minute under the pointer, and has an end", () => {
  const view = fitted(modelOf(plan), 1200);
  const at = minuteAt(view, 700);
  expect(minuteAt(zoomed(view, 3, 700, 0.001), 700)).toBeCloseTo(at);
  expect(zoomed(view, 1e9, 700, 0.001).scale).toBe(6);
});

test("a point finds the bar that is drawn there", () => {
  const model = modelOf(plan);
  const view = fitted(model, 1200);
  expect(barAt(model, view, xOf(view, 200), headHeight + 12)).toBe(1);
  expect(barAt(model, view, xOf(view, 50), headHeight + 12)).toBe(-1);
});

test("days begin at the factory's midnight", () => {
  const [first] = ticksOf(0, 10_000, 0.06, Date.parse(plan.epoch), plan.zone);
  expect(first).toEqual({ minute: 16 * 60, label: "03-03" });
});
