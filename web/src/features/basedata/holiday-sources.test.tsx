import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { fixed, makeUp, rest, type HolidayLine } from "./calendar-days";
import { HolidaySources } from "./holiday-sources";
import { sayBasedata } from "./texts";

beforeEach(() => switchLanguage("en"));

const newYear: HolidayLine = {
  name: "元旦",
  kind: fixed,
  type: rest,
  from: "2027-01-01",
  to: "2027-01-03",
};
const worked: HolidayLine = {
  name: "补班",
  kind: fixed,
  type: makeUp,
  from: "2027-01-10",
  to: "2027-01-10",
};

function show(initial: HolidayLine[]) {
  let held: { lines: HolidayLine[]; year: number } | null = null;
  function Form() {
    const [lines, setLines] = useState(initial);
    return (
      <HolidaySources
        year={2027}
        lines={lines}
        onTake={(now, year) => {
          held = { lines: now, year };
          setLines(now);
        }}
      />
    );
  }
  render(<Form />);
  return { user: userEvent.setup(), held: () => held };
}

test("a year is copied with its holidays, and its make-up days are asked for", async () => {
  const { user, held } = show([newYear, worked]);
  await user.click(
    screen.getByRole("button", {
      name: sayBasedata("copyYear", { year: 2027 }),
    }),
  );
  const dialog = await screen.findByRole("dialog");
  const [holiday, day] = within(dialog).getAllByRole("checkbox");
  expect(holiday).toBeChecked();
  expect(day).not.toBeChecked();
  expect(within(dialog).getByText(sayBasedata("askedFor"))).toBeInTheDocument();
  // Ticked without its date, it is not taken.
  await user.click(day!);
  const take = within(dialog).getByRole("button", {
    name: sayBasedata("takeHolidays", { count: 2 }),
  });
  await user.click(take);
  expect(
    within(dialog).getByText(sayBasedata("datesMissing")),
  ).toBeInTheDocument();
  expect(held()).toBeNull();
  const first = within(dialog).getByLabelText(
    sayBasedata("firstOf", { name: "补班" }),
  );
  await user.click(first);
  await user.keyboard("2028-01-08");
  await user.tab();
  await user.click(take);
  expect(held()).toEqual({
    year: 2028,
    lines: [
      newYear,
      worked,
      { ...newYear, from: "2028-01-01", to: "2028-01-03" },
      { ...worked, from: "2028-01-08", to: "2028-01-08" },
    ],
  });
});

test("official holidays come from a file; what stands already is not ticked, and no other file is taken", async () => {
  const { user, held } = show([newYear]);
  const choose = (name: string, text: string) =>
    user.upload(
      screen.getByLabelText(sayBasedata("fromFile"), { selector: "input" }),
      new File([text], name, { type: "text/calendar" }),
    );
  await choose("letter.ics", "Dear all");
  expect(
    await screen.findByText(sayBasedata("noHolidays", { file: "letter.ics" })),
  ).toBeVisible();
  await choose("large.ics", "x".repeat((1 << 20) + 1));
  expect(await screen.findByText(sayBasedata("fileTooLarge"))).toBeVisible();
  const event = (summary: string, from: string, to: string) =>
    `BEGIN:VEVENT\r\nSUMMARY:${summary}\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}\r\nEND:VEVENT\r\n`;
  await choose(
    "cn.ics",
    `BEGIN:VCALENDAR\r\n${event("元旦", "20270101", "20270104")}${event("春节", "20270205", "20270212")}${event("春节 补班", "20270214", "20270215")}END:VCALENDAR`,
  );
  const dialog = await screen.findByRole("dialog");
  expect(
    within(dialog)
      .getAllByRole<HTMLInputElement>("checkbox")
      .map((box) => box.checked),
  ).toEqual([false, true, true]);
  await user.click(
    within(dialog).getByRole("button", {
      name: sayBasedata("takeHolidays", { count: 2 }),
    }),
  );
  expect(held()).toEqual({
    year: 2027,
    lines: [
      newYear,
      {
        name: "春节",
        kind: fixed,
        type: rest,
        from: "2027-02-05",
        to: "2027-02-11",
      },
      {
        name: "春节",
        kind: fixed,
        type: makeUp,
        from: "2027-02-14",
        to: "2027-02-14",
      },
    ],
  });
});
