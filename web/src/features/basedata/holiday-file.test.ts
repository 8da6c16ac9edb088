import { expect, test } from "vitest";
import { fixed, floating, makeUp, rest } from "./calendar-days";
import { NoHolidays, nextYear, readHolidays } from "./holiday-file";

const file = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR"].join("\r\n");
const event = (summary: string, ...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:1", `SUMMARY:${summary}`, ...lines, "END:VEVENT"].join(
    "\r\n",
  );
const day = (start: string, end?: string) => [
  `DTSTART;VALUE=DATE:${start}`,
  ...(end ? [`DTEND;VALUE=DATE:${end}`] : []),
];

test("an official calendar of single days becomes holidays and make-up days", async () => {
  const text = file(
    event("国庆节（休）", ...day("20271002", "20271003")),
    event("国庆节（休）", ...day("20271001", "20271002")),
    event("国庆节 补班", ...day("20271009")),
    event("Team lunch", "DTSTART:20271005T120000Z", "DTEND:20271005T130000Z"),
    event("Spring Festival", ...day("20270205", "20270212")),
  );
  expect(await readHolidays(text, 2027)).toEqual([
    {
      name: "Spring Festival",
      kind: fixed,
      type: rest,
      from: "2027-02-05",
      to: "2027-02-11",
    },
    {
      name: "国庆节",
      kind: fixed,
      type: rest,
      from: "2027-10-01",
      to: "2027-10-02",
    },
    {
      name: "国庆节",
      kind: fixed,
      type: makeUp,
      from: "2027-10-09",
      to: "2027-10-09",
    },
  ]);
});

test("a day of every year is read for the year that is shown and the next one", async () => {
  const text = file(
    event("Christmas", ...day("19701225"), "RRULE:FREQ=YEARLY"),
  );
  expect(
    (await readHolidays(text, 2027)).map(({ from, to }) => [from, to]),
  ).toEqual([
    ["2027-12-25", "2027-12-25"],
    ["2028-12-25", "2028-12-25"],
  ]);
});

test("a file of many years is read for the year that is shown and the next one", async () => {
  const text = file(
    ...[2011, 2026, 2027, 2028, 2029].map((year) =>
      event("New Year", ...day(`${year}0101`)),
    ),
    event("Over the turn of the year", ...day("20261231", "20270102")),
  );
  expect((await readHolidays(text, 2027)).map(({ from }) => from)).toEqual([
    "2026-12-31",
    "2027-01-01",
    "2028-01-01",
  ]);
});

test("a file of another year is read whole", async () => {
  const text = file(
    event("New Year", ...day("20260101")),
    event("National Day", ...day("20261001")),
  );
  expect(await readHolidays(text, 2028)).toHaveLength(2);
});

test("an event that cannot be understood is passed over", async () => {
  const text = file(
    event("Broken", ...day("20270101"), "RRULE:FREQ=WEEKLY;BYMONTHDAY=1"),
    event("Malformed", "DTSTART;VALUE=DATE:2027"),
    event("Christmas", ...day("20271225")),
  );
  expect((await readHolidays(text, 2027)).map(({ name }) => name)).toEqual([
    "Christmas",
  ]);
});

test.each([
  ["Special Non-Working Day", rest],
  ["Non working day", rest],
  ["台风停班", rest],
  ["Working day (instead of Friday)", makeUp],
  ["春节（上班）", makeUp],
])("%s is of type %i", async (summary, type) => {
  const [read] = await readHolidays(
    file(event(summary, ...day("20270301"))),
    2027,
  );
  expect(read?.type).toBe(type);
});

test.each([
  ["another file", "name,from,to\nA,2027-01-01,2027-01-03"],
  ["meetings alone", file(event("Lunch", "DTSTART:20271005T120000Z"))],
  ["nothing", ""],
])("%s holds no holidays", async (_what, text) => {
  await expect(readHolidays(text, 2027)).rejects.toThrow(NoHolidays);
});

test("the next year keeps the dates of holidays and asks for those of make-up days", () => {
  const lines = [
    { name: "周日", kind: floating, type: rest, weekday: 7 },
    {
      name: "元旦",
      kind: fixed,
      type: rest,
      from: "2028-01-01",
      to: "2028-01-03",
    },
    {
      name: "闰日",
      kind: fixed,
      type: rest,
      from: "2028-02-29",
      to: "2028-02-29",
    },
    {
      name: "补班",
      kind: fixed,
      type: makeUp,
      from: "2028-02-05",
      to: "2028-02-05",
    },
    {
      name: "前年",
      kind: fixed,
      type: rest,
      from: "2027-05-01",
      to: "2027-05-05",
    },
  ];
  expect(nextYear(lines, 2028)).toEqual([
    {
      name: "元旦",
      kind: fixed,
      type: rest,
      from: "2029-01-01",
      to: "2029-01-03",
    },
    {
      name: "闰日",
      kind: fixed,
      type: rest,
      from: "2029-02-28",
      to: "2029-02-28",
    },
    { name: "补班", kind: fixed, type: makeUp, from: null, to: null },
  ]);
});
