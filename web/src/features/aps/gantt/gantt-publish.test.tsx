import { readFileSync } from "node:fs";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { Difference } from "../plan/difference";
import { GanttPublish } from "./gantt-publish";
import type { PlanOf } from "../plan/plan-version";
import type { Difference as Change } from "../plan/difference-query";
import type { Schedule } from "../plan/schedule";

const schedule = {
  id: "s1",
  version: 3,
  name: "Week 12",
  status: 2,
  simulation: false,
  planNumber: 4,
  inForceNumber: 0,
} as Schedule;

const change = {
  against: "p1",
  compared: 40,
  moved: 12,
  shifted: 2,
  threshold: 4,
  allTasks: false,
  carriedMoulds: 0,
  carriedLate: 0,
  lateToday: [],
  onTimeToday: [],
  elsewhere: 3,
  cut: 0,
  added: 0,
  removed: 0,
  late: [
    {
      ...{ mouldNo: "M-7", customer: "ACME", cause: "newDate", reason: null },
      ...{ before: null, after: null, hours: 9 },
    },
    {
      ...{ mouldNo: "M-104", customer: "Globex", cause: "notPlanned" },
      ...{ reason: { zh: "没有工序", en: "No operations" }, hours: 0 },
      ...{ before: null, after: null },
    },
    {
      ...{ mouldNo: "M-8", customer: "", cause: "newPlan", reason: null },
      ...{ before: null, after: null, hours: 2 },
    },
  ],
  rescued: [],
  gone: [{ mouldNo: "M-5", before: null, after: null, hours: 0 }],
  new: [],
  overtaken: [],
  moulds: [],
  lateParts: [
    {
      ...{ mouldNo: "M-9", partNo: "P05", batchNo: "" },
      ...{ before: null, after: null, hours: 5 },
    },
  ],
  rescuedParts: [],
  conflicts: [
    {
      ...{ taskId: "t1", mouldNo: "M-2", partNo: "P1", opNo: 20 },
      rules: [
        {
          ...{ code: 1, words: { zh: "资源被占用", en: "Resource occupied" } },
          ...{ with: "M-3/P1/10", hours: 0.5 },
        },
        {
          ...{ code: 2, words: { zh: "不在工作时间", en: "Calendar" } },
          ...{ with: "", hours: 30 },
        },
      ],
    },
  ],
  resources: [],
};

const newest: PlanOf = { id: "s1", version: 3, planNumber: 0 };

async function show(
  over: Partial<Schedule> = {},
  of = newest,
  told: object = {},
) {
  const sent = looseServer({
    "POST aps/exe/job/getDifference": () => ({
      data: { ...change, ...told },
    }),
    "POST aps/exe/job/releaseApsPlan": () => ({ data: {} }),
  });
  const shown = await showPage(
    <GanttPublish schedule={{ ...schedule, ...over }} of={of} />,
    { may: ["aps.schedule.release"] },
  );
  const released = () =>
    sent.filter(({ path }) => path.endsWith("releaseApsPlan"));
  return { ...shown, released };
}

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

// APS-GANTT-04
test("publishing from the Gantt says first what changes against the plan in force", async () => {
  const { user, released } = await show();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("Publish “Week 12”, version 4?");
  expect(await within(question).findByText(/M-7/)).toBeVisible();
  expect(within(question).getByText(/3 moulds become late/)).toHaveTextContent(
    "3 moulds become late: M-7 · ACME (new delivery date), M-104 · Globex (No operations), M-8 (the new plan ends it later)",
  );
  // Never broken at its hyphen, however narrow the window is.
  expect(within(question).getByText("M-104")).toHaveClass("mould-no");
  expect(readFileSync("src/features/aps/plan/plan.css", "utf8")).toMatch(
    /\.mould-no \{\s*white-space: nowrap;/,
  );
  // A part is late, its mould is not; what breaks a rule is named.
  expect(
    within(question).getByText(/1 forced delivery becomes late/),
  ).toHaveTextContent("M-9 / P05");
  expect(within(question).getByRole("note")).toHaveTextContent(
    /1 conflict.*M-2 \/ P1 \/ 20: Resource occupied \(M-3\/P1\/10\), 0.5 h; Calendar, 30 h/,
  );
  expect(
    within(question).getByText(/1 mould has no task in the new plan/),
  ).toHaveTextContent("M-5");
  expect(released()).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(released()[0]?.body).toEqual({
      id: "s1",
      version: schedule.version,
      inForce: "p1",
    }),
  );
  expect(
    await screen.findByText("schedule result published successfully"),
  ).toBeVisible();
});

test("the first publication names its late moulds too, and the panel says why", async () => {
  const first = {
    ...{
      inForce: false,
      compared: 0,
      moved: 0,
      shifted: 0,
      elsewhere: 0,
      cut: 0,
    },
    new: [
      {
        ...{ mouldNo: "M-1", customer: "ACME", cause: "", reason: null },
        ...{ before: null, after: null, hours: 0, late: true },
      },
    ],
  };
  const { user } = await show({}, newest, first);
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const question = await screen.findByRole("dialog");
  expect(
    await within(question).findByText(/comes into the plan is late/),
  ).toHaveTextContent("M-1 · ACME");
  expect(within(question).getByText(/3 moulds become late/)).toHaveTextContent(
    "M-7 · ACME (new delivery date)",
  );
  cleanup();
  await showPage(
    <Difference change={{ ...change, inForce: true } as unknown as Change} />,
    {
      may: [],
    },
  );
  expect(screen.getByRole("rowheader", { name: /^M-104/ })).toHaveTextContent(
    "M-104 · GlobexNo operations",
  );
});

test("what would drop the work of a later plan says so, and is not offered", async () => {
  const { user } = await show({}, newest, { overtaken: ["M-3", "M-4"] });
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const question = await screen.findByRole("dialog");
  expect(await within(question).findByRole("alert")).toHaveTextContent(
    /drop or move the work on M-3, M-4, so it cannot be published/,
  );
  expect(
    within(question).getByRole("button", { name: "Publish" }),
  ).toBeDisabled();
});

test("an older version is published by its number, and the one in force not once more", async () => {
  const published = { status: 3, inForceNumber: 1 } as const;
  const { user, released } = await show(published, {
    ...newest,
    planNumber: 2,
  });
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("Publish “Week 12”, version 2?");
  await user.click(within(question).getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(released()[0]?.body).toEqual({
      id: "s1",
      version: schedule.version,
      planNumber: 2,
      inForce: "p1",
    }),
  );
});

test("what is in force, and what still runs, says why it cannot be published", async () => {
  for (const [over, of, why] of [
    [
      { status: 3, inForceNumber: 1 },
      { ...newest, planNumber: 1 },
      "This version is in force",
    ],
    [{ status: 1 }, newest, "It can be published once the run has ended"],
  ] as const) {
    const { user } = await show(over, of);
    const button = screen.getByRole("button", { name: "Publish" });
    expect(button).toBeDisabled();
    await user.hover(button);
    expect(await screen.findByText(why)).toBeVisible();
    cleanup();
  }
});

test("when somebody published meanwhile, the person is told, shown the new comparison and asked again", async () => {
  const against = ["p1", "p2"];
  const sent = looseServer({
    "POST aps/exe/job/getDifference": () => ({
      data: { ...change, against: against.shift(), moved: 99 },
    }),
    "POST aps/exe/job/query": () => ({
      data: { rows: [{ ...schedule, version: 7, planNumber: 5 }], total: 1 },
    }),
    "POST aps/exe/job/releaseApsPlan": ({ body }) =>
      body.inForce === "p2"
        ? { data: {} }
        : {
            status: 409,
            code: 20009,
            message: "“Week 11” was published by Li Na since you compared.",
            data: {
              name: "Week 11",
              current: { inForce: "p2", scheduleId: "s0" },
              changedBy: "Li Na",
              changedAt: "2026-03-02T00:00:00Z",
            },
          },
  });
  const { user } = await showPage(
    <GanttPublish schedule={schedule} of={newest} />,
    {
      may: ["aps.schedule.release"],
    },
  );
  const press = async (dialog: HTMLElement) =>
    user.click(within(dialog).getByRole("button", { name: "Publish" }));
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await press(await screen.findByRole("dialog"));
  const told = await screen.findByText(/“Week 11” was published by Li Na/);
  // A version of the same schedule was the faster one: it is read again.
  const again = told.closest<HTMLElement>("[role=dialog]")!;
  expect(again).toHaveTextContent("Publish “Week 12”, version 5?");
  await press(again);
  expect(
    await screen.findByText("schedule result published successfully"),
  ).toBeVisible();
  expect(
    sent
      .filter(({ path }) => path.endsWith("releaseApsPlan"))
      .map(({ body }) => [body.inForce, body.version]),
  ).toEqual([
    ["p1", 3],
    ["p2", 7],
  ]);
});

test("a schedule that was planned anew behind the question is compared again", async () => {
  const sent = looseServer({
    "POST aps/exe/job/getDifference": () => ({ data: change }),
    "POST aps/exe/job/query": () => ({
      data: { rows: [{ ...schedule, version: 9 }], total: 1 },
    }),
    "POST aps/exe/job/releaseApsPlan": ({ body }) =>
      body.version === 9
        ? { data: {} }
        : {
            status: 409,
            code: 20009,
            message: "Refresh.",
            data: { name: "Week 12", current: {}, changedBy: "" },
          },
  });
  const { user } = await showPage(
    <GanttPublish schedule={schedule} of={newest} />,
    { may: ["aps.schedule.release"] },
  );
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const first = await screen.findByRole("dialog");
  await user.click(within(first).getByRole("button", { name: "Publish" }));
  const told = await screen.findByText(/has changed since you compared/);
  const again = told.closest<HTMLElement>("[role=dialog]")!;
  await user.click(within(again).getByRole("button", { name: "Publish" }));
  expect(
    await screen.findByText("schedule result published successfully"),
  ).toBeVisible();
  expect(
    sent.filter(({ path }) => path.endsWith("releaseApsPlan")),
  ).toHaveLength(2);
});

test("whoever says no to the question publishes nothing", async () => {
  const { user, released } = await show();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const question = await screen.findByRole("dialog");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(screen.getAllByRole("button", { name: "Publish" })[0]).toBeEnabled(),
  );
  expect(released()).toHaveLength(0);
});

test("a simulation says why it cannot be published", async () => {
  const { user } = await show({ simulation: true });
  const button = screen.getByRole("button", { name: "Publish" });
  expect(button).toBeDisabled();
  await user.hover(button);
  expect(
    await screen.findByText(/simulation can neither be published/),
  ).toBeVisible();
});
