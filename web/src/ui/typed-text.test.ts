import { expect, test } from "vitest";
import {
  cleanNumber,
  cleanSearch,
  isPositiveInteger,
  ratioOf,
  shortened,
} from "./typed-text";

test("VALID-01: leading asterisks go and repeated ones become one", () => {
  expect(cleanSearch("**M1")).toBe("M1");
  expect(cleanSearch(" M**1***2* ")).toBe("M*1*2*");
  expect(cleanSearch("***")).toBe("");
  expect(cleanSearch("*M1*")).toBe("M1*");
});

test("VALID-02: a number keeps its digits and one decimal point", () => {
  expect(cleanNumber("1a2.3b4")).toBe("12.34");
  expect(cleanNumber("1.2.3")).toBe("1.23");
  expect(cleanNumber(".5 h")).toBe(".5");
  expect(cleanNumber("abc")).toBe("");
  expect(cleanNumber("-1a", true)).toBe("-1");
  expect(cleanNumber("-1a")).toBe("1");
  expect(cleanNumber("  -1.5", true)).toBe("-1.5");
  expect(cleanNumber("1-5", true)).toBe("15");
  expect(cleanNumber("15", true)).toBe("15");
  // A point that was just typed stays, for the decimals are still to come.
  expect(cleanNumber("12.")).toBe("12.");
  expect(cleanNumber("1.2.3.4")).toBe("1.234");
});

test("VALID-03: a ratio is at most 100, with six decimals", () => {
  expect(ratioOf(100.0000001)).toBe(100);
  expect(ratioOf(1000)).toBe(100);
  expect(ratioOf(33.333333333)).toBe(33.333333);
  expect(ratioOf(-1)).toBe(0);
  expect(ratioOf(0.0000006)).toBe(0.000001);
});

test("VALID-04: a truncated text ends with an ellipsis", () => {
  expect(shortened("模具零件工序", 4)).toBe("模具零…");
  expect(shortened("mould", 5)).toBe("mould");
  expect(shortened("moulds", 5)).toBe("moul…");
  expect(shortened("mould", 1)).toBe("…");
  expect(shortened("mould", 0)).toBe("…");
  // A letter that takes two places in memory is one letter.
  expect(shortened("𠮷田太郎", 4)).toBe("𠮷田太郎");
  expect(shortened("𠮷田太郎一", 4)).toBe("𠮷田太…");
});

test("VALID-05: a positive whole number is above 0", () => {
  for (const good of ["1", "10", " 12 ", "007"]) {
    expect(isPositiveInteger(good)).toBe(true);
  }
  for (const bad of ["0", "000", "-1", "1.5", "", "a", "1a", "a1", "1 2"]) {
    expect(isPositiveInteger(bad)).toBe(false);
  }
});
