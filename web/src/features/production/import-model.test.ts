import { expect, test } from "vitest";
import { looseServer } from "../../../testing/fake-server";
import {
  checkFile,
  commitFile,
  forgetLayout,
  isRunning,
  mergeEdits,
  mergeMissing,
  mergeReplaced,
  missingOf,
  namesOf,
  noteSeen,
  stopImport,
  sumOf,
  wasSeen,
  type Cause,
  type ImportResult,
  type ImportRun,
} from "./import-model";

const cell = { sheet: "moulds", row: 3, column: "delivery" };

test("a cell that is mended again takes its last value", () => {
  const other = { ...cell, row: 4, value: "2030-01-01" };
  expect(
    mergeEdits(
      [{ ...cell, value: "soon" }, other],
      [{ ...cell, value: "2030-03-20" }],
    ),
  ).toEqual([{ ...cell, value: "2030-03-20" }, other]);
});

test("what is missing is gathered by kind, each name once", () => {
  const cause = { creates: true, entity: "section", value: "EDM" };
  const causes = [
    cause,
    { ...cause, value: "GRIND" },
    cause,
    { ...cause, entity: "supplier", value: "HT-9" },
    { ...cause, creates: false, value: "OTHER" },
  ] as Cause[];
  expect(missingOf(causes)).toEqual([
    { entity: "section", names: ["EDM", "GRIND"] },
    { entity: "supplier", names: ["HT-9"] },
  ]);
  expect(
    mergeMissing([{ entity: "section", names: ["EDM"] }], {
      entity: "section",
      names: ["EDM", "GRIND"],
    }),
  ).toEqual([{ entity: "section", names: ["EDM", "GRIND"] }]);
});

test("a value that is replaced again takes its last value", () => {
  const one = { sheet: "operations", column: "supplier", from: "HT-9" };
  expect(
    mergeReplaced(
      [{ ...one, to: "HT-1" }],
      [{ ...one, from: "ht-9", to: "HT-2" }],
    ),
  ).toEqual([{ ...one, from: "ht-9", to: "HT-2" }]);
});

test("sheets and columns have names, in the order of the workbook", () => {
  const names = namesOf([
    {
      code: "moulds",
      label: "Moulds",
      columns: [{ code: "delivery", label: "Delivery", required: true }],
    },
    { code: "parts", label: "Parts", columns: [] },
  ]);
  expect(names.sheet("moulds")).toBe("Moulds");
  expect(names.column("moulds", "delivery")).toBe("Delivery");
  expect(names.column("moulds", "colour")).toBe("colour");
  expect(names.order(["parts", "moulds"])).toEqual(["moulds", "parts"]);
});

test("a cell is another one on another sheet, part, row or column", () => {
  const edit = { sheet: "parts", part: 1, row: 3, column: "qty", value: "1" };
  const others = [
    { ...edit, sheet: "moulds" },
    { ...edit, part: 0 },
    { ...edit, row: 4 },
    { ...edit, column: "name" },
  ];
  expect(mergeEdits(others, [edit])).toEqual([...others, edit]);
  // The first sheet of its kind is the one without a number.
  const first = { sheet: "parts", row: 3, column: "qty" };
  expect(
    mergeEdits([{ ...edit, part: 0 }], [{ ...first, value: "2" }]),
  ).toEqual([{ ...first, value: "2" }]);
});

test("a value is another one on another sheet or column", () => {
  const one = { sheet: "parts", column: "type", from: "A", to: "B" };
  const others = [
    { ...one, sheet: "moulds" },
    { ...one, column: "material" },
    { ...one, from: "C" },
  ];
  expect(mergeReplaced(others, [one])).toEqual([...others, one]);
});

test("what is asked for beside other kinds stands last of them", () => {
  const supplier = { entity: "supplier" as const, names: ["S1"] };
  expect(
    mergeMissing([{ entity: "section", names: ["EDM"] }, supplier], {
      entity: "section",
      names: ["GRIND"],
    }),
  ).toEqual([supplier, { entity: "section", names: ["EDM", "GRIND"] }]);
  expect(mergeMissing([], supplier)).toEqual([supplier]);
});

test("codes that nobody knows stand for themselves", () => {
  const names = namesOf(undefined);
  expect(names.sheet("moulds")).toBe("moulds");
  expect(names.column("moulds", "delivery")).toBe("delivery");
  expect(names.order(["moulds"])).toEqual([]);
});

test("an import is under way while it is read, written or being stopped", () => {
  const at = (state: ImportRun["state"]) => isRunning({ state } as ImportRun);
  expect(at("reading") && at("writing") && at("stopping")).toBe(true);
  expect(at("written") || at("brokenOff")).toBe(false);
  expect(isRunning(undefined)).toBe(false);
});

test("the outcome of one import was seen, of the next one not", () => {
  localStorage.clear();
  expect(wasSeen("r1")).toBe(false);
  noteSeen("r1");
  expect(wasSeen("r1")).toBe(true);
  expect(wasSeen("r2")).toBe(false);
});

test("nothing is counted before there is a result", () => {
  const { read, new: fresh, removed, made } = sumOf(undefined);
  expect({ read, fresh, removed, made }).toEqual({
    ...{ read: 0, fresh: 0, removed: 0, made: 0 },
  });
  const total = { read: 7 };
  expect(sumOf({ total } as ImportResult)).toBe(total);
});

test("a check sends what was chosen and changed, and never writes", async () => {
  const sent = looseServer({ "POST production/import": () => ({ data: {} }) });
  const file = new File(["x"], "moulds.xlsx");
  await checkFile({ file, onlyXls: true, mode: "row" });
  const edit = { ...cell, value: "2030-03-20" };
  const replaced = { sheet: "parts", column: "type", from: "A", to: "B" };
  const create = { entity: "section" as const, names: ["EDM"] };
  const headings = { sheets: { 模具: "moulds" }, columns: {} };
  await checkFile({
    ...{ importId: "i1", edits: [edit], replaced: [replaced] },
    ...{ create: [create], headings },
  });
  const [first, again] = sent.map(({ body }) => body as Record<string, string>);
  expect(first).toEqual({
    ...{ file: expect.any(File) as File, only: "xls" },
    ...{ mode: "row", dryRun: "true" },
  });
  expect(Object.keys(again!).sort()).toEqual(
    ["create", "dryRun", "edits", "headings", "importId", "replaced"].sort(),
  );
  expect(again!.importId).toBe("i1");
  expect(again!.dryRun).toBe("true");
  expect(JSON.parse(again!.edits!)).toEqual([edit]);
  expect(JSON.parse(again!.replaced!)).toEqual([replaced]);
  expect(JSON.parse(again!.create!)).toEqual([create]);
  expect(JSON.parse(again!.headings!)).toEqual(headings);
});

test("a checked file is written, with the word to a question; an import that runs is stopped", async () => {
  const sent = looseServer({
    "POST production/import": () => ({ data: {} }),
    "POST production/import/stop": () => ({ data: { stopped: 1 } }),
    "DELETE production/import/layout/l1": () => ({ data: null }),
  });
  await commitFile("i1", "replace");
  await commitFile("i2");
  await stopImport("r1");
  await forgetLayout("l1");
  expect(sent.slice(0, 2).map(({ body }) => body)).toEqual([
    { importId: "i1", dryRun: "false" },
    { importId: "i2", dryRun: "false" },
  ]);
  expect(sent.map(({ query }) => query.get("confirm"))).toEqual([
    "replace",
    ...[null, null, null],
  ]);
  expect(sent[2]!.query.get("runId")).toBe("r1");
});
