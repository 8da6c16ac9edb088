import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import type { Field, Values } from "@/resource/metadata";
import { RecordValuesProvider } from "@/resource/record-values";
import { ShelfGrid } from "./shelf-grid";
import { sayBasedata } from "./texts";

const field: Field = {
  key: "positions",
  kind: "integer",
  label: { zh: "每层库位数", en: "Positions per layer" },
  required: true,
  unique: false,
  readOnly: false,
  hideInList: false,
};

beforeEach(() => switchLanguage("en"));

function show(values: Values) {
  return render(
    <RecordValuesProvider value={values}>
      <ShelfGrid
        id="positions"
        field={field}
        value={values.positions}
        names={{}}
        disabled={false}
        faults={{}}
        onChange={() => undefined}
      />
    </RecordValuesProvider>,
  ).container;
}

test("a shelf is drawn layer by layer from the floor", () => {
  const drawn = show({ layers: 3, positions: 4 });
  expect(
    screen.getByRole("img", {
      name: sayBasedata("shelfOf", { layers: 3, positions: 4 }),
    }),
  ).toBeVisible();
  expect(
    [...drawn.querySelectorAll("text")].map((text) => text.textContent),
  ).toEqual(["3", "2", "1"]);
  expect(drawn.querySelectorAll("rect")).toHaveLength(12);
  expect(
    screen.getByText(sayBasedata("shelfPositions", { count: 12 })),
  ).toBeVisible();
});

test.each([
  { layers: 21, positions: 4 },
  { layers: 2, positions: 101 },
  { layers: null, positions: 4 },
  { layers: 1.5, positions: 4 },
])("what no shelf may be is not drawn: %o", (values) => {
  show(values);
  expect(screen.queryByRole("img")).toBeNull();
});
