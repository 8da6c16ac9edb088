import { expect, test } from "vitest";
import { fakeServer } from "../../../testing/fake-server";
import {
  clashesOf,
  editsAfter,
  intersect,
  intersection,
  isChanged,
  linesOf,
  narrowed,
  newLines,
  onto,
  removeFlowTimes,
  saveFlowTimes,
  type Edits,
  type FlowEntry,
  type FlowLine,
  type Place,
} from "./flow-times";

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

const line = (key: string, up: string, down: string): FlowLine => ({
  ...{ key, up, down },
  entry: null,
  hours: 1,
});

test("the address asks for one entry, or for those of a place at one end", () => {
  const lines = [line("1", "a", "b"), line("2", "b", "a"), line("3", "b", "c")];
  const keys = (address: string) =>
    narrowed(lines, new URLSearchParams(address))?.map(({ key }) => key);
  expect(keys("")).toBeUndefined();
  expect(keys("f.name=a")).toBeUndefined();
  expect(keys("id=2")).toEqual(["2"]);
  expect(keys("id=gone")).toEqual([]);
  expect(keys("f.upGroupId=b")).toEqual(["2", "3"]);
  expect(keys("f.upMachineId=a")).toEqual(["1"]);
  expect(keys("f.downGroupId=b")).toEqual(["1"]);
  expect(keys("f.downMachineId=a")).toEqual(["2"]);
  expect(keys("id=1&f.upGroupId=b")).toEqual(["1"]);
});

const group = (id: string): Place => ({
  ...{ id, groupId: id, name: `Group ${id}`, title: id },
  kind: "group",
});
const machine = (id: string, groupId: string): Place => ({
  ...{ id, groupId, name: `Machine ${id}`, title: id },
  kind: "machine",
});

test("two places meet when they are one, or when a machine stands in the group", () => {
  expect(intersect(group("g"), group("g"))).toBe(true);
  expect(intersect(group("g"), group("h"))).toBe(false);
  expect(intersect(group("g"), machine("m", "g"))).toBe(true);
  expect(intersect(machine("m", "g"), group("g"))).toBe(true);
  expect(intersect(machine("m", "g"), group("h"))).toBe(false);
  expect(intersect(machine("m", "g"), machine("m", "g"))).toBe(true);
  // Between two machines of one group there is a way.
  expect(intersect(machine("m", "g"), machine("n", "g"))).toBe(false);
});

test("what stands on both sides is named once, a machine with its group", () => {
  expect(
    intersection(
      [group("g"), machine("m", "g"), machine("x", "y")],
      [group("g"), machine("m", "g"), group("h")],
    ),
  ).toEqual([
    "Group g",
    "Group g / Machine m",
    "Machine m / Group g",
    "Machine m",
  ]);
  expect(intersection([group("g"), group("g")], [group("g")])).toEqual([
    "Group g",
  ]);
  expect(intersection([group("g")], [group("h")])).toEqual([]);
});

test("every pair that has no line gets one, with the hours; the others are passed over", () => {
  const known = [line("1", "a", "c"), line("2", "c", "b")];
  expect(
    newLines([group("a"), group("b")], [group("c"), group("d")], 1.5, known),
  ).toEqual({
    fresh: [
      { key: "a d", entry: null, up: "a", down: "d", hours: 1.5 },
      { key: "b c", entry: null, up: "b", down: "c", hours: 1.5 },
      { key: "b d", entry: null, up: "b", down: "d", hours: 1.5 },
    ],
    skipped: 1,
  });
  expect(newLines([group("a")], [], 1, known)).toEqual({
    fresh: [],
    skipped: 0,
  });
});

test("added lines stand before stored ones, each as it was typed over", () => {
  const was = entry("1", 4);
  expect(
    linesOf(
      [entry("1", 5, 2), entry("2", 6)],
      [line("a b", "a", "b"), line("c d", "c", "d")],
      {
        "c d": { hours: null, on: null },
        "1": { hours: 9, on: was },
        gone: { hours: 7, on: null },
      },
    ),
  ).toEqual([
    { key: "a b", entry: null, up: "a", down: "b", hours: 1 },
    { key: "c d", entry: null, up: "c", down: "d", hours: null },
    { key: "1", entry: was, up: "a", down: "b", hours: 9 },
    { key: "2", entry: entry("2", 6), up: "a", down: "b", hours: 6 },
  ]);
  // Typed onto nothing yet: the entry of today stands there.
  const [only] = linesOf([entry("1", 5)], [], { "1": { hours: 9, on: null } });
  expect(only).toMatchObject({ entry: entry("1", 5), hours: 9 });
});

test("hours typed while a save was under way stay, on the entry that it made", () => {
  const sent = [
    { ...line("a b", "a", "b"), hours: 2 },
    { ...line("c d", "c", "d"), hours: 3 },
    { ...line("e f", "e", "f"), hours: 4 },
  ];
  const made = [
    { ...entry("7", 2), up: "a", down: "b" },
    { ...entry("8", 3), up: "c", down: "d" },
    { ...entry("9", 3), up: "c", down: "b" },
    { ...entry("10", 3), up: "a", down: "d" },
  ].reverse();
  expect(
    editsAfter(
      sent,
      {
        "a b": { hours: 2, on: null },
        "c d": { hours: 5, on: null },
        "e f": { hours: 6, on: null }, // removed meanwhile
        other: { hours: 1, on: null },
      },
      made,
    ),
  ).toEqual({
    "8": { hours: 5, on: { ...entry("8", 3), up: "c", down: "d" } },
    other: { hours: 1, on: null },
  });
  expect(editsAfter(sent, {}, made)).toEqual({});
});

test("a line is changed when it is new or has other hours than are stored", () => {
  const stored = { key: "1", up: "a", down: "b" };
  expect(isChanged({ ...stored, entry: null, hours: 1 })).toBe(true);
  expect(isChanged({ ...stored, entry: entry("1", 4), hours: 4 })).toBe(false);
  expect(isChanged({ ...stored, entry: entry("1", 4), hours: 5 })).toBe(true);
  expect(isChanged({ ...stored, entry: entry("1", 0), hours: null })).toBe(
    true,
  );
});

test("the same hours stand on the entries of today, or on none where they are gone", () => {
  const now = [entry("1", 4, 2)];
  expect(
    onto(now, {
      "1": { hours: 9, on: entry("1", 3) },
      gone: { hours: null, on: entry("gone", 3) },
    }),
  ).toEqual({
    "1": { hours: 9, on: now[0] },
    gone: { hours: null, on: null },
  });
});

test("a save sends the version of what is stored, a new line without one; so does a removal", async () => {
  const sent = fakeServer({
    "POST aps/flowTime/save": () => ({ data: { count: 2 } }),
    "POST aps/flowTime/remove": () => ({ data: { count: 1 } }),
  });
  await saveFlowTimes([
    { key: "1", entry: entry("1", 4, 7), up: "a", down: "b", hours: 5 },
    { key: "c d", entry: null, up: "c", down: "d", hours: null },
  ]);
  await removeFlowTimes([entry("1", 4, 7), entry("2", 4, 3)]);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      rows: [
        { id: "1", version: 7, up: "a", down: "b", transferHours: 5 },
        { up: "c", down: "d", transferHours: null },
      ],
    },
    { ids: ["1", "2"], versions: { "1": 7, "2": 3 } },
  ]);
});
