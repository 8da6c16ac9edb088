import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../testing/fake-server";
import { PushLine } from "../../../testing/push-line";
import { showPage } from "../../../testing/show-page";
import { MouldPage } from "./mould-page";

const text = (en: string) => ({ zh: en, en });

const meta = {
  entity: "mould",
  path: "pm/mould",
  label: text("Mould"),
  permission: "pm.mould",
  may: ["check", "detail", "modify"],
  sort: "name",
  title: "name",
  groups: [{ label: text(""), fields: ["name"] }],
  fields: [
    {
      key: "name",
      kind: "text",
      label: text("Name"),
      required: false,
      unique: false,
      readOnly: false,
      hideInList: false,
    },
  ],
};

const electrodes = {
  total: 0,
  known: 0,
  designed: 0,
  machined: 0,
  inspected: 0,
  stocked: 0,
};

async function show() {
  let tree: Answer = {
    data: {
      id: "m1",
      mouldNo: "M-100",
      name: "Cover",
      delivery: null,
      plannedStart: null,
      plannedEnd: null,
      hours: 0,
      doneHours: 0,
      picture: "",
      status: 0,
      electrodes,
      parts: [],
    },
  };
  looseServer({
    "GET pm/mould/m1/tree": () => tree,
    "GET meta/mould": () => ({ data: meta }),
    "GET pm/mould/m1": () => ({
      data: { row: { id: "m1", version: 1, name: "Cover" }, names: {} },
    }),
  });
  const shown = await showPage(<MouldPage />, {
    at: "/pm/mould/m1?open=mould.m1",
    path: "/pm/mould/:id",
    may: ["pm.mould.detail"],
  });
  const box = await screen.findByRole("textbox", { name: /^Name/ });
  await shown.user.type(box, " big");
  return {
    ...shown,
    box,
    breakTree: () => (tree = { status: 502, code: 502 }),
  };
}

afterEach(() => {
  cleanup(); // While signed in: leaving the form forgets its draft.
  vi.unstubAllGlobals();
  session.clear();
  sessionStorage.clear();
});

test("Escape asks before it takes a form beside the tree away", async () => {
  const { user, box, router } = await show();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(box).toHaveValue("Cover big");
  expect(router.state.location.search).toBe("?open=mould.m1");
});

test("a tree that cannot be read again leaves the form standing", async () => {
  const { box, breakTree } = await show();
  breakTree();
  PushLine.comeBack();
  await act(() => new Promise((done) => setTimeout(done, 50)));
  await waitFor(() => expect(box).toBeInTheDocument());
  expect(box).toHaveValue("Cover big");
});

test("an operation of an electrode in stock says that nothing is left to make", async () => {
  const span = { hours: 0, doneHours: 0, plannedStart: null, plannedEnd: null };
  const operation = {
    ...{ ...span, late: false, id: "o1", opNo: 10, branch: "", status: 0 },
    ...{ process: "Milling", group: "CNC", machine: "", outsourced: false },
    ...{ electrodeIds: [], settled: true, hidden: false, edm: false },
  };
  const part = {
    ...{ ...span, late: false, id: "p1", partNo: "E1", name: "", kind: 2 },
    ...{ state: 4, parentNo: "", qty: 1, pieces: 1, material: "" },
    ...{ stockPosition: "", batches: [], operations: [operation] },
  };
  looseServer({
    "GET pm/mould/m1/tree": () => ({
      data: {
        ...{ ...span, id: "m1", mouldNo: "M-100", name: "Cover", status: 0 },
        ...{ delivery: null, picture: "", electrodes, parts: [part] },
      },
    }),
    "GET meta/mould": () => ({ data: meta }),
  });
  const { user } = await showPage(<MouldPage />, {
    ...{ at: "/pm/mould/m1", path: "/pm/mould/:id", may: ["pm.mould.detail"] },
  });
  await user.click(await screen.findByRole("button", { name: "Expand" }));
  expect(await screen.findByText("Nothing to make")).toBeVisible();
});

test.each([
  ["2030-03-20T08:30:00Z", "0.5 h late"],
  ["2030-03-20T08:00:00Z", "0 h of slack"],
  ["2030-03-19T09:00:00Z", "23 h of slack"],
  ["2030-03-22T20:00:00Z", "2.5 days late"],
])("a planned end of %s tells %s", async (plannedEnd, words) => {
  looseServer({
    "GET pm/mould/m1/tree": () => ({
      data: {
        ...{ id: "m1", mouldNo: "M-100", name: "Cover", status: 0, parts: [] },
        ...{ delivery: "2030-03-20T08:00:00Z", plannedStart: null, plannedEnd },
        ...{ planned: true, hours: 0, doneHours: 0, picture: "", electrodes },
      },
    }),
    "GET meta/mould": () => ({ data: meta }),
  });
  await showPage(<MouldPage />, {
    ...{ at: "/pm/mould/m1", path: "/pm/mould/:id", may: ["pm.mould.detail"] },
  });
  expect(await screen.findByText(words)).toBeVisible();
});
