import { act, render, screen, waitFor, within } from "@testing-library/react";
import { App } from "antd";
import i18next from "i18next";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { loseSession } from "../../../../testing/lose-session";
import { PushLine } from "../../../../testing/push-line";
import { showPage } from "../../../../testing/show-page";
import type { Schedule } from "../plan/schedule";
import { ScheduleList } from "./schedule-list";
import { useRunMessages } from "./use-run-messages";

const row = (id: string, change: object = {}) => ({
  id,
  version: 1,
  name: `Plan ${id}`,
  startTime: "2026-03-02T00:00:00Z",
  deliveryTime: null,
  latestDelivery: "2026-03-20T16:00:00Z",
  mouldIds: [],
  status: 2,
  runStatus: 2,
  runSeconds: null,
  moulds: 0,
  tasks: 0,
  unscheduled: 0,
  late: 0,
  carriedMoulds: 0,
  carriedLate: 0,
  run: null,
  message: "",
  ...change,
});

async function show(
  change: object = {},
  may = ["aps.schedule.modify", "aps.schedule.delete"],
  refuses = false,
) {
  const all = [row("s1", change), row("s2", change)];
  let version = 1;
  const sent = looseServer({
    "POST aps/exe/job/query": ({ body }) => ({
      data: {
        rows: all.filter(({ name }) => name.includes(body.q as string)),
      },
    }),
    "POST aps/exe/job/configQuery": () => ({
      data: {
        ...row("s1", change),
        version,
        moulds: null,
        settings: null,
        defaults: {},
      },
    }),
    "POST aps/exe/job/getApsBaseData": () => ({
      data: {
        moulds: ["a", "b", "rest"].map((id) => ({
          id,
          mouldNo: id.toUpperCase(),
          name: "",
          delivery: "2026-03-20T16:00:00Z",
          ...(id === "rest" && { shut: "onHold" }),
        })),
      },
    }),
    "POST aps/exe/job/configSave": ({ body }) =>
      refuses
        ? {
            status: 422,
            code: 422,
            data: [
              {
                field: "moulds.0.delivery",
                rule: "later",
                message: "Later than the mould's",
              },
            ],
          }
        : body.version === 1
          ? {
              status: 409,
              code: 20009,
              data: {
                current: {
                  ...row("s1"),
                  version: 2,
                  moulds: null,
                  deliveryTime: "2026-03-18T16:00:00Z",
                  settings: {},
                },
                changedBy: "Li",
              },
            }
          : { data: { warnings: [{ message: "Nothing is ticked." }] } },
    "POST aps/exe/job/startScheduling": () => ({ data: { runId: "r1" } }),
    "POST aps/exe/job/releaseApsPlan": () => ({ data: {} }),
    "POST aps/exe/job/getDifference": () => ({
      data: {
        ...{ against: "p1", compared: 0, moved: 0, shifted: 0 },
        ...{ threshold: 4, allTasks: false, carriedMoulds: 0, carriedLate: 0 },
        ...{ lateToday: [], onTimeToday: [] },
        ...{
          elsewhere: 0,
          cut: 0,
          added: 0,
          removed: 0,
          late: [],
          rescued: [],
        },
        ...{ moulds: [], lateParts: [], rescuedParts: [] },
        ...{ gone: [], new: [], overtaken: [], conflicts: [] },
        resources: [],
      },
    }),
    "POST aps/exe/job/deleteSchedule": () => ({ data: {} }),
    "POST aps/exe/job/modifyExejobName": ({ body }) =>
      body.version === 1
        ? {
            status: 409,
            code: 20009,
            data: {
              current: {
                ...row("s1"),
                version: 2,
                name: "Theirs",
                mouldIds: ["a", "b"],
              },
              changedBy: "Li",
            },
          }
        : { data: {} },
    "POST aps/schedule/param/setting/options.do": () => ({
      data: { layer: "default", version: 1, values: {}, settings: [] },
    }),
  });
  const shown = await showPage(<ScheduleList />, { may });
  await screen.findByText("Plan s1");
  const last = (name: string) =>
    sent.filter(({ path }) => path.endsWith(name)).at(-1)?.body;
  return { ...shown, last, sent, colleagueSaves: () => (version = 2) };
}

const button = (name: string) => screen.getByRole("button", { name });
const tick = (name: string) =>
  within(
    screen.getByText(name).closest<HTMLElement>('[role="row"]')!,
  ).getByRole("checkbox");

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("a schedule that the question did not name is not deleted", async () => {
  const { user, last } = await show();
  await user.click(tick("Plan s1"));
  await user.click(tick("Plan s2"));
  await user.type(screen.getByRole("searchbox"), "s1");
  await waitFor(() => expect(screen.queryByText("Plan s2")).toBeNull());
  await user.click(button("Delete"));
  const question = await screen.findByRole("dialog");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(last("deleteSchedule")).toEqual({
      ids: ["s1"],
      versions: { s1: 1 },
    }),
  );
});

// ERR-03: who renames sees what somebody else has changed meanwhile, and then decides.
test("a new name for a schedule that somebody else has changed tells what", async () => {
  const { user, sent } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Rename"));
  const dialog = await screen.findByRole("dialog", { name: "Rename" });
  const name = within(dialog).getByRole("textbox");
  await user.clear(name);
  await user.type(name, "Mine");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  const told = await within(dialog).findByRole("alert");
  expect(told).toHaveTextContent("Li has changed this schedule");
  expect(told).toHaveTextContent("Schedule name: Plan s1 → Theirs");
  expect(told).toHaveTextContent("All open moulds → 2 moulds");
  expect(told).not.toHaveTextContent("Start");
  expect(name).toHaveValue("Mine");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const bodies = sent
    .filter(({ path }) => path.endsWith("modifyExejobName"))
    .map(({ body }) => body);
  expect(bodies).toEqual([
    { id: "s1", version: 1, name: "Mine" },
    { id: "s1", version: 2, name: "Mine" },
  ]);
});

test("APS-SCHED-02: new, run, publish, delete and rename, each with its call", async () => {
  const { user, sent, last } = await show(
    {},
    ["run", "modify", "delete", "release"].map((may) => `aps.schedule.${may}`),
  );
  // APS-SCHED-13: none works before something is selected, and each says so.
  expect(button("New schedule")).toBeEnabled();
  for (const name of ["Run", "Publish", "Rename", "Delete"]) {
    expect(button(name), name).toBeDisabled();
  }
  await user.click(tick("Plan s2"));
  for (const name of ["Run", "Publish", "Rename", "Delete"]) {
    expect(button(name), name).toBeEnabled();
  }
  // Of two only deleting works (APS-SCHED-08).
  await user.click(tick("Plan s1"));
  for (const name of ["Run", "Publish", "Rename"]) {
    expect(button(name), name).toBeDisabled();
  }
  expect(button("Delete")).toBeEnabled();
  await user.click(tick("Plan s1"));
  await user.click(button("Run"));
  await waitFor(() => expect(last("startScheduling")).toEqual({ id: "s2" }));
  await user.click(button("Publish"));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("Plan s2");
  await user.click(within(question).getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(last("releaseApsPlan")).toMatchObject({ id: "s2", version: 1 }),
  );
  await user.click(button("New schedule"));
  expect(
    await screen.findByRole("textbox", { name: /^Schedule name/ }),
  ).not.toHaveValue("Plan s2");
  expect(sent.map(({ path }) => path)).not.toContain(
    "aps/exe/job/deleteSchedule",
  );
});

test("APS-RUN-03: how a run ended is said once it has been seen running", async () => {
  await switchLanguage("en");
  for (const [end, words] of [
    [{ status: 2, runStatus: 2 }, "schedule run success"],
    [
      { status: 0, runStatus: 3, message: "No mould" },
      "schedule run failed: No mould",
    ],
  ] as const) {
    const now: Record<string, unknown> = row("s1", { status: 1, runStatus: 1 });
    const rows = [now] as unknown as Schedule[];
    function Watch({ rows }: { rows: Schedule[] }) {
      useRunMessages(rows);
      return null;
    }
    const shown = render(
      <App>
        <Watch rows={rows} />
      </App>,
    );
    expect(screen.queryByText(/^schedule run/)).toBeNull();
    shown.rerender(
      <App>
        <Watch rows={[{ ...now, ...end }] as unknown as Schedule[]} />
      </App>,
    );
    await screen.findByText(words);
    shown.unmount();
  }
});

test("APS-RUN-03: how a run ended is not said again when another one ends", async () => {
  await switchLanguage("en");
  function Watch({ rows }: { rows: object[] }) {
    useRunMessages(rows as Schedule[]);
    return null;
  }
  const runs = { status: 1, runStatus: 1 };
  const done = row("s1", { status: 2, runStatus: 2 });
  const shown = render(<Watch rows={[row("s2", runs), row("s1", runs)]} />, {
    wrapper: App,
  });
  shown.rerender(<Watch rows={[row("s2", runs), done]} />);
  await screen.findByText("schedule run success");
  shown.rerender(
    <Watch rows={[row("s2", { status: 0, runStatus: 3 }), done]} />,
  );
  // Of two messages the one said last would stay.
  await screen.findByText("schedule run failed");
});

test("APS-RUN-03: a run that ended without a result says nothing", async () => {
  await switchLanguage("en");
  function Watch({ rows, then }: { rows: object[]; then: string }) {
    const { message } = App.useApp();
    useRunMessages(rows as Schedule[]);
    // Said behind whatever is said of these rows.
    useEffect(() => void message.info(then), [message, then]);
    return null;
  }
  const runs = row("s1", { status: 1, runStatus: 1 });
  const idle = row("s1", { status: 0, runStatus: 0 });
  const shown = render(<Watch rows={[runs]} then="it runs" />, {
    wrapper: App,
  });
  await screen.findByText("it runs");
  shown.rerender(<Watch rows={[idle]} then="it is idle" />);
  await screen.findByText("it is idle");
  expect(screen.queryByText(/^schedule run/)).toBeNull();
});

test("a schedule that runs becomes the default by its flag alone", async () => {
  const { user, last } = await show({ status: 1, runStatus: 1 });
  await user.click(tick("Plan s1"));
  await user.click(button("Make default"));
  await waitFor(() =>
    expect(last("configSave")).toEqual({
      id: "s1",
      name: "",
      startTime: null,
      defaultFlag: true,
    }),
  );
});

test("what was typed and put back is not asked about", async () => {
  const { user } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  const name = await screen.findByRole("textbox", { name: /^Schedule name/ });
  await user.type(name, "!");
  await user.type(name, "{Backspace}{Escape}");
  await waitFor(() => expect(name).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: "Keep editing" })).toBeNull();
});

test("the form asks before it is closed, refuses a time it cannot read and shows that somebody was faster", async () => {
  const { user, last, colleagueSaves } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  const name = await screen.findByRole("textbox", { name: /^Schedule name/ });
  const due = screen.getByRole("textbox", { name: /^Delivery|^Due|^Deadline/ });
  await user.type(due, "2026-3-20 8:00");
  // The calendar closes by itself, and Escape is the form's.
  await user.type(name, "!{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(name).toBeInTheDocument();
  await user.type(name, "{Backspace}");

  // Who goes on with what cannot be read types it anew: the picker does not keep it.
  await user.type(due, "2026-3-20 8:00");
  await user.keyboard("{Control>}s{/Control}");
  const refusal = await screen.findByText("Write it as 2026-03-02 08:00");
  await waitFor(() => expect(refusal).toBeVisible()); // it unfolds
  expect(last("configSave")).toBeUndefined();

  await user.clear(due);
  await user.type(due, "2026-03-20");
  colleagueSaves();
  PushLine.comeBack();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(last("configSave")).toMatchObject({
      version: 1,
      deliveryTime: "2026-03-20T16:00:00.000Z",
    }),
  );
  expect(await screen.findByText(/^Li saved this record/)).toBeVisible();
  expect(due).toHaveValue("2026-03-20");
  // Undecided it is not sent; decided it goes onto the colleague's version.
  await user.keyboard("{Control>}s{/Control}");
  expect(last("configSave")).toMatchObject({ version: 1 });
  await user.click(screen.getByRole("radio", { name: /^Theirs: 2026-03-18/ }));
  expect(due).toHaveValue("2026-03-18");
  await user.click(screen.getByRole("radio", { name: /^Mine: 2026-03-20/ }));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(last("configSave")).toMatchObject({
      version: 2,
      deliveryTime: "2026-03-20T16:00:00.000Z",
    }),
  );
});

// ERR-03
test("what was typed into the form outlives the session", async () => {
  const first = await show();
  await first.user.click(tick("Plan s1"));
  await first.user.click(button("Edit"));
  await first.user.type(
    await screen.findByRole("textbox", { name: /^Schedule name/ }),
    " new",
  );
  loseSession();
  const { user } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  expect(
    await screen.findByRole("textbox", { name: /^Schedule name/ }),
  ).toHaveValue("Plan s1 new");
  await user.keyboard("{Escape}");
  await screen.findByRole("button", { name: "Keep editing" });
});

test("the list shows the latest delivery of the moulds where a schedule has none", async () => {
  await show();
  expect(screen.getAllByText("2026-03-20")).toHaveLength(2);
});

test("only what is published is planned again from now, as a copy that the server makes", async () => {
  const { user, last } = await show({ status: 3 });
  await user.click(tick("Plan s1"));
  await user.click(button("Copy and replan"));
  await screen.findByRole("textbox", { name: /^Schedule name/ });
  expect(last("configQuery")).toEqual({ id: "s1", copy: true });
});

test("a mould is pulled in by its tick, and what the server warns of is said", async () => {
  const { user, last, colleagueSaves } = await show();
  colleagueSaves();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  const delivery = await screen.findByRole("textbox", {
    name: /^Delivery/,
  });
  await user.type(delivery, "2026-03-10");
  expect(screen.getByText(/ticked “Pull in”, and none is/)).toBeTruthy();
  await user.click(screen.getByText(/Deliveries of the moulds/));
  await user.click(
    await screen.findByRole("checkbox", {
      name: "Pull A in to the schedule's delivery",
    }),
  );
  expect(screen.queryByText(/ticked “Pull in”, and none is/)).toBeNull();
  await user.click(button("Save"));
  await waitFor(() =>
    expect(last("configSave")).toMatchObject({
      moulds: [{ mouldId: "a", pullIn: true }],
    }),
  );
  expect(await screen.findByText(/Nothing is ticked/)).toBeTruthy();
});

test("a chosen mould that is not open says why and is not asked for a delivery", async () => {
  const { user, sent } = await show({ mouldIds: ["a", "rest"] });
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  expect(await screen.findByText("REST (on hold, unscheduled)")).toBeTruthy();
  expect(
    sent.find(({ path }) => path.endsWith("getApsBaseData"))?.body,
  ).toEqual({ id: "s1" });
  await user.click(screen.getByText(/Deliveries of the moulds \(1\)/));
  expect(screen.queryByRole("checkbox", { name: /Pull REST/ })).toBeNull();
});

test("a list that is longer says that only the newest are there", async () => {
  looseServer({
    "POST aps/exe/job/query": () => ({
      data: { rows: [row("s1")], total: 700 },
    }),
  });
  await showPage(<ScheduleList />);
  expect(
    await screen.findByText(/newest 1 of 700 are listed/),
  ).toBeInTheDocument();
});

test.each([
  ["en", 3, 2, "3rd in the queue, 2 of yours before"],
  ["en", 1, 0, "Queued, next to run"],
  ["en", 12, 0, "12th in the queue"],
  ["en", 0, 0, "Waiting its turn…"],
  ["zh", 3, 2, "排队第 3 位，前面有本工厂 2 个"],
  ["zh", 1, 0, "排队中，下一个运行"],
] as const)(
  "a run that waits says where, in %s: place %i",
  async (language, place, ownBefore, words) => {
    await show({
      status: 1,
      run: { queued: true, percent: 0, late: 0, seconds: 0, place, ownBefore },
    });
    act(() => void i18next.changeLanguage(language));
    expect(screen.getAllByText(words)).toHaveLength(2);
    act(() => void i18next.changeLanguage("en"));
  },
);

test("a mould's own delivery is typed or picked, and half of one is refused", async () => {
  const { user, last, sent } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  await user.click(await screen.findByText(/Deliveries of the moulds/));
  const due = await screen.findByRole("textbox", {
    name: "Delivery that A is planned for",
  });
  await user.type(due, "2026-03-1");
  expect(document.querySelector(".ant-picker-dropdown")).not.toBeNull();
  expect(screen.getByText("Write it as 2026-03-20")).toBeVisible();
  await user.type(due, "5 17:30");
  expect(due).toHaveValue("2026-03-15 17:30");
  expect(screen.queryByText("Write it as 2026-03-20")).toBeNull();
  await user.click(button("Save"));
  await waitFor(() =>
    expect(last("configSave")).toMatchObject({
      moulds: [{ mouldId: "a", delivery: "2026-03-15T09:30:00.000Z" }],
    }),
  );
  expect(sent.filter(({ path }) => path.endsWith("configSave"))).toHaveLength(
    1,
  );
});

test.each([
  [{ queued: true, place: 2, ownBefore: 0 }, 1, "Queued"],
  [{ queued: false, percent: 5, late: 0, seconds: 3 }, 1, "Running"],
])(
  "why nothing can be done names the state of the row: %o",
  async (run, runStatus, state) => {
    const { user } = await show({ status: 1, runStatus, run });
    await user.click(tick("Plan s1"));
    await user.hover(button("Edit"));
    expect(
      await screen.findByText(`Not possible while the schedule is “${state}”`),
    ).toBeVisible();
  },
);

test.each([
  [0, "–", 14], // the run times, too
  [1, "0", 12],
])("with %i versions its figures are %s", async (planNumber, shown, count) => {
  await show({ planNumber });
  const cells = screen.getAllByRole("gridcell");
  expect(cells.filter(({ textContent }) => textContent === shown)).toHaveLength(
    count,
  );
});

test("a row names the version in force and the one that its figures are of", async () => {
  await show({
    ...{ status: 3, planNumber: 5, inForceNumber: 3 },
    ...{ moulds: 60, tasks: 1186, late: 9 },
  });
  expect(
    screen.getAllByText("version 3 in force, 5 newer").length,
  ).toBeGreaterThan(0);
  expect(
    screen.getByRole("columnheader", { name: /Figures of/ }),
  ).toBeInTheDocument();
  expect(screen.getAllByText("Version 5").length).toBeGreaterThan(0);
  expect(screen.getAllByText("1,186").length).toBeGreaterThan(0);
});

test("a plan in force says what is late by the dates of today, in the list and in its file", async () => {
  const today = (late: number, carriedLate: number) => ({
    ...{ status: 3, planNumber: 1, inForceNumber: 1, tasks: 9 },
    ...{ carriedMoulds: 2, late: 4, carriedLate: 5 },
    today: {
      ...{ late, carriedLate, moulds: ["A003", "A004"] },
      ...{ forcedLate: 0, lateParts: [], onTimeParts: [] },
    },
  });
  const parts = {
    ...today(4, 5),
    today: {
      ...{ late: 4, carriedLate: 5, moulds: [], forcedLate: 3 },
      lateParts: [{ mouldNo: "A", partNo: "A4", batchNo: "" }],
      onTimeParts: [],
    },
  };
  const sent = looseServer({
    "POST aps/exe/job/query": () => ({
      data: {
        rows: [
          row("s1", today(6, 7)),
          row("s2", { ...today(0, 0), today: null }),
          row("s3", parts),
        ],
      },
    }),
    "POST aps/exe/job/export": () => ({ data: {} }),
  });
  await showPage(<ScheduleList />, { may: ["aps.schedule.export"] });
  const said = await screen.findByText("6 today");
  expect(said).toHaveAttribute(
    "title",
    "Moulds late by the dates of today: 6. Counted otherwise by the plan: A003, A004",
  );
  expect(said.parentElement).toHaveTextContent(/4/);
  expect(screen.getByText("7 today").parentElement).toHaveTextContent(/5/);
  expect(screen.getByText("parts: 3 today")).toHaveAttribute(
    "title",
    "Forced deliveries late by the dates of today: 3. Counted otherwise by the plan: A/A4",
  );
  expect(screen.getAllByText(/ today$/)).toHaveLength(3);
  act(() => screen.getByText(/xlsx/i).click());
  await waitFor(() => {
    const columns = sent.find(({ path }) => path.endsWith("job/export"))?.body
      .columns as string[] | undefined;
    expect(columns?.join()).toMatch(
      /,late,lateToday,partsLateToday,.*,carriedLate,carriedLateToday,/,
    );
  });
});

test("what the server refuses of a mould is brought into view, opened, with the cursor in it", async () => {
  const { user, last } = await show({}, ["aps.schedule.modify"], true);
  const seen: Element[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this);
  };
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  const summary = await screen.findByText(/Deliveries of the moulds/);
  await user.click(summary);
  const name = "Delivery that A is planned for";
  await user.type(
    await screen.findByRole("textbox", { name }),
    "2026-04-20 08:00",
  );
  await user.click(summary);
  await user.click(button("Save"));
  expect(await screen.findByText("Later than the mould's")).toBeVisible();
  const field = screen.getByRole("textbox", { name });
  await waitFor(() => expect(field).toHaveFocus());
  expect(seen).toEqual([field]);

  // Half a date is not saved as none: it has the cursor, too.
  const saved = last("configSave");
  await user.clear(field);
  await user.type(field, "2026-03-");
  await user.click(button("Save"));
  await waitFor(() => expect(field).toHaveFocus());
  expect(last("configSave")).toBe(saved);
});
