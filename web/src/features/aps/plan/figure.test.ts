import { expect, test } from "vitest";
import { figure, hoursFigure, outOfHundred, percent } from "./figure";

test("a figure has its places, and a dash where there is none", () => {
  expect(figure(1234.567)).toBe("1,235");
  expect(figure(1234.567, 1)).toBe("1,234.6");
  expect(figure(2, 2)).toBe("2.00");
  expect(figure(0)).toBe("0");
  expect(figure(null)).toBe("–");
  expect(figure(undefined, 1)).toBe("–");
});

test("hours have at most two places, wherever they stand", () => {
  expect(hoursFigure(9.2)).toBe("9.2");
  expect(hoursFigure(8)).toBe("8");
  expect(hoursFigure(0.25)).toBe("0.25");
  expect(hoursFigure(20 / 60)).toBe("0.33");
  expect(hoursFigure(63496.5)).toBe("63,496.5");
  expect(hoursFigure(-0.001)).toBe("0");
  expect(hoursFigure(-1.5)).toBe("-1.5");
  expect(hoursFigure(null)).toBe("–");
});

test("a rate that falls short of 100 never reads 100", () => {
  expect(outOfHundred(99.96)).toBe("99.9");
  expect(outOfHundred(80.41)).toBe("80.4");
  expect(outOfHundred(100)).toBe("100.0");
  expect(outOfHundred(null)).toBe("–");
});

test("a part of 1 is told in per cent", () => {
  expect(percent(0.256)).toBe("26 %");
  expect(percent(0.256, 1)).toBe("25.6 %");
  expect(percent(1)).toBe("100 %");
  expect(percent(0)).toBe("0 %");
  expect(percent(null)).toBe("–");
  expect(percent(undefined)).toBe("–");
});
