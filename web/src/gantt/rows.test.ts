import { expect, test } from "vitest";
import { layoutOf } from "./layout";
import { modelOf } from "./model";
import { flag } from "./plan";
import { treesOf, type Branch } from "./rows";
import { samplePlan } from "./sample-plan";

const model = modelOf(
  samplePlan([
    { resource: 0, part: 0, start: 0, end: 100, op: 10 },
    { resource: 1, part: 0, start: 100, end: 200, op: 20 },
    { resource: 2, part: 2, start: 50, end: 150, op: 10 },
    { resource: 3, part: 1, start: 50, end: 150, op: 10 },
  ]),
);
const trees = treesOf(model, "外协");

const shape = (branches: Branch[]): unknown =>
  branches.map(({ label, children }) =>
    children.length ? [label, shape(children)] : label,
  );

// APS-GANTT-01
test("resources stand under their sections and groups, suppliers last", () => {
  expect(shape(trees.resource)).toEqual([
    ["加工", [["数控组", ["M1", "M2"]]]],
    ["装配", [["钳工组", ["F"]]]],
    ["外协", ["S"]],
  ]);
});

test("moulds stand by due date, with their parts and operations", () => {
  expect(shape(trees.mould)).toEqual([
    ["B", [["P1", ["10 数控"]]]],
    [
      "A",
      [
        ["P1", ["10 数控", "20 数控"]],
        ["E1", ["10 数控"]],
      ],
    ],
  ]);
});

test("the rows of hidden work have the word for it, and no operation 0", () => {
  const plan = samplePlan([
    { resource: 0, part: 2, start: 0, end: 100, op: 0, flags: flag.hidden },
  ]);
  plan.processes[0]!.name = "Other mould";
  plan.moulds.splice(0, 1, { ...plan.moulds[1]!, id: "", no: "Other mould" });
  plan.moulds.length = 1;
  plan.parts = [{ no: "", name: "", kind: 1, mould: 0 }];
  plan.bars.part = [0];
  plan.bars.mould = [0];
  expect(shape(treesOf(modelOf(plan), "").mould)).toEqual([
    ["Other mould", [["Other mould", ["Other mould"]]]],
  ]);
});

// APS-GANTT-02
test("a folded group hides its machines and stands for their bars", () => {
  const group = trees.resource[0]!.children[0]!;
  const layout = layoutOf(model, trees.resource, new Set([group.key]));
  const labels = layout.rows.map(({ branch }) => branch.label);
  expect(labels).toEqual([
    "加工",
    "数控组",
    "装配",
    "钳工组",
    "F",
    "外协",
    "S",
  ]);
  expect(layout.rowOf[0]).toBe(1);
  expect(layout.laneOf[0]).toBe(-1);
  expect(layout.laneOf[2]).toBe(0);
});

test("a folded part shows its bars, an unfolded one its operations", () => {
  const folded = new Set(["p:a/P1"]);
  const labels = layoutOf(model, trees.mould, folded).rows.map(
    ({ branch, showsBars }) => `${branch.label} ${showsBars}`,
  );
  expect(labels).toEqual([
    "B false",
    "P1 false",
    "10 数控 true",
    "A false",
    "P1 true",
    "E1 false",
    "10 数控 true",
  ]);
});

test("rows stand one below the other, without gaps", () => {
  const layout = layoutOf(model, trees.resource, new Set());
  let top = 0;
  for (const row of layout.rows) {
    expect(row.top).toBe(top);
    top += row.height;
  }
  expect(layout.height).toBe(top);
});

// A bar that begins last need not end last: a row spans from its first start to its last end.
test("every branch spans from its first start to its last end", () => {
  const nested = treesOf(
    modelOf(
      samplePlan([
        { resource: 0, part: 0, start: 10, end: 300, op: 10 },
        { resource: 1, part: 0, start: 100, end: 200, op: 20 },
        { resource: 0, part: 1, start: 320, end: 330, op: 10 },
      ]),
    ),
    "外协",
  );
  const spans = (branches: Branch[]): unknown[] =>
    branches.flatMap(({ label, span, children }) => [
      `${label} ${span ? `${span.from}-${span.to}` : "none"}`,
      ...spans(children),
    ]);
  expect(spans(nested.mould)).toEqual([
    "B none",
    "P1 none",
    "A 10-330",
    "P1 10-300",
    "10 数控 10-300",
    "20 数控 100-200",
    "E1 320-330",
    "10 数控 320-330",
  ]);
  expect(spans(nested.resource).slice(0, 4)).toEqual([
    "加工 10-330",
    "数控组 10-330",
    "M1 10-330",
    "M2 100-200",
  ]);
});
