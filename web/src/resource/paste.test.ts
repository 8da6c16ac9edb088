import { expect, test } from "vitest";
import type { Field } from "./metadata";
import { cellsOf, pasteLines, type PasteRules } from "./paste";

const field = (key: string, kind: Field["kind"], more: Partial<Field> = {}) =>
  ({
    ...{ key, kind, label: { zh: key, en: key } },
    ...{ required: false, unique: false, readOnly: false, hideInList: false },
    ...more,
  }) satisfies Field;

const rules: PasteRules = {
  fields: [
    field("machine", "reference", { reference: "machine" }),
    field("from", "time"),
    field("hours", "hours", { initial: 8 }),
    field("kind", "choice", {
      options: [{ value: 3, label: { zh: "夜班", en: "Night" } }],
    }),
    field("active", "flag"),
    field("day", "date"),
  ],
  zone: "Asia/Shanghai",
  find: (_, title) =>
    Promise.resolve({ EDM01: "m1", CNC02: "m2" }[title] ?? undefined),
};

test("cells are read as spreadsheets copy them", () => {
  expect(cellsOf("a\tb\r\nc\td\r\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(cellsOf('"two\nlines"\t"say ""A"""\n')).toEqual([
    ["two\nlines", 'say "A"'],
  ]);
  expect(cellsOf("1\n\n2")).toEqual([["1"], [""], ["2"]]);
});

test("a pasted piece fills lines from the cell on and adds the missing ones", async () => {
  const before = [
    { machine: "m2", from: "08:00", hours: 1 },
    { machine: "m2", from: "09:00", hours: 2 },
  ];
  const { lines, unread, left, names } = await pasteLines(
    before,
    { line: 1, column: 0 },
    cellsOf("EDM01\t830\t1,250.5\t夜班\t是\t2026/3/8\nCNC02\t22:00"),
    rules,
  );
  expect(lines).toEqual([
    before[0],
    {
      ...{ machine: "m1", from: "08:30", hours: 1250.5 },
      ...{ kind: 3, active: true, day: "2026-03-08" },
    },
    { machine: "m2", from: "22:00", hours: 8 },
  ]);
  expect({ unread, left }).toEqual({ unread: 0, left: 0 });
  expect(names).toEqual({ m1: "EDM01", m2: "CNC02" });
  expect(before[1]).toEqual({ machine: "m2", from: "09:00", hours: 2 });
});

test("what means nothing keeps what the cell held and is counted", async () => {
  const { lines, unread } = await pasteLines(
    [{ machine: "m2", hours: 2, kind: 3 }],
    { line: 0, column: 0 },
    cellsOf("EDM99\t8\tmany\tLunch\tperhaps\tsoon"),
    rules,
  );
  expect(lines).toEqual([{ machine: "m2", from: "08:00", hours: 2, kind: 3 }]);
  expect(unread).toBe(5);
});

test("lines beyond the most, and cells right of the last column, are left and counted", async () => {
  const { lines, left } = await pasteLines(
    [],
    { line: 0, column: 4 },
    cellsOf("1\t2026-03-08\tmore\n1\t\t\n1\t2026-03-09"),
    { ...rules, atMost: 2 },
  );
  expect(lines.map(({ day }) => day)).toEqual(["2026-03-08", null]);
  expect(left).toBe(2);
});
