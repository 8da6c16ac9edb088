import { expect, test } from "vitest";
import { headHeight, rowAt } from "./geometry";
import { layoutOf } from "./layout";
import { modelOf } from "./model";
import { treesOf } from "./rows";
import { samplePlan } from "./sample-plan";
import { stickyAt } from "./sticky";

const model = modelOf(
  samplePlan([
    { resource: 0, part: 0, start: 0, end: 100 },
    { resource: 1, part: 1, start: 0, end: 100 },
    { resource: 2, part: 2, start: 0, end: 100 },
  ]),
);
// 加工, 数控组, M1, M2, 装配, 钳工组, F
const layout = layoutOf(model, treesOf(model, "外协").resource, new Set());
const labelAt = (top: number) => stickyAt(layout, top)?.row.branch.label;
const [, group, first, second, section] = layout.rows;

test("a group stays at the top while its machines are in sight", () => {
  expect(labelAt(0)).toBeUndefined();
  expect(labelAt(group!.top)).toBeUndefined();
  expect(labelAt(first!.top)).toBe("数控组");
  expect(labelAt(second!.top + 2)).toBe("数控组");
});

test("the next head pushes it out", () => {
  expect(stickyAt(layout, second!.top)!.shift).toBe(0);
  const top = section!.top - 10;
  expect(stickyAt(layout, top)!.shift).toBe(10 - group!.height);
});

test("who points at it means it, not the row below", () => {
  const view = { left: 0, scale: 1, top: first!.top + 5 };
  expect(rowAt(layout, view, headHeight + 3)).toBe(1);
  expect(rowAt(layout, view, headHeight + group!.height + 1)).toBe(3);
});
