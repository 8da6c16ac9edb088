import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { samplePlan } from "@/gantt/sample-plan";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { PushLine } from "../../../../testing/push-line";
import { showPage } from "../../../../testing/show-page";
import { GanttPage } from "./gantt-page";
import { sizeSheets } from "../../../../testing/sized-sheet";

const schedule = {
  ...{ id: "s1", version: 1, name: "Week 12", status: 2, tasks: 1 },
  ...{ planNumber: 1, inForceNumber: 0, moulds: 2, late: 0, unscheduled: 0 },
  ...{ runSeconds: null, run: null, simulation: false },
};

beforeEach(sizeSheets);

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

async function show() {
  let isDeleted = false;
  const plan = samplePlan([{ resource: 0, part: 0, start: 0, end: 100 }]);
  plan.moulds[1]!.reason = { zh: "没有工序", en: "No operations" };
  looseServer({
    "POST aps/exe/job/query": () => ({
      data: { rows: isDeleted ? [] : [schedule], total: isDeleted ? 0 : 1 },
    }),
    "GET aps/plan/s1/versions": () => ({ data: { rows: [] } }),
    "GET aps/plan/s1/gantt": () => ({ data: plan }),
    "GET aps/plan/s1/standing": () => ({
      data: {
        ...{ planId: plan.planId, epoch: plan.epoch },
        ...{ id: [], status: [], realStart: [], realEnd: [] },
      },
    }),
  });
  const shown = await showPage(<GanttPage />, {
    at: "/aps/schedule/s1/gantt",
    path: "/aps/schedule/:id/gantt",
  });
  return {
    ...shown,
    /** As another person does it: the push says so. */
    remove: async () => {
      await vi.waitFor(() => expect(PushLine.last).not.toBeNull());
      isDeleted = true;
      PushLine.say("signal", {
        topic: "changed",
        data: { entity: "schedule" },
      });
    },
  };
}

test("a schedule that another person deletes takes its picture away and says so", async () => {
  const { remove } = await show();
  await screen.findByRole("application");
  await remove();
  expect(
    await screen.findByText("There is no such schedule, or it was deleted"),
  ).toBeVisible();
  expect(screen.queryByRole("application")).not.toBeInTheDocument();
  expect(screen.queryByRole("group", { name: /^Legend/ })).toBeNull();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "Gantt: Week 12",
  );
});

test("a mould without operations is found by its number, with the reason in the language of the page", async () => {
  const { user } = await show();
  await screen.findByRole("application");
  await user.type(
    screen.getByRole("combobox", { name: "Find a mould, part or resource" }),
    "B",
  );
  expect(
    await screen.findByRole("option", { name: /No operations/ }),
  ).toBeVisible();
});
