import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { emptyLayout, moved, type ColumnLayout } from "./column-layout";
import { DataGrid } from "./data-grid";
import { cellAfter } from "./grid-keyboard";

interface Mould {
  id: string;
  no: string;
  hours: number;
}

const moulds: Mould[] = Array.from({ length: 800 }, (_none, at) => ({
  id: `m${at}`,
  no: `M${at}`,
  hours: (at * 37) % 800,
}));

const columns = [
  { id: "no", title: "Mould", value: (row: Mould) => row.no },
  { id: "hours", title: "Hours", value: (row: Mould) => row.hours },
  {
    id: "hardness",
    title: "Minimum hardness (HRC)",
    value: () => "",
    width: 96,
  },
];

/** What the grid reported last. */
const told = { layout: emptyLayout, chosen: [] as string[], opened: "" };

beforeAll(() => switchLanguage("en"));

function Host({ start }: { start: ColumnLayout }) {
  const [layout, setLayout] = useState(start);
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <DataGrid
      label="Moulds"
      empty="Nothing"
      columns={columns}
      rows={moulds}
      rowId={(row) => row.id}
      layout={layout}
      onLayoutChange={(next) => {
        told.layout = next;
        setLayout(next);
      }}
      selection={chosen}
      onSelectionChange={(ids) => {
        told.chosen = ids;
        setChosen(ids);
      }}
      onOpen={(row) => (told.opened = row.id)}
    />
  );
}

function show(start: Partial<ColumnLayout> = {}) {
  render(<Host start={{ ...emptyLayout, ...start }} />);
  return { user: userEvent.setup(), grid: screen.getByRole("grid") };
}

test("a heading has the room that it needs, whatever its cells need", () => {
  const { grid } = show();
  const width = (of: string) =>
    parseInt(grid.style.getPropertyValue(`--width-${of}`), 10);
  // 22 letters of about 7.5 pixels, and the padding.
  expect(width("hardness")).toBeGreaterThanOrEqual(22 * 7.5 + 16);
  // A short heading leaves the width of its cells.
  expect(width("hours")).toBe(120);
});

test("what somebody has made narrow stays narrow", () => {
  const { grid } = show({ widths: { hardness: 60 } });
  expect(grid.style.getPropertyValue("--width-hardness")).toBe("60px");
});

test("draws a window of the rows and counts all of them", () => {
  const { grid } = show();
  expect(grid).toHaveAttribute("aria-rowcount", "801");
  const drawn = within(grid).getAllByRole("row").length;
  expect(drawn).toBeGreaterThan(15);
  expect(drawn).toBeLessThan(45);
});

test("sorts figures as figures and keeps the order in the layout", async () => {
  const { user, grid } = show();
  const header = screen.getByRole("columnheader", { name: /Hours/ });
  await user.click(header);
  expect(header).toHaveAttribute("aria-sort", "ascending");
  await user.click(header);
  expect(header).toHaveAttribute("aria-sort", "descending");
  expect(told.layout.sort).toEqual([{ id: "hours", desc: true }]);
  expect(within(grid).getAllByRole("row")[1]).toHaveTextContent("799");
});

test("a layout made for other columns is used as far as it goes", () => {
  const { grid } = show({
    order: ["gone", "hours", "no"],
    hidden: ["gone"],
    pinned: ["hours"],
  });
  const titles = within(grid)
    .getAllByRole("columnheader")
    .map((header) => header.textContent);
  expect(titles).toEqual(["", "Hours", "Mould", "Minimum hardness (HRC)"]);
});

test("chooses, opens, resizes and sorts by keyboard", async () => {
  const { user, grid } = show();
  grid.focus();
  await user.keyboard("{ArrowDown}{ArrowRight} {Enter}");
  expect(told.chosen).toEqual(["m1"]);
  expect(told.opened).toBe("m1");
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  expect(told.layout.widths).toEqual({ hours: 136 });
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(told.layout.sort).toEqual([{ id: "hours", desc: true }]);
});

test.each([
  ["ArrowDown", { row: 11, column: 2 }],
  ["PageUp", { row: 0, column: 2 }],
  ["End", { row: 10, column: 4 }],
  ["Ctrl+End", { row: 99, column: 4 }],
  ["Tab", undefined],
])("%s leads from (10, 2) to %o", (key, expected) => {
  const extent = { rows: 100, columns: 5, pageRows: 20 };
  expect(cellAfter({ row: 10, column: 2 }, key, extent)).toEqual(expected);
});

test("a column moves one place and not beyond the ends", () => {
  const known = ["a", "b", "c"];
  expect(moved(emptyLayout, known, "b", -1).order).toEqual(["b", "a", "c"]);
  expect(moved(emptyLayout, known, "a", -1)).toBe(emptyLayout);
});
