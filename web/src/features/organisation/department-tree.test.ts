import { expect, test } from "vitest";
import { treeOf, within, type Department } from "./department-tree";

const row = (id: string, parentId: string, people: number): Department => ({
  ...{ id, parentId, people, version: 1, code: id, name: id, level: 1 },
  ...{ manager: "", phone: "", address: "", valid: true },
});

const rows = [
  row("works", "", 1),
  row("shop", "works", 2),
  row("edm", "shop", 4),
  row("office", "works", 8),
];

// DEPT-01: departments stand below their parents, with their people counted.
test("a department counts its people and those below", () => {
  const [works] = treeOf(rows);
  expect(works!.total).toBe(15);
  expect(works!.below.map(({ id, total }) => [id, total])).toEqual([
    ["shop", 6],
    ["office", 8],
  ]);
});

test("one whose parent is gone stands at the top", () => {
  expect(treeOf([row("edm", "shop", 0)]).map(({ id }) => id)).toEqual(["edm"]);
});

test("a department cannot move below itself", () => {
  expect([...within(rows, "shop")]).toEqual(["shop", "edm"]);
});
