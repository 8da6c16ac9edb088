import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { PushLine } from "../../../testing/push-line";
import { showPage } from "../../../testing/show-page";
import { ScheduleList } from "./schedule-list";

const row = (id: string, change: object = {}) => ({
  id,
  version: 1,
  name: `Plan ${id}`,
  startTime: "2026-03-02T00:00:00Z",
  deliveryTime: null,
  mouldIds: [],
  status: 2,
  runStatus: 2,
  runSeconds: null,
  moulds: 0,
  tasks: 0,
  unscheduled: 0,
  late: 0,
  run: null,
  message: "",
  ...change,
});

async function show(change: object = {}) {
  const all = [row("s1", change), row("s2", change)];
  let version = 1;
  const sent = fakeServer({
    "POST aps/exe/job/query": ({ body }) => ({
      data: {
        rows: all.filter(({ name }) => name.includes(body.q as string)),
      },
    }),
    "POST aps/exe/job/configQuery": () => ({
      data: { ...row("s1"), version, settings: null, defaults: {} },
    }),
    "POST aps/exe/job/getApsBaseData": () => ({ data: { moulds: [] } }),
    "POST aps/exe/job/configSave": ({ body }) =>
      body.version === 1
        ? { status: 409, code: 20009, data: { current: {}, changedBy: "Li" } }
        : { data: {} },
    "POST aps/exe/job/deleteSchedule": () => ({ data: {} }),
    "POST aps/schedule/param/setting/options.do": () => ({
      data: { layer: "default", version: 1, values: {}, settings: [] },
    }),
  });
  const shown = await showPage(<ScheduleList />, {
    may: ["aps.schedule.modify", "aps.schedule.delete"],
  });
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
  await waitFor(() => expect(last("deleteSchedule")).toEqual({ ids: ["s1"] }));
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

test("the form asks before it is closed, refuses a time it cannot read and shows that somebody was faster", async () => {
  const { user, last, colleagueSaves } = await show();
  await user.click(tick("Plan s1"));
  await user.click(button("Edit"));
  const name = await screen.findByLabelText(/name$/i);
  const due = screen.getByRole("textbox", { name: /^Delivery|^Due|^Deadline/ });
  await user.type(due, "2026-3-20 8:00");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(name).toBeInTheDocument();

  await user.click(due);
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("Write it as 2026-03-02 08:00")).toBeVisible();
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
  expect(await screen.findByText(/^Somebody changed this/)).toBeVisible();
  expect(due).toHaveValue("2026-03-20");
});
