import { expect, test } from "vitest";
import { findCycle } from "./no-cycles";

test("files that import each other are named in their order", () => {
  const imports = new Map([
    ["page", ["call", "react"]],
    ["call", ["connection", "first"]],
    ["connection", ["react"]],
    ["first", ["react", "call"]],
    ["react", []],
  ]);
  expect(findCycle(imports)).toEqual(["call", "first", "call"]);
  imports.set("first", ["react"]);
  expect(findCycle(imports)).toBeNull();
});

test("a file that two others need is no circle", () => {
  expect(
    findCycle(
      new Map([
        ["page", ["left", "right"]],
        ["left", ["shared"]],
        ["right", ["shared"]],
      ]),
    ),
  ).toBeNull();
});
