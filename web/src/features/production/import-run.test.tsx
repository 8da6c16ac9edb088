import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
} from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { draftKeyOf, keepDraft } from "@/resource/draft";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { userAt } from "../../../testing/places";
import { PushLine } from "../../../testing/push-line";
import { showPage } from "../../../testing/show-page";
import { ImportPage } from "./import-page";
import { noteSeen } from "./import-model";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const total = {
  ...{ read: 12, new: 12, changed: 0, same: 0, refused: 0, notReached: 0 },
  ...{ skipped: 0, removed: 0, followed: 0, made: 3 },
};
const nothing = {
  ...{ mode: "mould", counts: {}, rows: [], rowCount: 0, pages: [] },
  ...{ faults: [], faultCount: 0, errors: 0, unknown: [], strange: null },
  ...{ edits: [], causes: [], replaced: [], create: [], notWritten: [] },
};
const run = { id: "r1", name: "plan.xlsx", moulds: 12, notWritten: 0 };
const writing = { ...run, state: "writing", written: 5 };
const nobody = { ...run, id: "", state: "written", moulds: 0, written: 0 };
const written = {
  ...{ ...run, state: "written", written: 12 },
  endedAt: "2026-03-20T06:03:22Z",
  result: {
    ...{ ...nothing, importId: "i1", runId: "r1", name: "plan.xlsx" },
    ...{ total, committed: true, brokeOff: false },
  },
};
const outcome = "Imported rows: 12 new, 0 changed, 3 records made.";

/** A checked file that was on this tab's page when it was reloaded. */
function wait(importId: string) {
  session.set({ userData: userAt("a", "a1") });
  keepDraft(draftKeyOf("import"), { importId, typed: {} });
}

/** Ends the page as a reload does: what the tab keeps is there, nothing else. */
function reload() {
  const kept = { ...sessionStorage };
  cleanup();
  Object.entries(kept).forEach(([key, text]) =>
    sessionStorage.setItem(key, text as string),
  );
}

const checksOf = (sent: { path: string; method?: string }[]) =>
  sent.filter(({ path }) => path === "production/import").length;

test("after a reload while its file is written the page shows the run alone, and then its outcome", async () => {
  wait("i1");
  const { tell, sent } = await open(writing);
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Checking…")).toBeNull());
  expect(checksOf(sent)).toBe(0);
  tell(written);
  expect(await screen.findByText(outcome)).toBeVisible();
  expect(checksOf(sent)).toBe(0);
});

test("a checked file that waits while another one is written is checked again once that has ended", async () => {
  wait("i2");
  const { tell, sent } = await open(writing);
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
  expect(checksOf(sent)).toBe(0);
  tell(written);
  await waitFor(() => expect(checksOf(sent)).toBe(1));
});

/** The page of a second tab; `tell` is what the server says from then on, which the tab asks for once it is looked at. */
async function open(first: object) {
  let state = first;
  const sent = looseServer({
    "GET production/sheets": () => ({ data: [] }),
    "GET production/import/layout": () => ({ data: [] }),
    "GET production/import/run": () => ({ data: state }),
    "POST production/import": () => ({
      data: {
        ...{ ...nothing, importId: "i2", runId: "", name: "other.xlsx" },
        ...{ total, committed: false },
      },
    }),
  });
  const shown = await showPage(<ImportPage />);
  return {
    ...shown,
    sent,
    /** How often the page has read its run. */
    asked: () =>
      sent.filter(({ path }) => path === "production/import/run").length,
    /** What it says from now on. */
    say: (next: object) => {
      state = next;
    },
    tell: (next: object) => {
      state = next;
      fireEvent(window, new Event("visibilitychange"));
    },
  };
}

test("a second tab that watches an import shows its outcome, as the one that has begun it", async () => {
  const { tell } = await open(writing);
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
  noteSeen("r1"); // by the first tab
  tell(written);
  expect(await screen.findByText(outcome)).toBeVisible();
  expect(screen.getByText("plan.xlsx")).toBeVisible();
});

test("a tab that was there before the import began shows its outcome, too", async () => {
  const { tell } = await open({
    ...{ ...written, id: "r0" },
    result: { ...written.result, runId: "r0", name: "earlier.xlsx" },
  });
  expect(await screen.findByText("earlier.xlsx")).toBeVisible();
  noteSeen("r1");
  tell(written);
  expect(await screen.findByText("plan.xlsx")).toBeVisible();
  expect(screen.getByText(outcome)).toBeVisible();
});

test("an idle tab hears of an import that another one begins, without being looked at anew", async () => {
  PushLine.last = null; // that of another test
  const { say, asked } = await open(nobody);
  await waitFor(() => expect(PushLine.last?.onmessage).toBeTruthy());
  await waitFor(() => expect(asked()).toBe(1));
  say(writing);
  PushLine.say("signal", { topic: "changed", data: { entity: "import-run" } });
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
});

test("an outcome takes no checked file away: it is told beside it, and shown when it is asked for", async () => {
  const { tell, user } = await open(writing);
  await user.upload(
    screen.getByLabelText(/^Choose a file/),
    new File(["x"], "other.xlsx"),
  );
  const button = { name: "Import: 12 rows, 3 records made" };
  expect(await screen.findByRole("button", button)).toBeVisible();
  noteSeen("r1");
  tell(written);
  expect(
    await screen.findByText(`The import of “plan.xlsx” has ended. ${outcome}`),
  ).toBeVisible();
  expect(screen.getByRole("button", button)).toBeVisible();
  expect(screen.getByText("other.xlsx")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show the outcome" }));
  expect(await screen.findByText(outcome)).toBeVisible();
  expect(screen.getByText("plan.xlsx")).toBeVisible();
});

test("an import of which nothing is heard says since when, and from when on its file can be sent again", async () => {
  await open({
    ...writing,
    silentSince: "2026-03-20T06:03:22Z",
    retryAt: "2026-03-20T06:05:22Z",
  });
  expect(
    await screen.findByText(
      /since 2026-03-20 14:03\. If its server has died, .* from 2026-03-20 14:06 on/,
    ),
  ).toBeVisible();
});

test("the outcome of the last import can be had again after a reload, in the language that is read then", async () => {
  noteSeen("r1");
  const fault = {
    ...{ sheet: "moulds", row: 2, column: "name", value: "Old" },
    ...{ rule: "length", level: "error", editable: false },
    texts: { zh: "太长", en: "Too long" },
  };
  const { user } = await open({
    ...written,
    result: { ...written.result, faults: [fault], faultCount: 1 },
  });
  expect(
    await screen.findByText("Last import: “plan.xlsx”, 2026-03-20 14:03."),
  ).toBeVisible();
  expect(screen.queryByText(outcome)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show the outcome" }));
  expect(await screen.findByText(outcome)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Problems 1" }));
  expect(screen.getByText("Too long")).toBeVisible();
  await act(() => switchLanguage("zh"));
  expect(await screen.findByText("太长")).toBeVisible();
});

test("after a reload the outcome of another import is told beside the checked file that comes back", async () => {
  wait("i2");
  await open(written); // it ended while nobody looked
  const button = { name: "Import: 12 rows, 3 records made" };
  expect(await screen.findByRole("button", button)).toBeVisible();
  expect(
    screen.getByText(`The import of “plan.xlsx” has ended. ${outcome}`),
  ).toBeVisible();
  expect(screen.getByText("other.xlsx")).toBeVisible();
});

test("what is told beside a waiting file stays until it is closed, though another tab has seen it and the server has forgotten it", async () => {
  wait("i2");
  const told = `The import of “plan.xlsx” has ended. ${outcome}`;
  const button = { name: "Import: 12 rows, 3 records made" };
  await open(written);
  expect(await screen.findByText(told)).toBeVisible();
  expect(await screen.findByRole("button", button)).toBeVisible();
  noteSeen("r1"); // by another tab
  reload();
  await open(written);
  expect(await screen.findByText(told)).toBeVisible();
  expect(
    await screen.findByRole("button", { name: "Show the outcome" }),
  ).toBeVisible();
  expect(await screen.findByRole("button", button)).toBeVisible();
  reload();
  const { user } = await open(nobody); // a day later
  expect(await screen.findByText(told)).toBeVisible();
  expect(await screen.findByRole("button", button)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show the outcome" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(told)).toBeNull();
  reload();
  await open(written);
  expect(await screen.findByRole("button", button)).toBeVisible();
  expect(screen.queryByText(told)).toBeNull();
});

test("an import that has written nothing is told from a preview, in every tab", async () => {
  const { tell } = await open(writing);
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
  tell({ ...written, result: { ...written.result, committed: false } });
  expect(
    await screen.findByText(
      "The import of “plan.xlsx” has ended. Nothing was written.",
    ),
  ).toBeVisible();
  expect(screen.getAllByText(/Nothing was written/)).toHaveLength(1);
});

test("an import that was stopped, or broke off, is told so beside a checked file, in the words of its outcome", async () => {
  const cut = { ...written.result, brokeOff: true, notWritten: ["M1", "M2"] };
  const none = { ...cut, committed: false, stopped: true, notWritten: [] };
  wait("i2");
  const { tell } = await open({ ...written, state: "brokenOff", result: none });
  expect(
    await screen.findByText(
      "The import of “plan.xlsx” was stopped. Nothing was written.",
    ),
  ).toBeVisible();
  tell({ ...written, id: "r2", state: "brokenOff", result: cut });
  expect(
    await screen.findByText(
      /^The writing of “plan.xlsx” broke off: 2 moulds are not in\./,
    ),
  ).toBeVisible();
});
