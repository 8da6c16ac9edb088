import { expect, test } from "vitest";
import {
  among,
  arrangementOf,
  faultAt,
  firstFree,
  isMeant,
  leastGrid,
  sameArrangement,
  tileAfterKey,
  visiblePart,
  withoutPlace,
  withPlace,
  type Arrangement,
  type Layout,
  type Tile,
} from "./floor";

const tile = (x: number, y: number, width = 1, height = 1): Tile => ({
  x,
  y,
  width,
  height,
});

const plan = (places: Record<string, Tile>): Arrangement => ({
  width: 6,
  height: 4,
  places,
});

const machine = (id: string, place?: Tile) => ({
  id,
  code: id.toUpperCase(),
  name: "",
  status: 1 as const,
  groupId: "g",
  group: "Milling",
  ...(place && { place }),
});

const layout: Layout = {
  sectionId: "s",
  section: "SOUTH",
  chineseName: "南",
  version: 3,
  width: 6,
  height: 4,
  machines: [machine("a", tile(1, 1, 3, 2)), machine("b")],
};

test("a layout is arranged by the machines that have a place", () => {
  expect(arrangementOf(layout)).toEqual(plan({ a: tile(1, 1, 3, 2) }));
});

test("machines that have left the section are not sent", () => {
  const mine = plan({ a: tile(1, 1), gone: tile(3, 3) });
  expect(among(mine, layout)).toEqual(plan({ a: tile(1, 1) }));
});

test.each([
  ["where it lies", tile(1, 1, 3, 2), null],
  ["in the last corner", tile(6, 4), null],
  ["beside another one", tile(1, 3, 3, 2), null],
  ["over a cell of another one", tile(3, 2, 2, 2), "overlap"],
  ["beyond the right edge", tile(5, 4, 3, 1), "edge"],
  ["beyond the lower edge", tile(1, 4, 1, 2), "edge"],
  ["left of the grid", tile(0, 1), "edge"],
  ["above the grid", tile(1, 0), "edge"],
  ["without a size", tile(1, 4, 0, 1), "size"],
  ["too wide", tile(1, 4, 7, 1), "size"],
  ["too high", tile(1, 1, 1, 7), "size"],
])("a tile %s", (_, wanted, rule) => {
  const id = rule === null && wanted.y === 1 ? "a" : "b";
  const fault = faultAt(plan({ a: tile(1, 1, 3, 2) }), id, wanted);
  expect(fault?.rule ?? null).toBe(rule);
});

test("an overlap names the machine that lies there", () => {
  expect(faultAt(plan({ a: tile(1, 1) }), "b", tile(1, 1))).toEqual({
    rule: "overlap",
    id: "a",
  });
});

test("a machine is put, moved and taken back without changing what was there", () => {
  const before = plan({ a: tile(1, 1) });
  const after = withPlace(before, "b", tile(2, 2));
  expect(after).toEqual(plan({ a: tile(1, 1), b: tile(2, 2) }));
  expect(before).toEqual(plan({ a: tile(1, 1) }));
  const back = withoutPlace(after, "b");
  expect(sameArrangement(back, before)).toBe(true);
  expect(sameArrangement(back, after)).toBe(false);
  expect(sameArrangement({ ...back, width: 7 }, before)).toBe(false);
  const moved = withPlace(before, "a", tile(1, 2));
  expect(sameArrangement(moved, before)).toBe(false);
});

test("from the tray: the first free cells row by row, smaller where it is narrow", () => {
  expect(firstFree(plan({}), "b")).toEqual(tile(1, 1, 3, 2));
  expect(firstFree(plan({ a: tile(1, 1, 3, 2) }), "b")).toEqual(
    tile(4, 1, 3, 2),
  );
  const stripe = { x: tile(1, 1, 6, 1), y: tile(1, 3, 6, 1) };
  expect(firstFree(plan(stripe), "b")).toEqual(tile(1, 2, 2, 1));
  const rest = { ...stripe, z: tile(1, 4, 6, 1), a: tile(1, 2, 5, 1) };
  expect(firstFree(plan(rest), "b")).toEqual(tile(6, 2));
  expect(firstFree(plan({ ...rest, c: tile(6, 2) }), "b")).toBeNull();
});

test("arrows move a tile, with Shift they resize it", () => {
  const from = tile(2, 2, 2, 2);
  expect(tileAfterKey(from, "ArrowLeft", false)).toEqual(tile(1, 2, 2, 2));
  expect(tileAfterKey(from, "ArrowDown", false)).toEqual(tile(2, 3, 2, 2));
  expect(tileAfterKey(from, "ArrowRight", true)).toEqual(tile(2, 2, 3, 2));
  expect(tileAfterKey(from, "ArrowUp", true)).toEqual(tile(2, 2, 2, 1));
  expect(tileAfterKey(from, "Enter", false)).toBeUndefined();
});

test("the grid holds all its tiles", () => {
  expect(leastGrid(plan({ a: tile(1, 1, 3, 2), b: tile(5, 1) }))).toEqual({
    width: 5,
    height: 2,
  });
  expect(leastGrid(plan({}))).toEqual({ width: 1, height: 1 });
});

test("of a dragged tile the part within the grid is drawn", () => {
  expect(visiblePart(plan({}), tile(0, 4, 3, 2))).toEqual(tile(1, 4, 2, 1));
  expect(visiblePart(plan({}), tile(7, 1, 3, 2))).toBeNull();
});

test("a search means code, name and group", () => {
  const one = { ...machine("m1"), name: "老大" };
  expect(["m1", "老", "mill", "x"].map((word) => isMeant(one, word))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
