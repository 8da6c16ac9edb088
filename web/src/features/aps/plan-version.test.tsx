import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { PlanHead } from "./plan-head";
import { planPath, type PlanVersion } from "./plan-version";
import type { Schedule } from "./schedule";
import { VersionsTab } from "./versions-tab";

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
  version(2, { replacedTime: "2026-03-02T00:00:00Z", note: "before the fair" }),
];

const serve = () =>
  fakeServer({
    "GET aps/plan/s1/versions": () => ({ data: { rows } }),
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
  expect(screen.getByText(/Version 3 changed by hand, Wang/)).toBeVisible();
  expect(
    screen.getByRole("link", { name: /Version 3 is in force .* Li Na/ }),
  ).toHaveAttribute("href", expect.stringContaining("?plan=3"));
  cleanup();
  await showPage(<PlanHead schedule={schedule} of={of(3)} />, { may: [] });
  expect(await screen.findByText("In force")).toBeVisible();
  expect(screen.getByText(/since .*, published by Li Na/)).toBeVisible();
  expect(
    screen.getByRole("link", { name: "Version 5 is newer and not published" }),
  ).toHaveAttribute("href", expect.stringContaining("?plan=5"));
});

test("a version that is not there says nothing of another one", async () => {
  const sent = serve();
  await showPage(<PlanHead schedule={schedule} of={of(8)} />, { may: [] });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/Not published|In force/)).toBeNull();
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
  expect(await row(2)).toHaveTextContent(/Replaced.*in force until/);
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
      name: "Edit the note of version 2",
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
