import { expect, test } from "vitest";
import { exampleNumber } from "./part-number";

const now = new Date("2026-03-31T17:00:00Z"); // the first of April in Shanghai

test.each([
  [
    { prefix: "S", datePart: 0, separator: 1, digits: 5, beginsAt: 1 },
    "S-00001",
  ],
  [
    { prefix: "B", datePart: 1, separator: 1, digits: 4, beginsAt: 20 },
    "B-26-0020",
  ],
  [
    { prefix: "B", datePart: 2, separator: 0, digits: 2, beginsAt: 0 },
    "B260400",
  ],
  [
    { prefix: "B", datePart: 3, separator: 2, digits: 3, beginsAt: 7 },
    "B_2026_007",
  ],
  [
    { prefix: "B", datePart: 4, separator: 3, digits: 3, beginsAt: 7 },
    "B.202604.007",
  ],
  [{ prefix: "", datePart: 0, separator: 1, digits: 5, beginsAt: 1 }, ""],
  [{ prefix: "S", datePart: 0, separator: 1, digits: null, beginsAt: 1 }, ""],
  [{ prefix: "S", datePart: 0, separator: 1, digits: 2, beginsAt: 100 }, ""],
])("the rule %j begins with %s", (rule, number) => {
  expect(exampleNumber(rule, now, "Asia/Shanghai")).toBe(number);
});
