import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schema } from "@/api/contract";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { AutoPage } from "./auto-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  session.clear();
  await switchLanguage("en");
});

const times = Array.from(
  { length: 10 },
  (_none, day) => `2026-03-${String(day + 2).padStart(2, "0")}T06:30:00+08:00`,
);

const run: Schema<"ApsAutoRunView"> = {
  ...{ dueTime: "2026-03-01T22:30:00Z", beginTime: "2026-03-01T22:30:01Z" },
  ...{ endTime: null, outcome: "succeeded", caughtUp: false, missed: 0 },
  ...{ scheduleId: "s1", scheduleName: "Daily", planNumber: 7 },
  ...{ publish: true, published: true, reason: "", moulds: 60, onTime: 57 },
  ...{ onTimeBefore: 55, ownerName: "Ann" },
};

const early: Schema<"ApsAutoScheduleView"> = {
  ...{ id: "a1", version: 3, name: "Early", scheduleId: "" },
  scheduleName: "Daily",
  recurrence: {
    every: "week",
    weekdays: [1, 2, 3, 4, 5],
    hours: [6],
    minute: 30,
  },
  cronExpression: "0 30 6 ? * MON,TUE,WED,THU,FRI",
  ...{ enabled: true, publish: true, ownerName: "Ann", creatorName: "Bob" },
  createTime: "2026-02-01T00:00:00Z",
  times,
  runs: [run],
};

const every = [
  "aps.autoSchedule.modify",
  "aps.autoSchedule.delete",
  "aps.schedule.check",
  "aps.schedule.release",
];

async function shows(
  rows = [early],
  may = every,
  handlers: Record<string, (body: Record<string, unknown>) => Answer> = {},
) {
  const asked: Record<string, unknown[]> = {};
  const answer =
    (name: string, otherwise: unknown) =>
    ({ body }: { body: Record<string, unknown> }) => {
      (asked[name] ??= []).push(body);
      return handlers[name]?.(body) ?? { data: otherwise };
    };
  const path = "POST aps/automaticScheduling/";
  looseServer({
    [`${path}query`]: answer("query", {
      zone: "Asia/Shanghai",
      rows,
      schedules: [
        { id: "s1", name: "Daily", default: true },
        { id: "s2", name: "Nightly", default: false },
      ],
    }),
    [`${path}getExecutionTimeByCronExpression.do`]: answer("times", {
      zone: "Asia/Shanghai",
      times,
    }),
    [`${path}save`]: answer("save", { id: "a1", version: 4 }),
    [`${path}switch`]: answer("switch", { id: "a1", version: 4 }),
    [`${path}delete`]: answer("delete", null),
  });
  return { asked, ...(await showPage(<AutoPage />, { may })) };
}

const card = () => screen.findByRole("article", { name: "Early" });

// APS-AUTO-01, APS-AUTO-04
test("an auto-schedule tells its days in words, ten times and its last runs", async () => {
  await shows();
  const of = within(await card());
  expect(of.getByText("Every weekday at 06:30")).toBeVisible();
  expect(of.getByText("0 30 6 ? * MON,TUE,WED,THU,FRI")).toBeVisible();
  const next = of.getByRole("region", { name: "Next 10 times" });
  expect(within(next).getAllByRole("listitem")).toHaveLength(10);
  expect(next).toHaveTextContent("Mon 2026-03-02 06:30");
  const runs = of.getByRole("region", { name: "Last 10 runs" });
  expect(runs).toHaveTextContent(
    "57 of 60 moulds on time · 55 by the plan in force",
  );
  expect(
    within(runs).getByRole("link", {
      name: "Open the Gantt chart of “Daily” version 7",
    }),
  ).toHaveAttribute("href", "/aps/schedule/s1/gantt?plan=7");
});

test.each([
  [
    { outcome: "skipped", planNumber: 0, published: false },
    "Skipped: the run before was still going",
  ],
  [
    { outcome: "missed", planNumber: 0, published: false, missed: 2 },
    "Missed: the server was down for an hour or more2 earlier times missed",
  ],
  [
    {
      outcome: "failed",
      planNumber: 0,
      published: false,
      reason: "There is no mould to schedule",
    },
    "There is no mould to schedule",
  ],
  [{ published: false, reason: "Less on time" }, "Not published: Less on time"],
  [
    { caughtUp: true, beginTime: "2026-03-01T22:52:00Z" },
    "caught up, begun 06:52",
  ],
] as const)("a run that is %j says so", async (change, words) => {
  const told = { ...run, moulds: 0, ...change };
  await shows([{ ...early, runs: [told] }]);
  const runs = within(await card()).getByRole("region", {
    name: "Last 10 runs",
  });
  expect(runs.textContent).toContain(words);
});

test("it is switched off as it was read, and a page that is behind reads again", async () => {
  const { asked, user } = await shows([early], every, {
    switch: () => ({
      status: 409,
      code: 20009,
      message: "stale",
      data: {
        current: {},
        changedBy: "Bob",
        changedAt: "2026-03-01T00:00:00Z",
      },
    }),
  });
  await card();
  await user.click(
    screen.getByRole("switch", { name: "Auto-schedule “Early” on" }),
  );
  expect(
    await screen.findByText("Bob has just changed it. Please try again"),
  ).toBeVisible();
  expect(asked.switch).toEqual([{ id: "a1", version: 3, enabled: false }]);
  await waitFor(() => expect(asked.query!.length).toBeGreaterThan(1));
});

// APS-AUTO-05
test("days and time must be chosen, and are asked for before anything is sent", async () => {
  const { asked, user } = await shows([]);
  await user.click(
    await screen.findByRole("button", { name: "New auto-schedule" }),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  const said = screen.getAllByRole("alert").map((one) => one.textContent);
  expect(said).toEqual([
    "Please give it a name",
    "Please choose the days",
    "Please choose the time: one hour at least",
  ]);
  await user.click(screen.getByRole("radio", { name: "Days of the week" }));
  expect(
    screen.getByText("Please choose the days: one day of the week at least"),
  ).toBeVisible();
  expect(asked.save).toBeUndefined();
  expect(asked.times).toBeUndefined();
});

// APS-AUTO-01, APS-AUTO-03, APS-AUTO-04
test("a new one is chosen, with its next ten times, and saved", async () => {
  const { asked, user } = await shows([]);
  await user.click(
    await screen.findByRole("button", { name: "New auto-schedule" }),
  );
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Month's end");
  await user.click(screen.getByRole("radio", { name: "Days of the month" }));
  await user.click(screen.getByRole("checkbox", { name: "Day 31" }));
  expect(screen.getByText(/^Months without day 31 are left out/)).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Last day" }));
  expect(screen.queryByText(/^Months without/)).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "20 o'clock" }));
  const preview = screen.getByRole("region", { name: "Next 10 runs" });
  await waitFor(() =>
    expect(within(preview).getAllByRole("listitem")).toHaveLength(10),
  );
  expect(preview).toHaveTextContent("0 0 20 L * ?");
  expect(asked.times).toEqual([{ cronExpression: "0 0 20 L * ?" }]);
  await user.click(
    screen.getByRole("switch", { name: "Publish automatically" }),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText("Auto-schedule “Month's end” saved"),
  ).toBeVisible();
  expect(asked.save).toEqual([
    {
      ...{ name: "Month's end", scheduleId: "", publish: true },
      recurrence: { every: "month", lastDay: true, hours: [20], minute: 0 },
    },
  ]);
});

test("what the server refuses stands at its field, in the language of the page", async () => {
  const { user } = await shows([early], every, {
    save: () => ({
      status: 422,
      code: 422,
      message: "wrong",
      data: [
        {
          ...{ field: "name", rule: "unique", message: "Taken" },
          texts: { zh: "已存在", en: "Taken" },
        },
      ],
    }),
  });
  await card();
  await user.click(
    screen.getByRole("button", { name: "Edit the auto-schedule “Early”" }),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Taken");
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus(),
  );
  await user.type(screen.getByRole("textbox", { name: "Name" }), "2");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("two people's changes meet: what both changed is asked, the rest is merged", async () => {
  let tries = 0;
  const { asked, user } = await shows([early], every, {
    save: () =>
      (tries += 1) === 1
        ? {
            status: 409,
            code: 20009,
            message: "stale",
            data: {
              current: { ...early, version: 9, name: "Theirs", publish: false },
              ...{ changedBy: "Bob", changedAt: "2026-03-01T00:00:00Z" },
            },
          }
        : { data: { id: "a1", version: 10 } },
  });
  await card();
  await user.click(
    screen.getByRole("button", { name: "Edit the auto-schedule “Early”" }),
  );
  await user.type(screen.getByRole("textbox", { name: "Name" }), "er");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await screen.findByRole("radio", { name: /Earlyer/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(asked.save).toHaveLength(2));
  expect(asked.save![1]).toMatchObject({
    ...{ id: "a1", version: 9, name: "Earlyer", publish: false },
  });
});

test("who may not publish cannot switch it on, only off", async () => {
  const may = every.filter((one) => one !== "aps.schedule.release");
  const { user } = await shows([{ ...early, publish: false }], may);
  await card();
  await user.click(
    screen.getByRole("button", { name: "Edit the auto-schedule “Early”" }),
  );
  expect(
    screen.getByRole("switch", { name: "Publish automatically" }),
  ).toBeDisabled();
  expect(
    screen.getByText(/^You are not permitted to publish plans/),
  ).toBeVisible();
});

test("who only looks finds nothing to press", async () => {
  await shows([early], []);
  expect(within(await card()).getByRole("switch")).toBeDisabled();
  expect(screen.queryByRole("link")).toBeNull();
});

test("it is deleted after a question, as it was read", async () => {
  const { asked, user } = await shows();
  await card();
  await user.click(
    screen.getByRole("button", { name: "Delete the auto-schedule “Early”" }),
  );
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(
    await screen.findByText("Auto-schedule “Early” deleted"),
  ).toBeVisible();
  expect(asked.delete).toEqual([{ id: "a1", version: 3 }]);
});
