import { expect, test } from "vitest";
import { clashesOf, onto, type Edits, type FlowEntry } from "./flow-times";

const entry = (id: string, transferHours: number, version = 1): FlowEntry => ({
  id,
  version,
  up: "a",
  down: "b",
  transferHours,
});

test("only what both have changed to different hours has to be decided", () => {
  const read = ["mine", "theirs", "alike", "both"].map((id) => entry(id, 1));
  const mine = (id: string, hours: number) => ({
    [id]: { hours, on: read.find((one) => one.id === id) ?? null },
  });
  const edits: Edits = {
    ...mine("mine", 2),
    ...mine("alike", 3),
    ...mine("both", 2),
  };
  const now = [
    entry("mine", 1),
    entry("theirs", 5, 2),
    entry("alike", 3, 2),
    entry("both", 4, 2),
  ];
  expect(clashesOf(now, edits)).toEqual([
    { field: "both", mine: 2, theirs: 4 },
  ]);
  // Decided for mine: it stands on what they have saved, and clashes no more.
  expect(clashesOf(now, onto(now, edits))).toEqual([]);
});

test("an emptied line clashes too; one that is new, or that somebody has removed, does not", () => {
  const was = entry("x", 1);
  expect(
    clashesOf([entry("x", 2, 2)], { x: { hours: null, on: was } }),
  ).toEqual([{ field: "x", mine: null, theirs: 2 }]);
  expect(clashesOf([], { x: { hours: 3, on: was } })).toEqual([]);
  expect(clashesOf([entry("x", 2)], { x: { hours: 3, on: null } })).toEqual([]);
});
