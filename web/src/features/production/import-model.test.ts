import { expect, test } from "vitest";
import {
  mergeEdits,
  namesOf,
  sumOf,
  type Count,
  type ImportResult,
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

test("figures add up over the sheets", () => {
  const count: Count = { new: 1, changed: 2, same: 3, failed: 4, removed: 5 };
  const result = { counts: { moulds: count, parts: count } };
  expect(sumOf(result as unknown as ImportResult)).toEqual({
    new: 2,
    changed: 4,
    same: 6,
    failed: 8,
    removed: 10,
  });
  expect(sumOf(undefined).new).toBe(0);
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
