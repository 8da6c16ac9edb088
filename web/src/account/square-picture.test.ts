import { expect, test } from "vitest";
import { middleSquare } from "./square-picture";

test.each([
  [400, 500, { x: 0, y: 50, size: 400 }],
  [500, 400, { x: 50, y: 0, size: 400 }],
  [7, 7, { x: 0, y: 0, size: 7 }],
])("of %d x %d the middle square is cut", (width, height, square) => {
  expect(middleSquare(width, height)).toEqual(square);
});
