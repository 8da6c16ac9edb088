import { expect, test } from "vitest";
import {
  mergeEdits,
  mergeMissing,
  mergeReplaced,
  missingOf,
  namesOf,
  type Cause,
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
