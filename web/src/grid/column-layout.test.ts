import { expect, test } from "vitest";
import { emptyLayout, shownIn, sortKeyOf, sortOf } from "./column-layout";

test("columns in sight stand as they were arranged, the pinned ones first", () => {
  const columns = [
    { id: "a" },
    { id: "b" },
    { id: "c" },
    { id: "d", away: true },
    { id: "e" },
  ];
  expect(shownIn(emptyLayout, columns)).toEqual(["a", "b", "c", "e"]);
  expect(
    shownIn(
      {
        ...emptyLayout,
        order: ["gone", "e", "a"],
        hidden: ["b"],
        shown: ["d"],
        pinned: ["c"],
      },
      columns,
    ),
  ).toEqual(["c", "e", "a", "d"]);
});

test("an order goes to the server by a key and comes back", () => {
  for (const key of ["", "hours", "-plannedStart"]) {
    expect(sortKeyOf({ sort: sortOf(key) })).toBe(key);
  }
});
