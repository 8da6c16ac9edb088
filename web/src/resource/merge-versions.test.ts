import { expect, test } from "vitest";
import { changes, mergeVersions, same } from "./merge-versions";

const fields = ["name", "alias", "rate"];
const base = { name: "EDM-1", alias: "", rate: 80 };

test("changes to different fields both survive", () => {
  const mine = { ...base, alias: "big" };
  const theirs = { ...base, rate: 90, version: 2 };
  expect(mergeVersions(fields, base, mine, theirs)).toEqual({
    merged: { name: "EDM-1", alias: "big", rate: 90 },
    clashes: [],
  });
});

test("one field changed by both keeps mine and is reported", () => {
  const result = mergeVersions(
    fields,
    base,
    { ...base, rate: 85 },
    { ...base, rate: 90 },
  );
  expect(result.merged.rate).toBe(85);
  expect(result.clashes).toEqual([{ field: "rate", mine: 85, theirs: 90 }]);
});

test("the same change made twice is no clash", () => {
  const both = { ...base, rate: 90 };
  expect(mergeVersions(fields, base, both, both).clashes).toEqual([]);
});

test("emptiness is one thing, lists compare by what is in them", () => {
  expect(same(null, "")).toBe(true);
  expect(same(undefined, [])).toBe(true);
  expect(same(0, "")).toBe(false);
  expect(same([{ start: "08:00" }], [{ start: "08:00", note: null }])).toBe(
    true,
  );
  expect(same([{ start: "08:00" }], [{ start: "09:00" }])).toBe(false);
});

test("only what changed travels, and an emptied field travels as null", () => {
  const mine = { name: "EDM-1", alias: "big", rate: undefined };
  expect(changes(fields, base, mine)).toEqual({ alias: "big", rate: null });
});

test("a moment that was typed and put back is no change, in a form and in its lines", () => {
  const stored = { due: "2026-03-02T16:00:00Z", lines: [{ at: null }] };
  const typed = "2026-03-02T16:00:00.000Z";
  expect(changes(["due"], stored, { due: typed })).toEqual({});
  expect(same([{ at: stored.due }], [{ at: typed }])).toBe(true);
  expect(same("2026-03-03T00:00+08:00", stored.due)).toBe(true);
  expect(same("2026-03-02T16:01:00.000Z", stored.due)).toBe(false);
  // A number that only looks like a date is none.
  expect(same("2026-03-02", "2026-03-2")).toBe(false);
});

test("what only they changed is taken over, also where it was emptied", () => {
  const theirs = { name: "EDM-2", alias: "big", rate: null };
  expect(mergeVersions(fields, base, { ...base }, theirs)).toEqual({
    merged: theirs,
    clashes: [],
  });
});

test("clashes are reported in the order of the fields, and of named fields alone", () => {
  const mine = { name: "A", alias: "a", rate: 1, note: "x" };
  const theirs = { name: "B", alias: "b", rate: 2, note: "y" };
  const { merged, clashes } = mergeVersions(fields, base, mine, theirs);
  expect(clashes.map(({ field }) => field)).toEqual(["name", "alias", "rate"]);
  expect(merged).toEqual(mine);
});

test.each([
  [["a", "b"], ["a"], false],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["b", "a"], false],
  [["a", "b"], ["a", "b"], true],
  [["a"], [], false],
  [["a"], "", false],
  [[""], [], false],
  [["a"], { 0: "a" }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{}, null, false],
  [null, undefined, true],
  [null, null, true],
  [[], "", true],
  [false, null, false],
  [false, "", false],
  ["a", "a ", false],
  [1, "1", false],
] as const)("%j and %j are the same: %s", (a, b, is) => {
  expect(same(a, b)).toBe(is);
  expect(same(b, a)).toBe(is);
});

test.each([
  ["2026-03-02T16:00Z", "2026-03-02T16:00:00Z", true],
  ["2026-03-02T16:00:00.1Z", "2026-03-02T16:00:00.100Z", true],
  ["2026-03-02T16:00:00.500Z", "2026-03-02T16:00:00Z", false],
  ["2026-03-02T08:00:00-08:00", "2026-03-02T16:00:00Z", true],
  ["2026-03-02T16:00:59Z", "2026-03-02T16:00:00Z", false],
  // Without a zone it is a text: nobody knows which moment is meant.
  ["2026-03-02T16:00", "2026-03-02T16:00:00", false],
  ["2026-03-02", "2026-03-02T00:00:00Z", false],
  // Texts that only hold one, or nearly.
  ["+002026-03-02T16:00:00Z", "2026-03-02T16:00:00Z", false],
  ["2026-03-02T16:00:00Z", "soon", false],
  ["2026-13-02T16:00:00Z", "2026-14-02T16:00:00Z", false],
])("the moments %s and %s are one: %s", (a, b, is) => {
  expect(same(a, b)).toBe(is);
  expect(same(b, a)).toBe(is);
});
