import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { act } from "react";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { CompletionPage } from "./completion-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  session.clear();
  await switchLanguage("en");
});

const figures = (
  [early, onTime, late, unfinished, outOfPlan]: number[],
  rate: number | null,
) => ({
  ...{ base: early! + onTime! + late! + unfinished!, early, onTime, late },
  ...{ unfinished, outOfPlan, rate },
});

const both = (count: number[], rate: number | null, hours: number[]) => ({
  count: figures(count, rate),
  hours: figures(hours, rate === null ? null : 50),
});

const nothing = both([0, 0, 0, 0, 0], null, [0, 0, 0, 0, 0]);
const plan = { name: "March", planNumber: 3 };

const rate = {
  ...{ from: "2026-03-01", to: "2026-03-03", zone: "Asia/Shanghai" },
  ...{ inForce: null, noPlan: ["2026-03-01"], others: 2, removed: 1 },
  total: both([1, 3, 1, 2, 1], 57.142857, [4, 4.5, 5, 3.5, 2]),
  groups: [
    {
      ...{ key: "k1", kind: "section", name: "Cut", section: "", target: 60 },
      ...both([1, 2, 1, 1, 0], 60, [4, 2.5, 5, 2, 0]),
    },
    {
      ...{ key: "k2", kind: "section", name: "", section: "", target: null },
      ...both([0, 1, 0, 1, 1], 50, [0, 2, 0, 1.5, 2]),
    },
  ],
  days: [
    { date: "2026-03-01", plan: null, ...nothing },
    {
      ...{ date: "2026-03-02", plan },
      ...both([1, 2, 1, 0, 0], 75, [4, 3, 5, 0, 0]),
    },
    {
      ...{ date: "2026-03-03", plan },
      ...both([0, 1, 0, 2, 1], 33.333333, [0, 1.5, 0, 3.5, 2]),
    },
  ],
  choices: [
    { section: "Cut", group: "CNC" },
    { section: "Build", group: "FIT" },
  ],
};

const task = {
  ...{ day: "2026-03-02", state: "late", taskId: "t1", mouldId: "m1" },
  ...{ mouldNo: "M1", partNo: "P1", partName: "Core", batchNo: "B1" },
  ...{ opNo: 10, processName: "CNC", section: "Cut", group: "CNC", plan },
  ...{ resource: "C1", plannedEnd: "2026-03-02T08:00:00Z", hours: 5 },
  ...{ realEnd: "2026-03-03T01:00:00Z", personKind: "person" },
  ...{ person: "Ann", removed: false },
};

const march = "from=2026-03-01&to=2026-03-03";

async function shows(answer: object = rate, at = `/?${march}`) {
  const asked: unknown[] = [];
  const opened: unknown[] = [];
  looseServer({
    "POST aps/completion/rate/query": ({ body }) => {
      asked.push(body);
      return { data: answer };
    },
    "POST aps/completion/rate/detail": ({ body }) => {
      opened.push(body);
      const page = Number(body["page"]);
      return {
        data: {
          rows: [{ ...task, taskId: `t${page}`, removed: page === 2 }],
          ...{ total: 60, page, size: 50, others: 2, otherHours: 1.5 },
        },
      };
    },
  });
  const may = [
    ...["aps.completionRate.export", "pm.mould.check", "aps.task.check"],
    "aps.schedule.check",
  ];
  return {
    ...{ asked, opened },
    ...(await showPage(<CompletionPage />, { at, may })),
  };
}

const question = {
  ...{ from: "2026-03-01", to: "2026-03-03", by: "section", onTime: "day" },
  ...{ section: "", group: "" },
};

// APS-CAP-04, APS-API-13
test("the rate is told in all, of each section beside its target, and day by day", async () => {
  const { asked } = await shows();
  expect(await screen.findByText("57.1 %")).toHaveAttribute(
    "title",
    "57.142857 %",
  );
  expect(asked).toEqual([question]);
  const [cut, none] = screen.getAllByRole("row").slice(1);
  expect(cut).toHaveTextContent(/^Cut60\.0 %target 60 % ✓ met512110$/);
  expect(none).toHaveTextContent(/^No section50\.0 %201011$/);
  expect(
    screen.getByRole("img", {
      name: "Early 1 task, On time 2 tasks, Late 1 task, Unfinished 1 task, target 60 %",
    }),
  ).toBeVisible();
  expect(
    screen.getByRole("button", {
      name: "2026-03-02: completion rate 75.0 %, Early 1 task, On time 2 tasks, Late 1 task, in force: version 3 of “March”",
    }),
  ).toBeVisible();
  expect(
    screen.getByRole("img", { name: "2026-03-01: no plan in force on record" }),
  ).toBeVisible();
  expect(
    screen.getByText(
      "No plan in force is on record for 1 day, which has no rate: 2026-03-01",
    ),
  ).toBeVisible();
  expect(screen.getByText(/tasks that you may not see: 2/)).toBeVisible();
  expect(screen.getByText(/whose operation was deleted: 1/)).toBeVisible();
});

test("hours take the place of tasks without another question", async () => {
  const { asked, router, user } = await shows();
  await user.click(await screen.findByText("Hours"));
  expect(router.state.location.search).toBe(`?${march}&measure=hours`);
  expect(screen.getAllByRole("row")[1]).toHaveTextContent(
    /^Cut50\.0 %target 60 % not met13\.5 h4 h2\.5 h5 h2 h0 h$/,
  );
  expect(asked).toHaveLength(1);
});

test("a figure opens its tasks page by page, and the way back closes them", async () => {
  const { opened, router, user } = await shows();
  await user.click(
    await screen.findByRole("button", { name: "Cut Late 1 task, show tasks" }),
  );
  expect(router.state.location.search).toBe(`?${march}&state=late&key=k1`);
  const panel = screen.getByRole("dialog", { name: "Cut: Late" });
  expect(
    await within(panel).findByRole("link", { name: "Open mould M1" }),
  ).toHaveAttribute("href", "/pm/mould/m1");
  expect(
    within(panel).getByRole("link", { name: "Task table of mould M1" }),
  ).toHaveAttribute("href", "/aps/schedule/tasks?mould=M1");
  expect(within(panel).getByText("P1/B1 Core")).toBeVisible();
  expect(within(panel).getByText(/· Ann$/)).toBeVisible();
  expect(
    within(panel).getByText("Tasks that you may not see: 2, 1.5 h"),
  ).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Show more" }));
  expect(await within(panel).findByText(/operation deleted/)).toBeVisible();
  expect(within(panel).queryByRole("button", { name: "Show more" })).toBeNull();
  const asked = { ...question, key: "k1", state: "late", size: 50 };
  expect(opened).toEqual([
    { ...asked, page: 1 },
    { ...asked, page: 2 },
  ]);
  await act(() => router.navigate(-1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a day and the whole open theirs", async () => {
  const { opened, user } = await shows();
  await user.click(
    await screen.findByRole("button", { name: /^2026-03-03: / }),
  );
  expect(
    screen.getByRole("dialog", { name: "2026-03-03: Planned" }),
  ).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click(
    screen.getByRole("button", { name: "All Out of plan 1 task, show tasks" }),
  );
  expect(
    screen.getByRole("dialog", { name: "All: Out of plan" }),
  ).toBeVisible();
  expect(opened).toEqual([
    { ...question, day: "2026-03-03", page: 1, size: 50 },
    { ...question, state: "outOfPlan", page: 1, size: 50 },
  ]);
});

// APS-CAP-07
test.each([
  ["from=&to=2026-03-03", "Please choose a query interval"],
  ["from=2026-03-01&to=", "Please choose a query interval"],
  [
    "from=2026-03-03&to=2026-03-01",
    "The end of the interval must not lie before its start",
  ],
  ["from=2026-03-01&to=2199-03-01", "The interval must not end after today"],
  ["from=2020-03-01&to=2026-03-01", "The interval has at most 366 days"],
])("of %s it is said what is wrong, and nothing is asked", async (at, said) => {
  const { asked } = await shows(rate, `/?${at}`);
  expect(screen.getByRole("alert")).toHaveTextContent(said);
  expect(screen.queryByRole("table")).toBeNull();
  expect(asked).toEqual([]);
});

test("what is grouped by, narrowed to and meant stands in the address and is asked", async () => {
  const { asked, router, user } = await shows(
    rate,
    `/?${march}&by=person&onTime=moment&section=Cut&state=late`,
  );
  await screen.findByRole("table");
  expect(asked).toEqual([
    { ...question, by: "person", onTime: "moment", section: "Cut" },
  ]);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Group by" }));
  await user.click(await screen.findByTitle("By day"));
  expect(router.state.location.search).toBe(
    `?${march}&by=day&onTime=moment&section=Cut`,
  );
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Resource group" }));
  expect(await screen.findByTitle("CNC")).toBeVisible();
  expect(screen.queryByTitle("FIT")).toBeNull();
});

test("people who are none have words of their own", async () => {
  const row = (key: string, kind: string, name = "") => ({
    ...{ ...rate.groups[0], key, kind, name, target: null },
  });
  const groups = [
    row("p1", "person", "Ann"),
    row("p2", "team", "Fitters"),
    row("p3", "supplier"),
    row("p4", "unseen"),
    row("p5", "gone"),
    row("p6", "nobody"),
  ];
  await shows({ ...rate, groups }, `/?${march}&by=person`);
  await screen.findByText("Ann");
  expect(
    screen.getAllByRole("rowheader").map((cell) => cell.textContent),
  ).toEqual([
    ...["Ann", "Fitters (not finished)", "Supplier"],
    ...["People you may not see", "No longer a member", "Nobody yet"],
  ]);
});

test("without any plan the page says so and leads to the schedules", async () => {
  const days = [{ date: "2026-03-01", plan: null, ...nothing }];
  const empty = { ...rate, total: nothing, groups: [], days };
  await shows(empty);
  expect(await screen.findByText(/No plan is in force yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open schedules" })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

const inForce = {
  ...{ scheduleId: "s1", name: "March", planNumber: 3 },
  ...{ since: "2026-03-04T00:00:00Z", publisherName: "Ann" },
};
const emptied = { ...rate, inForce, total: nothing, groups: [] };

test("an interval before the first plan is told as such", async () => {
  const days = [{ date: "2026-03-01", plan: null, ...nothing }];
  await shows({ ...emptied, days });
  expect(
    await screen.findByText(/No plan in force is on record for this interval/),
  ).toBeVisible();
  expect(screen.queryByRole("link", { name: "Open schedules" })).toBeNull();
});

const idle = {
  ...{ ...emptied, noPlan: [] },
  days: [{ date: "2026-03-01", plan, ...nothing }],
};

test("an interval without tasks says so", async () => {
  await shows(idle);
  expect(
    await screen.findByText(/No task was planned to end in this interval/),
  ).toBeVisible();
});

test("a section that has none is taken back", async () => {
  const { user, asked } = await shows(idle, `/?${march}&section=gone`);
  await user.click(
    await screen.findByRole("button", { name: "Clear filters" }),
  );
  expect(asked).toContainEqual(question);
});
