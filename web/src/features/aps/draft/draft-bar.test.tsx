import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import type { Schedule } from "../plan/schedule";
import { DraftBar } from "./draft-bar";
import { noDraft, stepped } from "./sample-draft";
import type { DraftView } from "./use-draft";

const schedule = { id: "s1", name: "Plan", version: 1, planNumber: 1 };

const move = {
  ...{ kind: "move", taskId: "t1", start: "2026-03-03T08:00:00Z" },
};
const longer = { kind: "hours", taskId: "t1", minutes: 90, version: 2 };

const two = stepped(stepped(noDraft, [move]), [longer]);

const effect = {
  ...{ tasks: [{}, {}, {}], taskCount: 3, segments: [], moulds: [], parts: [] },
  ...{ nowLate: 1, rescued: 2, tardiness: 0, conflicts: [] },
};

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const planner = ["aps.schedule.modify", "aps.schedule.release"];

async function show(
  draft: DraftView,
  answers: Record<string, Answer> = {},
  may = [...planner, "capp.operation.modify"],
) {
  let stored = draft;
  const sent = looseServer({
    "GET aps/draft/s1": () => ({ data: stored }),
    "POST aps/plan/s1/preview": () => ({ data: effect }),
    "POST aps/draft/s1/step": ({ body }) => {
      stored = {
        ...stored,
        version: stored.version + 1,
        done: body.done as number,
      };
      return { data: stored };
    },
    "POST aps/draft/s1/discard": () => {
      stored = noDraft;
      return { data: stored };
    },
    "POST aps/draft/s1/keep": () => {
      stored = { ...noDraft, newestId: "p2", newestNumber: 2 };
      return { data: { id: "s1", version: 2 } };
    },
    "POST aps/exe/job/query": () => ({
      data: { total: 1, rows: [{ ...schedule, version: 2, planNumber: 2 }] },
    }),
    ...Object.fromEntries(
      Object.entries(answers).map(([path, answer]) => [path, () => answer]),
    ),
  });
  await showPage(<DraftBar schedule={schedule as Schedule} />, { may });
  return (path: string) =>
    sent.filter((one) => one.path.endsWith(path)).map(({ body }) => body);
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });

test("a draft says how much it holds and what all of it would do", async () => {
  const sent = await show(two);
  expect(
    await screen.findByText("2 changes of version 1, not kept yet"),
  ).toBeVisible();
  const figures = await screen.findByText("3 tasks change");
  expect(figures.parentElement).toHaveTextContent(
    "3 tasks change2 moulds no longer late1 mould becomes late",
  );
  expect(sent("preview")).toEqual([{ planId: "p1", changes: [move, longer] }]);
});

test("steps are undone and done again by button, by keys and from their list; what does not count is not tried", async () => {
  const sent = await show(two);
  fireEvent.click(await button("Undo"));
  await screen.findByText("1 change of version 1, not kept yet");
  await waitFor(() =>
    expect(sent("preview").at(-1)).toEqual({ planId: "p1", changes: [move] }),
  );
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await screen.findByText("Everything is undone; version 1 as it is");
  expect(await button("Keep as a new plan")).toBeDisabled();
  expect(await button("Undo")).toBeDisabled();
  fireEvent.keyDown(document.body, { key: "Z", ctrlKey: true, shiftKey: true });
  await screen.findByText("1 change of version 1, not kept yet");
  fireEvent.click(await button(/^Steps/));
  const steps = within(screen.getByRole("list", { name: "Steps" }));
  expect(steps.getAllByRole("listitem").map((li) => li.textContent)).toEqual([
    "Version 1 as it is",
    "Move M1 / P1 · 10 EDM, not before 2026-03-03 16:00✕",
    "Hours of M1 / P1 · 10 EDM: 1 h 30 min undone✕",
  ]);
  fireEvent.click(steps.getByRole("button", { name: /^Hours of/ }));
  await screen.findByText("2 changes of version 1, not kept yet");
  expect(sent("step").map((body) => body.done)).toEqual([1, 0, 1, 2]);
});

test("keys that belong to a text change nothing of the draft", async () => {
  const sent = await show(two);
  await button("Undo");
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "z", ctrlKey: true });
  field.remove();
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await screen.findByText("1 change of version 1, not kept yet");
  expect(sent("step")).toHaveLength(1);
});

test("a draft is discarded after a question, and kept as the next version", async () => {
  const sent = await show(two);
  fireEvent.click(await button("Keep as a new plan"));
  expect(
    await screen.findByText(
      "The draft is kept as version 2; it takes effect once published",
    ),
  ).toBeVisible();
  expect(sent("keep")).toEqual([{ version: 2 }]);
  await waitFor(() => expect(screen.queryByText("Draft")).toBeNull());
});

test("a newer plan is told, with the way to it, and what it did not take stays to be read", async () => {
  const behind = { ...two, behind: true, newestId: "p2", newestNumber: 2 };
  const after = {
    ...stepped({ ...noDraft, version: 2 }, [longer]),
    ...{ planId: "p2", planNumber: 2, newestId: "p2", newestNumber: 2 },
    left: [{ step: two.steps[0]!, reason: "The task has begun" }],
  };
  const sent = await show(behind, {
    "POST aps/draft/s1/rebase": { data: after },
    "POST aps/draft/s1/dismiss": { data: { ...after, left: [] } },
  });
  expect(
    await screen.findByText(
      /^The schedule has version 2; the draft still changes version 1\./,
    ),
  ).toBeVisible();
  expect(sent("preview")).toHaveLength(0);
  expect(await button("Keep as a new plan")).toBeDisabled();
  fireEvent.click(await button("Bring it to version 2"));
  const left = await screen.findByRole("alert");
  expect(left).toHaveTextContent(
    "Version 2 does not take these steps any more. They are not in the draft:Move M1 / P1 · 10 EDM, not before 2026-03-03 16:00 The task has begunDismiss",
  );
  expect(screen.getByText("1 change of version 2, not kept yet")).toBeVisible();
  fireEvent.click(within(left).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a change on another device is told, and the draft shown as it is now", async () => {
  const sent = await show(two, {
    "POST aps/draft/s1/step": {
      ...{ status: 409, code: 20009, message: "The draft was changed" },
      data: {},
    },
  });
  fireEvent.click(await button("Undo"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The draft was changed on another page or device; you see it as it is now.",
  );
  await waitFor(() => expect(sent("draft/s1").length).toBeGreaterThan(1));
});

test("the draft of a colleague is named", async () => {
  await show({
    ...noDraft,
    others: [
      {
        ...{ personName: "Hua", changes: 3, planNumber: 4 },
        changeTime: "2026-03-02T08:00:00Z",
      },
    ],
  });
  expect(
    await screen.findByText(
      "Hua has a draft, too (3 changes of version 4, 2026-03-02 16:00)",
    ),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("what one may not keep is named before it is tried", async () => {
  await show(two, {}, planner);
  expect(
    await screen.findByText(
      /^Your draft holds changes that you may not keep: Hours of M1 .+\./,
    ),
  ).toBeVisible();
  expect(await button("Keep as a new plan")).toBeDisabled();
  // Without that step there is nothing in the way.
  fireEvent.click(await button("Undo"));
  await screen.findByText("1 change of version 1, not kept yet");
  expect(await button("Keep as a new plan")).toBeEnabled();
});

test("outlines that are left out are counted", async () => {
  await show(two, {
    "POST aps/plan/s1/preview": { data: { ...effect, taskCount: 842 } },
  });
  expect(
    await screen.findByText("the 3 largest moves are outlined in the Gantt"),
  ).toBeVisible();
});
