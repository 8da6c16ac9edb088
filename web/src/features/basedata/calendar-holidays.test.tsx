import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import type { Field } from "@/resource/metadata";
import { fixed, makeUp, rest, type HolidayLine } from "./calendar-days";
import { CalendarHolidays } from "./calendar-holidays";

const field: Field = {
  key: "holidays",
  kind: "lines",
  label: { zh: "节假日", en: "Holidays" },
  required: false,
  unique: false,
  readOnly: false,
  hideInList: true,
  fields: [],
};

let held: HolidayLine[] = [];

function Form({
  initial,
  locked,
}: {
  initial: HolidayLine[];
  locked: boolean;
}) {
  const [value, setValue] = useState(initial);
  return (
    <CalendarHolidays
      id="field-holidays"
      field={field}
      value={value}
      names={{}}
      disabled={locked}
      faults={{}}
      onChange={(next) => {
        held = next as HolidayLine[];
        setValue(held);
      }}
    />
  );
}

async function show(initial: HolidayLine[] = [], locked = false) {
  await switchLanguage("en");
  held = initial;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form initial={initial} locked={locked} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const year = new Date().getFullYear();
const date = (rest: string) => `${year}-${rest}`;
const day = (rest: string) =>
  screen.getByRole("button", { name: new RegExp(`^${date(rest)}`) });

beforeEach(() => {
  held = [];
});

// BASE-CALENDAR-01, BASE-CALENDAR-03: the year is marked by dragging.
test("dragging over days makes them a holiday of the name that was typed", async () => {
  const user = await show();
  fireEvent.pointerDown(day("05-01"), { button: 0 });
  fireEvent.pointerOver(day("05-03"));
  fireEvent.pointerUp(window);
  fireEvent.pointerOver(day("05-20"));
  expect(screen.getByRole("status")).toHaveTextContent(
    `${date("05-01")} to ${date("05-03")} (3 days)`,
  );
  await user.type(screen.getByLabelText("Name"), "May Day");
  await user.click(screen.getByRole("button", { name: "Make it a holiday" }));
  expect(held).toEqual([
    {
      name: "May Day",
      kind: fixed,
      type: rest,
      from: date("05-01"),
      to: date("05-03"),
    },
  ]);
  expect(day("05-02")).toHaveAccessibleName(
    `${date("05-02")}, holiday May Day`,
  );
});

test("keys pick days as the pointer does, and Escape lets go of them", async () => {
  const user = await show();
  day("05-09").focus();
  fireEvent.pointerDown(day("05-09"), { button: 0 });
  await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(day("05-10")).toHaveFocus();
  await user.click(
    screen.getByRole("button", { name: "Make it a make-up day" }),
  );
  expect(held).toMatchObject([
    { type: makeUp, from: date("05-09"), to: date("05-10") },
  ]);
  day("05-10").focus();
  await user.keyboard("{ArrowDown}");
  expect(day("05-17")).toHaveFocus();
  expect(day("05-17")).toHaveAttribute("aria-pressed", "true");
  await user.keyboard("{Escape}");
  expect(day("05-17")).toHaveAttribute("aria-pressed", "false");
  await user.keyboard("{PageDown}");
  expect(day("06-17")).toHaveFocus();
});

test("weekdays rest by a press", async () => {
  const user = await show();
  const group = screen.getByRole("group", { name: "Rest every week" });
  await user.click(within(group).getByRole("button", { name: "Sun" }));
  expect(held).toMatchObject([{ weekday: 7, name: "Sun" }]);
  expect(within(group).getByRole("button", { name: "Sun" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("who may only look cannot mark anything", async () => {
  await show([], true);
  fireEvent.pointerDown(day("05-01"), { button: 0 });
  expect(day("05-01")).toHaveAttribute("aria-pressed", "false");
  expect(
    screen.queryByRole("button", { name: "Make it a holiday" }),
  ).toBeNull();
});
