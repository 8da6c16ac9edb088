import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { noDraft, stepped } from "../draft/sample-draft";
import type { DraftView } from "../draft/use-draft";
import { grouped, type Rescue, type RescueStep } from "./rescue";
import { Rescues } from "./rescues";

const plan = { id: "s1", version: 1, planNumber: 0 };

const task = {
  ...{ taskId: "t1", mouldNo: "M1", partNo: "P4", partName: "Core" },
  ...{ batchNo: "", opNo: 30, segment: 0, process: "EDM", resource: "E1" },
  kind: 1,
};

const step: RescueStep = {
  ...{ kind: "ahead", task, other: { ...task, mouldNo: "M2" }, minutes: 0 },
  ...{ resource: "E1", supplier: "" },
  ...{ from: "2026-04-03T08:00:00Z", to: "2026-04-03T12:00:00Z" },
};

const worked: RescueStep = {
  ...{ ...step, kind: "overtime", task: null, other: null, minutes: 540 },
  ...{ resource: "EDM-03", to: "2026-04-03T17:00:00Z" },
};

const rescue: Rescue = {
  ...{ kinds: ["overtime"], steps: [worked], end: "2026-04-05T10:00:00Z" },
  changes: [
    {
      ...{ kind: "overtime", resourceId: "e3" },
      ...{ from: "2026-04-03T08:00:00Z", to: "2026-04-03T17:00:00Z" },
    },
  ],
  ...{ late: 0, rescued: true, overtimeMinutes: 540, outsourcedMinutes: 0 },
  ...{ harmed: [], harmedParts: [], taskCount: 7 },
};

const lesser: Rescue = {
  ...{ ...rescue, kinds: ["ahead"], steps: [step], rescued: false, late: 300 },
  ...{ overtimeMinutes: 0, changes: [{ kind: "move", taskId: "t1" }] },
  harmed: [
    {
      ...{ mouldId: "m2", mouldNo: "M2", due: null, nowLate: true, late: 60 },
      ...{ before: null, after: "2026-04-07T09:00:00Z", minutes: 90 },
    },
  ],
};

const found = {
  ...{ mouldId: "m1", mouldNo: "M1", due: "2026-04-05T16:00:00Z" },
  ...{ end: "2026-04-06T10:00:00Z", late: 1080, rescues: [rescue, lesser] },
  ...{ earliest: "2026-04-04T10:00:00Z", tried: 63, complete: true },
  barred: [] as { kind: string; permission: string }[],
};

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

interface Shown {
  answer?: Answer;
  draft?: DraftView;
  may?: string[];
}

async function show({
  answer = { data: found },
  draft = noDraft,
  may = ["aps.schedule.modify"],
}: Shown = {}) {
  let stored = draft;
  const sent = looseServer({
    "GET aps/draft/s1": () => ({ data: stored }),
    "GET aps/plan/s1/versions": () => ({
      data: { rows: [{ planId: "p1", planNumber: 1, newest: true }] },
    }),
    "POST aps/plan/s1/rescues": () => answer,
    "POST aps/draft/s1/add": ({ body }) => {
      stored = stepped(stored, body.changes as object[]);
      return { data: stored };
    },
  });
  await showPage(<Rescues plan={plan} mouldId="m1" />, { may });
  return (path: string) =>
    sent.filter((one) => one.path.endsWith(path)).map(({ body }) => body);
}

const button = (name: string) => screen.findByRole("button", { name });

async function press(name: string) {
  const found = await button(name);
  await waitFor(() => expect(found).toBeEnabled());
  fireEvent.click(found);
}

test("nothing is searched until somebody asks, for the newest plan", async () => {
  const sent = await show();
  await button("Find rescues");
  expect(sent("rescues")).toEqual([]);
  await press("Find rescues");
  await screen.findByText("63 candidates were tried.");
  expect(sent("rescues")).toEqual([
    { planId: "p1", mouldId: "m1", changes: [] },
  ]);
});

test("a card tells what is done, the new end, its cost and who ends later", async () => {
  await show();
  await press("Find rescues");
  const [first, second] = await screen.findAllByRole("heading", { level: 4 });
  const card = (of: HTMLElement) => within(of.closest("li")!);
  expect(first).toHaveTextContent("Overtimeon time");
  expect(
    card(first!).getByText(
      /^Overtime on EDM-03: Fri 2026-04-03 \d\d:00–(Fri 2026-04-03 )?\d\d:00$|^Overtime on EDM-03: Fri/,
    ),
  ).toBeVisible();
  expect(card(first!).getByText(/9 h of overtime/)).toBeVisible();
  expect(card(first!).getByText("Nobody ends later")).toBeVisible();
  expect(second).toHaveTextContent("Aheadstill 5 h late");
  expect(
    card(second!).getByText(/P4 · 30 EDM begins .* ahead of M2 \/ P4 · 30 EDM/),
  ).toBeVisible();
  expect(card(second!).getByText(/no overtime, no outsourcing/)).toBeVisible();
  expect(card(second!).getByText("M2").closest("li")).toHaveTextContent(
    /M2 ends 1 h 30 min later, .* and becomes 1 h late/,
  );
});

test("what is used goes into the draft as one step, and the rest is searched again", async () => {
  const sent = await show();
  await press("Find rescues");
  const [use] = await screen.findAllByRole("button", { name: "Use" });
  fireEvent.click(use!);
  await screen.findByText(/Added to your draft/);
  expect(sent("add")).toMatchObject([
    { planId: "p1", changes: rescue.changes },
  ]);
  expect(await button("Use")).toBeDisabled();
  await press("Find again");
  await waitFor(() =>
    expect(sent("rescues")[1]).toEqual({
      ...{ planId: "p1", mouldId: "m1", changes: rescue.changes },
    }),
  );
  expect(
    await screen.findByText(/The 1 change of your draft is counted/),
  ).toBeVisible();
});

test("a draft of an older plan comes to the newest one first", async () => {
  await show({
    draft: { ...stepped(noDraft, [{ kind: "move" }]), behind: true },
  });
  await screen.findByText(/Your draft changes an older version/);
  expect(await button("Find rescues")).toBeDisabled();
});

test("where nothing helps the bound is told, and that time was up", async () => {
  await show({
    answer: { data: { ...found, rescues: [], complete: false } },
  });
  await press("Find rescues");
  await screen.findByText("No change was found that ends this mould earlier.");
  expect(
    screen.getByText(/no sequence ends it before 2026-04-04/),
  ).toBeVisible();
  expect(screen.getByText(/Time was up before all were tried/)).toBeVisible();
});

test("whoever may change no plan reads the rescues and uses none", async () => {
  await show({ may: [] });
  await press("Find rescues");
  expect(await screen.findAllByText("You may not change plans.")).toHaveLength(
    2,
  );
  expect(screen.queryByRole("button", { name: "Use" })).toBeNull();
});

test("a refusal is told in place", async () => {
  await show({
    answer: { status: 409, code: 20000, message: "Mould “M1” is not late" },
  });
  await press("Find rescues");
  expect(await screen.findByRole("alert")).toHaveTextContent("is not late");
});

test("a search can be cancelled, and ends with the page", async () => {
  const signals: AbortSignal[] = [];
  await show();
  await button("Find rescues");
  const others = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    if (!address.includes("rescues")) {
      return others(address, init);
    }
    signals.push(init.signal!);
    return new Promise((_, reject) =>
      init.signal!.addEventListener("abort", () =>
        reject(new DOMException("", "AbortError")),
      ),
    );
  });
  await press("Find rescues");
  await press("Cancel");
  await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  await button("Find rescues");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("stretches of overtime of one resource are one sentence", async () => {
  const later = { ...worked, from: "2026-04-04T08:00:00Z" };
  expect(grouped([worked, step, later])).toEqual([[worked, later], [step]]);
  await show({
    answer: {
      data: { ...found, rescues: [{ ...rescue, steps: [worked, later] }] },
    },
  });
  await press("Find rescues");
  await screen.findByText(/Overtime on EDM-03: Fri .*, Sat /);
  await switchLanguage("zh");
  await screen.findByText(/EDM-03 加班：周五/);
});

test("what somebody may not keep was not tried, and they read why", async () => {
  await show({
    answer: {
      data: {
        ...found,
        barred: [
          { kind: "overtime", permission: "system.resourceException.add" },
        ],
      },
    },
  });
  await press("Find rescues");
  expect(
    await screen.findByText(/^Not tried, for you may not keep it: Overtime\./),
  ).toBeVisible();
  expect(await button("Why?")).toBeVisible();
});
