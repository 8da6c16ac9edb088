import { expect, test } from "vitest";
import {
  growTree,
  linesOf,
  openable,
  shareOf,
  type TreeOperation,
  type TreePart,
} from "./mould-model";

const span = {
  hours: 4,
  doneHours: 1,
  plannedStart: null,
  plannedEnd: null,
  late: false,
};

function operation(id: string, more: Partial<TreeOperation> = {}) {
  return {
    ...span,
    id,
    opNo: 10,
    branch: "",
    process: "CNC",
    group: "",
    machine: "",
    status: 0,
    outsourced: false,
    supplier: "",
    promised: null,
    realStart: null,
    realEnd: null,
    reportedHours: 0,
    edm: false,
    electrodeIds: [],
    hidden: false,
    settled: false,
    ...more,
  } satisfies TreeOperation;
}

function part(partNo: string, more: Partial<TreePart> = {}): TreePart {
  return {
    ...span,
    id: partNo,
    partNo,
    name: "",
    kind: 1,
    parentNo: "",
    qty: 1,
    material: "",
    due: null,
    state: 1,
    pieces: 1,
    finish: 0,
    stockPosition: "",
    operations: [],
    batches: [],
    ...more,
  };
}

const parts = [
  part("ASM", { kind: 3 }),
  part("P1", {
    parentNo: "ASM",
    operations: [
      operation("o1"),
      operation("o2", { process: "EDM", edm: true, electrodeIds: ["E1"] }),
    ],
  }),
  part("E1", { kind: 2, operations: [operation("oe")] }),
  part("E2", { kind: 2 }),
];

const keys = (lines: ReturnType<typeof linesOf>) =>
  lines.map(({ node, level }) => `${level} ${node.key}`);

test("parts stand below their assembly, electrodes below what burns with them", () => {
  const tree = growTree(parts);
  const open = new Set(openable(tree));
  expect(keys(linesOf(tree, open, ""))).toEqual([
    "1 ASM",
    "2 P1",
    "3 o1",
    "3 o2",
    "4 E1",
    "5 oe",
    "1 E2",
  ]);
  expect(keys(linesOf(tree, new Set(), ""))).toEqual(["1 ASM", "1 E2"]);
});

test("a search shows what matches with all that leads there", () => {
  const tree = growTree(parts);
  expect(keys(linesOf(tree, new Set(), "edm"))).toEqual([
    "1 ASM",
    "2 P1",
    "3 o2",
  ]);
  expect(linesOf(tree, new Set(), "nothing")).toEqual([]);
});

test("parts that go into each other are shown once each", () => {
  const tree = growTree([
    part("A", { parentNo: "B" }),
    part("B", { parentNo: "A" }),
  ]);
  expect(keys(linesOf(tree, new Set(openable(tree)), ""))).toEqual([
    "1 A",
    "2 B",
  ]);
});

test("progress is a share of the hours", () => {
  expect(shareOf(span)).toBe(0.25);
  expect(shareOf({ ...span, hours: 0 })).toBe(0);
});
