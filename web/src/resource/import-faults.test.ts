import { expect, test } from "vitest";
import { causesOf } from "./import-faults";
import type { ImportFault } from "./resource-queries";

const about = (rule: string, row: number): ImportFault => ({
  row,
  key: "",
  column: "name",
  rule,
  value: "合计",
  texts: { zh: rule, en: rule },
});

test("what was only warned of is told as such, whatever its rule", () => {
  const causes = causesOf(
    [about("maxLength", 2), about("maxLength", 3)],
    [about("totals", 9), about("maxLength", 4)],
  );
  expect(
    causes.map(({ first, rows, warns }) => [first.rule, rows, warns]),
  ).toEqual([
    ["maxLength", [2, 3], false],
    ["totals", [9], true],
    ["maxLength", [4], true],
  ]);
});
