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

test.each([
  ["", [[""]]],
  ["a", [["a"]]],
  ["a\n", [["a"]]],
  ["a\n\n", [["a"], [""]]],
  ["\t\n", [["", ""]]],
  ["a\n\t", [["a"], ["", ""]]],
  ['5" pipe\tb', [['5" pipe', "b"]]],
  ['"a"\t"b"', [["a", "b"]]],
  ['"a"b', [["ab"]]],
  ['"a\tb\r\nc"\nd', [["a\tb\r\nc"], ["d"]]],
  ['""\tb', [["", "b"]]],
  ['"say ""A"" twice"', [['say "A" twice']]],
  ['"open', [["open"]]],
])("the clipboard %j holds the cells %j", (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

/** What one cell leaves in one field; undefined where it means nothing. */
async function read(of: Field, text: string) {
  const { lines, unread, names } = await pasteLines(
    [{ [of.key]: "before" }],
    { line: 0, column: 0 },
    [[text]],
    { ...rules, fields: [of] },
  );
  return unread === 1
    ? { unread, kept: lines[0]![of.key] }
    : { value: lines[0]![of.key], names };
}

const kind = field("kind", "choice", {
  options: [
    { value: 3, label: { zh: "夜班", en: "Night" } },
    { value: 4, label: { zh: "白班", en: "Day" } },
  ],
});
const effective = field("active", "flag", {
  options: [
    { value: 0, label: { zh: "失效", en: "Expired" } },
    { value: 1, label: { zh: "有效", en: "Effective" } },
  ],
});
const flag = field("active", "flag");
const instant = field("at", "instant");

test.each<[Field, string, unknown]>([
  [field("n", "text"), " M1 ", "M1"],
  [field("n", "text"), "", ""],
  [field("n", "longText"), "a note", "a note"],
  [field("n", "integer"), "12", 12],
  [field("n", "integer"), "1，234", 1234],
  [field("n", "integer"), "1 234", 1234],
  [field("n", "integer"), "", null],
  [field("n", "decimal"), "0.5", 0.5],
  [field("n", "hours"), "-1", -1],
  [field("t", "time"), "", ""],
  [kind, "3", 3],
  [kind, "night", 3],
  [kind, "白班", 4],
  [kind, "DAY", 4],
  [kind, "", null],
  ...["1", "是", "yes", "YES", "true", "✓"].map(
    (text): [Field, string, unknown] => [flag, text, true],
  ),
  ...["", "0", "否", "no", "No", "false"].map(
    (text): [Field, string, unknown] => [flag, text, false],
  ),
  [effective, "有效", true],
  [effective, "effective", true],
  [effective, "失效", false],
  [effective, "Expired", false],
  [field("d", "date"), "2026-3-8", "2026-03-08"],
  [field("d", "date"), "2026.12.31", "2026-12-31"],
  [field("d", "date"), "", null],
  [instant, "2026/3/8 8:30", "2026-03-08T00:30:00.000Z"],
  [instant, "2026-03-08T08:30", "2026-03-08T00:30:00.000Z"],
  [instant, "2026-03-08   830", "2026-03-08T00:30:00.000Z"],
  [instant, "", null],
])("into %j the text %j puts %j", async (of, text, value) => {
  expect(await read(of, text)).toMatchObject({ value });
});

test.each([
  [field("n", "integer"), "twelve"],
  [field("n", "decimal"), "1.2.3"],
  [kind, "5"],
  [kind, "nights"],
  [field("k", "choice"), "3"],
  [flag, "2"],
  [flag, "有效"],
  [field("d", "date"), "8.3.2026"],
  [field("d", "date"), "2026-03"],
  [field("d", "date"), "12026-03-08"],
  [field("d", "date"), "2026-03-081"],
  [field("d", "date"), "2026-3-8 8:00"],
  [instant, "soon"],
  [instant, "2026-03-08 noon"],
  [field("m", "reference"), "EDM99"],
  [field("m", "references"), "EDM01"],
])("into %j the text %j means nothing", async (of, text) => {
  expect(await read(of, text)).toEqual({ unread: 1, kept: "before" });
});

test("a column that is read only keeps what it held, and is no fault", async () => {
  const { lines, unread, left } = await pasteLines(
    [{ a: "1", b: "2" }],
    { line: 0, column: 0 },
    cellsOf("x\ty"),
    {
      ...rules,
      fields: [field("a", "text", { readOnly: true }), field("b", "text")],
    },
  );
  expect(lines).toEqual([{ a: "1", b: "y" }]);
  expect({ unread, left }).toEqual({ unread: 0, left: 0 });
});

test("the line at the most finds room, the one behind it none; a line counts once however much is left of it", async () => {
  const text = [field("a", "text")];
  const put = (cells: string, atMost?: number) =>
    pasteLines([], { line: 0, column: 0 }, cellsOf(cells), {
      ...rules,
      fields: text,
      atMost,
    });
  expect(await put("1\n2", 2)).toMatchObject({
    lines: [{ a: "1" }, { a: "2" }],
    left: 0,
  });
  expect(await put("1\n2\n3\tx", 2)).toMatchObject({
    lines: [{ a: "1" }, { a: "2" }],
    left: 1,
  });
  expect((await put("1\tx\ty\n2\t\t")).left).toBe(1);
  // Whoever sets no limit has none.
  expect((await put("1\n".repeat(3))).lines).toHaveLength(3);
});
