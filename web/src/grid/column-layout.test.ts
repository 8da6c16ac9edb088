import { expect, test } from "vitest";
import {
  emptyLayout,
  forColumns,
  isHidden,
  moved,
  shownIn,
  sortKeyOf,
  sortOf,
  toggleColumn,
} from "./column-layout";

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

test("only the first column of an order goes to the server", () => {
  expect(sortOf("-due-date")).toEqual([{ id: "due-date", desc: true }]);
  expect(sortOf("due-date")).toEqual([{ id: "due-date", desc: false }]);
  expect(
    sortKeyOf({
      sort: [
        { id: "hours", desc: true },
        { id: "name", desc: false },
      ],
    }),
  ).toBe("-hours");
});

test("a column goes out of sight and comes back, also one that is not in the first view", () => {
  const plain = { id: "a" };
  const away = { id: "b", away: true };
  expect(isHidden(emptyLayout, plain)).toBe(false);
  expect(isHidden(emptyLayout, away)).toBe(true);

  const turned = toggleColumn(toggleColumn(emptyLayout, plain), away);
  expect(turned).toEqual({ ...emptyLayout, hidden: ["a"], shown: ["b"] });
  expect(isHidden(turned, plain)).toBe(true);
  expect(isHidden(turned, away)).toBe(false);

  const both = toggleColumn(turned, { id: "c" });
  expect(both.hidden).toEqual(["a", "c"]);
  expect(toggleColumn(both, plain).hidden).toEqual(["c"]);
  const shown = toggleColumn(turned, { id: "d", away: true });
  expect(shown.shown).toEqual(["b", "d"]);
  expect(toggleColumn(shown, away).shown).toEqual(["d"]);
});

test("an arrangement forgets the columns that are gone, in all that it says", () => {
  const layout = {
    order: ["gone", "a", "b"],
    hidden: ["a", "gone"],
    shown: ["gone", "b"],
    pinned: ["gone", "b"],
    widths: { a: 120, gone: 80 },
    sort: [
      { id: "gone", desc: true },
      { id: "b", desc: true },
    ],
  };
  expect(forColumns(layout, ["a", "b"])).toEqual({
    order: ["a", "b"],
    hidden: ["a"],
    shown: ["b"],
    pinned: ["b"],
    widths: { a: 120 },
    sort: [{ id: "b", desc: true }],
  });
  expect(forColumns(emptyLayout, ["a"])).toEqual({ ...emptyLayout, shown: [] });
});

test("a column moves one place at a time and stops at both ends", () => {
  const known = ["a", "b", "c"];
  expect(moved(emptyLayout, known, "b", -1).order).toEqual(["b", "a", "c"]);
  expect(moved(emptyLayout, known, "b", 1).order).toEqual(["a", "c", "b"]);
  expect(moved(emptyLayout, known, "b", 1).pinned).toEqual([]);
  // One that became known later stands behind the arranged ones.
  const arranged = { ...emptyLayout, order: ["c", "a"] };
  expect(moved(arranged, known, "b", -1).order).toEqual(["c", "b", "a"]);
  expect(moved(arranged, known, "a", -1).order).toEqual(["a", "c", "b"]);
  for (const [id, by] of [
    ["a", -1],
    ["c", 1],
    ["gone", 1],
    ["gone", -1],
  ] as const) {
    expect(moved(emptyLayout, known, id, by)).toBe(emptyLayout);
  }
});
