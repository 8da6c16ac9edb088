import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { samplePlan } from "@/gantt/sample-plan";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { GanttRun } from "../gantt/gantt-run";
import { PlanHead } from "./plan-head";
import { planPath, useShownPlan, type PlanVersion } from "./plan-version";
import type { Schedule } from "./schedule";
import { ScheduleList } from "../schedules/schedule-list";
import { VersionsTab } from "../result/versions-tab";

const schedule = {
  id: "s1",
  version: 9,
  name: "Week 12",
  status: 3,
  simulation: false,
  planNumber: 5,
  inForceNumber: 3,
  inForceSince: "2026-03-02T00:00:00Z",
  publisherName: "Li Na",
  tasks: 7,
} as Schedule;

const version = (planNumber: number, over: Partial<PlanVersion> = {}) => ({
  planId: `p${planNumber}`,
  planNumber,
  version: 10 + planNumber,
  newest: false,
  origin: "run",
  parent: 0,
  authorName: "Wang",
  createTime: "2026-03-01T00:00:00Z",
  note: "",
  pinned: false,
  inForce: false,
  publishTime: null,
  publisherName: "",
  replacedTime: null,
  goes: false,
  moulds: 2,
  tasks: 7,
  unscheduled: 0,
  late: 1,
  carriedMoulds: 0,
  carriedLate: 0,
  ...over,
});

const rows = [
  version(5, { newest: true, origin: "hand", parent: 3 }),
  version(4, { goes: true }),
  version(3, {
    inForce: true,
    publishTime: "2026-03-02T00:00:00Z",
    publisherName: "Li Na",
  }),
  version(2, {
    replacedTime: "2026-03-02T00:00:00Z",
    publishTime: "2026-02-27T01:30:00Z",
    publisherName: "Zhao",
    note: "before the fair",
  }),
];

const serve = () =>
  looseServer({
    "GET aps/plan/s1/versions": () => ({ data: { rows } }),
    "POST aps/exe/job/query": () => ({ data: { rows: [schedule], total: 1 } }),
    "POST aps/plan/s1/remark": () => ({ data: {} }),
  });

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const of = (planNumber: number) => ({ id: "s1", version: 9, planNumber });

test("the head of a page says which version it shows, and what else is in force or newer", async () => {
  serve();
  await showPage(<PlanHead schedule={schedule} of={of(0)} />, { may: [] });
  expect(await screen.findByText("Not published")).toBeVisible();
  expect(screen.getByText(/Made by hand from version 3, Wang/)).toBeVisible();
  expect(
    screen.getByRole("link", { name: /Version 3 is in force .* Li Na/ }),
  ).toHaveAttribute("href", expect.stringContaining("?plan=3"));
  cleanup();
  await showPage(<PlanHead schedule={schedule} of={of(3)} />, { may: [] });
  expect(await screen.findByText("In force")).toBeVisible();
  expect(screen.getByText(/Since .*, published by Li Na/)).toBeVisible();
  expect(
    screen.getByRole("link", { name: "Version 5 is newer and not published" }),
  ).toHaveAttribute("href", expect.stringContaining("?plan=5"));
});

test("a replaced version names what took its place, and what the factory works by, with the way there", async () => {
  const factory = {
    ...{ scheduleId: "s7", name: "Week 14", planNumber: 2 },
    ...{ since: "2026-03-09T00:00:00Z", publisherName: "Sun" },
  };
  const by = { scheduleId: "s6", name: "Week 13", planNumber: 4 };
  const replaced = {
    ...version(2, {
      replacedTime: "2026-03-05T00:00:00Z",
      publishTime: "2026-03-02T00:00:00Z",
      publisherName: "Zhao",
    }),
    replacedBy: by,
  };
  looseServer({
    "GET aps/plan/s1/versions": () => ({
      data: { rows: [replaced], inForce: factory },
    }),
    "POST aps/exe/job/query": () => ({
      data: {
        rows: [
          {
            ...schedule,
            ...{ status: 2, inForceNumber: 0, replacedBy: by, run: null },
          },
        ],
        total: 1,
        inForce: factory,
      },
    }),
    "GET upms/preference/layout.aps.schedule": () => ({
      data: { value: null },
    }),
    "GET upms/preference/views.aps.schedule": () => ({ data: { value: null } }),
  });
  const completed = { ...schedule, status: 2, inForceNumber: 0 } as Schedule;
  const links = async () => {
    const name = /Replaced by version 4 of “Week 13”/;
    const next = await screen.findByRole("link", { name });
    const now = screen.queryByRole("link", {
      name: /In force now: version 2 of “Week 14”, since .*, published by Sun/,
    });
    return [next, now].map((link) => link?.getAttribute("href"));
  };
  await showPage(<PlanHead schedule={completed} of={of(2)} />, {
    at: "/aps/schedule/s1/gantt",
    path: "*",
    may: [],
  });
  expect(await links()).toEqual([
    "/aps/schedule/s6/gantt?plan=4",
    "/aps/schedule/s7/gantt?plan=2",
  ]);
  cleanup();
  await showPage(<VersionsTab schedule={completed} of={of(2)} />, { may: [] });
  expect((await links())[0]).toBe("/aps/schedule/s6/result?plan=4");
  cleanup();
  await showPage(<ScheduleList />, { may: [] });
  expect(await links()).toEqual([
    "/aps/schedule/s6/result?plan=4",
    "/aps/schedule/s7/result?plan=2",
  ]);
});

test("the head of the Gantt says how many of the late moulds are not wholly planned", async () => {
  serve();
  const plan = samplePlan([]);
  plan.moulds[0]!.state = "notPlanned";
  plan.moulds[1]!.state = "planned";
  const run = { ...schedule, run: null, runSeconds: null, late: 3 };
  await showPage(<GanttRun schedule={run} of={of(0)} plan={plan} />, {
    may: [],
  });
  expect(
    screen.getByText("(1 of them not wholly scheduled)").parentElement,
  ).toHaveTextContent("Late 3 (1 of them not wholly scheduled)");
});

test("a version that carries moulds over says so in its head and in the list, with the late ones", async () => {
  looseServer({
    "GET aps/plan/s1/versions": () => ({
      data: {
        rows: [
          version(5, { newest: true, carriedMoulds: 59, carriedLate: 8 }),
          version(4),
        ],
      },
    }),
  });
  const says = "Carries over 59 moulds of other schedules, 8 of them late";
  await showPage(<PlanHead schedule={schedule} of={of(0)} />, { may: [] });
  expect(await screen.findByText(says)).toBeVisible();
  cleanup();
  await showPage(<PlanHead schedule={schedule} of={of(4)} />, { may: [] });
  expect(await screen.findByText("Not published")).toBeVisible();
  expect(screen.queryByText(/of other schedules/)).toBeNull();
  cleanup();
  await showPage(<VersionsTab schedule={schedule} of={of(0)} />, { may: [] });
  expect(await screen.findAllByText(/of other schedules/)).toHaveLength(1);
});

test.each([
  ["en", 50, 0, "Carries over 50 moulds of other schedules"],
  ["en", 1, 0, "Carries over 1 mould of another schedule"],
  ["en", 1, 1, "Carries over 1 mould of another schedule, and it is late"],
  ["zh", 50, 0, "沿用其他排程的 50 副模具"],
  ["zh", 50, 2, "沿用其他排程的 50 副模具，其中延期 2 副"],
] as const)(
  "in %s %i moulds carried over, %i late, are a sentence of their own",
  async (language, carriedMoulds, carriedLate, says) => {
    const replacedBy = {
      ...{ scheduleId: "s2", planId: "p", planNumber: 1, name: "Search 20" },
    };
    looseServer({
      "GET aps/plan/s1/versions": () => ({
        data: {
          rows: [version(5, { carriedMoulds, carriedLate, replacedBy })],
        },
      }),
    });
    await showPage(<VersionsTab schedule={schedule} of={of(0)} />, { may: [] });
    await act(() => switchLanguage(language));
    const carried = await screen.findByText(says);
    expect(carried.textContent).toBe(says);
    expect(carried.parentElement).toHaveClass("versions-facts");
    expect(screen.getByRole("link", { name: /Search 20/ }).textContent).toBe(
      language === "zh"
        ? "已被“Search 20”版本 1 取代"
        : "Replaced by version 1 of “Search 20”",
    );
    await switchLanguage("en");
  },
);

test("a version that a later plan has overtaken is not offered, and one in force says what is late today", async () => {
  const today = {
    ...{ late: 8, carriedLate: 0, moulds: ["M-9"] },
    ...{ forcedLate: 0, lateParts: [], onTimeParts: [] },
  };
  looseServer({
    "GET aps/plan/s1/versions": () => ({
      data: {
        rows: [
          version(5, { newest: true, overtaken: ["M-1", "M-2"] }),
          version(4, { inForce: true, today }),
        ],
      },
    }),
  });
  await showPage(<VersionsTab schedule={schedule} of={of(0)} />, {
    may: ["aps.schedule.release"],
  });
  expect(
    await screen.findByRole("button", { name: /version 5/i }),
  ).toBeDisabled();
  cleanup();
  await showPage(<PlanHead schedule={schedule} of={of(4)} />, { may: [] });
  expect(
    await screen.findByText("Moulds late by the dates of today: 8"),
  ).toBeVisible();
});

test("parts with a date of their own that are late today are named at the head, their moulds being on time", async () => {
  const part = { mouldNo: "A", partNo: "A4", batchNo: "" };
  const today = {
    ...{ late: 0, carriedLate: 0, moulds: [], forcedLate: 2 },
    lateParts: [part, { mouldNo: "C", partNo: "C4", batchNo: "C4-1" }],
    onTimeParts: [{ ...part, partNo: "A3" }],
  };
  looseServer({
    "GET aps/plan/s1/versions": () => ({
      data: { rows: [version(4, { inForce: true, today })] },
    }),
  });
  await showPage(<PlanHead schedule={schedule} of={of(4)} />, { may: [] });
  expect(
    await screen.findByText(
      /^Forced deliveries on time .* A\/A4, C\/C4\/C4-1$/,
    ),
  ).toHaveAttribute("data-meaning", "late");
  expect(
    screen.getByText(/^Forced deliveries late .* on time .*: A\/A3$/),
  ).toBeVisible();
  expect(screen.queryByText(/Moulds late by/)).not.toBeInTheDocument();
});

test("the Gantt of a version says one state, that of the version, and groups its figures", async () => {
  serve();
  const run = { ...schedule, run: null, runSeconds: null, tasks: 1186 };
  await showPage(
    <>
      <PlanHead schedule={schedule} of={of(0)} />
      <GanttRun schedule={run} of={of(0)} plan={undefined} />
    </>,
    { may: [] },
  );
  expect(await screen.findByText("Not published")).toBeVisible();
  expect(screen.queryByText("Published")).toBeNull();
  expect(screen.getByText("1,186")).toBeVisible();
  cleanup();
  await showPage(<PlanHead schedule={schedule} of={of(2)} />, { may: [] });
  expect(await screen.findByText("Replaced")).toBeVisible();
  expect(
    screen.getByRole("link", { name: /Version 3 is in force since/ }),
  ).toBeVisible();
});

test("a version that is not there is said to be none, with the way to the newest", async () => {
  serve();
  await showPage(<PlanHead schedule={schedule} of={of(8)} />, {
    at: "/aps/schedule/s1/result?plan=8&tab=why",
    path: "*",
    may: [],
  });
  const said = await screen.findByRole("alert");
  expect(said).toHaveTextContent("“Week 12” has no version 8.");
  expect(
    within(said).getByRole("link", { name: "Open version 5" }),
  ).toHaveAttribute("href", "/aps/schedule/s1/result?tab=why");
  expect(screen.queryByText(/Not published|In force/)).toBeNull();
});

function Shown() {
  const { of, isMissing } = useShownPlan();
  return <p>{isMissing ? "missing" : `plan ${of.planNumber}`}</p>;
}

test.each(["-1", "abc", "1e0", "0", "", " 3", "99999999999999999999"])(
  "what is no number of a version goes out of the address: %j",
  async (asked) => {
    serve();
    const { router } = await showPage(<Shown />, {
      at: `/aps/schedule/s1/gantt?plan=${asked}&mould=m`,
      path: "/aps/schedule/:id/gantt",
    });
    expect(await screen.findByText("plan 0")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe("?mould=m"));
  },
);

test("the number of a version that is not there stays in the address and is known to be none", async () => {
  serve();
  const { router } = await showPage(<Shown />, {
    at: "/aps/schedule/s1/gantt?plan=99",
    path: "/aps/schedule/:id/gantt",
  });
  expect(await screen.findByText("missing")).toBeVisible();
  expect(router.state.location.search).toBe("?plan=99");
});

test("the list of versions says which is in force, which one goes, and opens each", async () => {
  const sent = serve();
  const { user } = await showPage(
    <VersionsTab schedule={schedule} of={of(0)} />,
    { may: ["aps.schedule.modify", "aps.schedule.release"] },
  );
  const row = async (number: number) =>
    (
      await screen.findByRole("rowheader", {
        name: new RegExp(`^Version ${number}`),
      })
    ).parentElement!;
  expect(await row(4)).toHaveTextContent("Removed with the next version");
  expect(await row(2)).toHaveTextContent(
    /Replaced.*Last in force 2026-02-27 \d\d:30 to 2026-03-02 \d\d:00, published by Zhao/,
  );
  expect(await row(5)).toHaveTextContent("By hand from version 3");
  expect(
    within(await row(4)).getByRole("link", { name: "Gantt" }),
  ).toHaveAttribute("href", "/aps/schedule/s1/gantt?plan=4");
  // What is in force is not published again; what was comes back.
  expect(
    within(await row(3)).queryByRole("button", { name: /Publish|Restore/ }),
  ).toBeNull();
  expect(
    within(await row(2)).getByRole("button", { name: "Restore version 2" }),
  ).toBeEnabled();
  expect(
    within(await row(4)).getByRole("button", { name: "Publish version 4" }),
  ).toBeEnabled();

  await user.click(
    within(await row(4)).getByRole("checkbox", {
      name: "Keep version 4 for ever",
    }),
  );
  await user.click(
    within(await row(2)).getByRole("button", {
      name: "Edit the remark of version 2",
    }),
  );
  await user.type(
    within(await row(2)).getByRole("textbox"),
    ", too early{Enter}",
  );
  await waitFor(() =>
    expect(
      sent
        .filter(({ path }) => path.endsWith("remark"))
        .map(({ body }) => body),
    ).toEqual([
      { planNumber: 4, version: 14, pinned: true },
      { planNumber: 2, version: 12, note: "before the fair, too early" },
    ]),
  );
});

test("the address of the newest plan names no number", () => {
  expect(planPath("tasks", of(0))).toBe("/aps/schedule/s1/tasks");
  expect(planPath("result", of(3), { tab: "why" })).toBe(
    "/aps/schedule/s1/result?plan=3&tab=why",
  );
});
