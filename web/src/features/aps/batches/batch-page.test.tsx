import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { BatchPage } from "./batch-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  session.clear();
  await switchLanguage("en");
});

const row = (part: string, batchNo: string, more: object = {}) => ({
  ...{ partId: part, mouldId: "m1", mouldNo: "M1", partNo: part },
  ...{ partName: "Core", kind: 1, delivery: null, batchNo, qty: 4 },
  ...{ state: batchNo ? 1 : 0, steps: 3, finished: 1, running: 0 },
  ...{ mayApply: 0, mayCancel: 0, outside: [] },
  ...(batchNo && { batchId: `${part}-${batchNo}` }),
  ...more,
});

const rows = [
  row("P1", "B1", { mayApply: 2 }),
  row("P1", ""),
  row("P2", "B1", {
    state: 2,
    outside: [
      {
        ...{ opNo: 20, process: "CNC", supplier: "Hengtai" },
        ...{ state: "applied", promised: null },
      },
    ],
  }),
];

const may = ["bom.batch.modify", "capp.outsource.add", "capp.outsource.delete"];

async function shows({ rights = may, answer = {}, at = "/" } = {}) {
  const asked: { path: string; body: unknown }[] = [];
  const verb = (path: string) => ({
    [`POST ${path}`]: ({ body }: { body: unknown }) => {
      asked.push({ path, body });
      return answer;
    },
  });
  looseServer({
    "POST bom/bomBatch/query": ({ body }) => {
      asked.push({ path: "query", body });
      const suppliers = [{ id: "s1", name: "Hengtai" }];
      return { data: { rows, total: 3, page: 1, size: 200, suppliers } };
    },
    ...verb("bom/bomBatch/dispatch"),
    ...verb("bom/bomBatch/pauseDispatch"),
    ...verb("bom/bomBatch/applyOutsource"),
    ...verb("bom/bomBatch/cancelOutsource"),
  });
  const shown = await showPage(<BatchPage />, { at, may: rights });
  await screen.findByText("3 of 3 rows");
  const tick = async (name: RegExp) => {
    const line = screen.getByRole("row", { name });
    await shown.user.click(within(line).getByRole("checkbox"));
  };
  const press = (name: string) =>
    shown.user.click(screen.getByRole("button", { name }));
  const sent = () => asked.filter(({ path }) => path !== "query");
  return { ...shown, asked, sent, tick, press };
}

// APS-BATCH-01
test("rows tell their state, what is done and what is outside; nothing is sent before a row is chosen", async () => {
  const { sent, press, asked } = await shows({ at: "/?f.state=1&q=core" });
  expect(asked).toEqual([
    {
      path: "query",
      body: { q: "core", kind: 1, state: 1, mouldId: "", page: 1, size: 200 },
    },
  ]);
  expect(
    screen.getByRole("row", { name: /P1 Core B1 4 .*Dispatched 1 \/ 3/ }),
  ).toHaveTextContent("2 operations can go outside");
  expect(
    screen.getByRole("row", { name: /P2 Core B1 4 .*Paused/ }),
  ).toHaveTextContent("20 CNC Hengtai ◆applied");
  await press("Pause");
  expect(await screen.findByText("Choose a batch first")).toBeVisible();
  expect(sent()).toEqual([]);
});

test("one row in no batch is asked how many pieces go; several are dispatched as they are", async () => {
  const { user, sent, tick, press } = await shows();
  await tick(/P1 Core –/);
  await press("Dispatch");
  const asked = await screen.findByRole("dialog", {
    name: "Make a batch: M1 / P1",
  });
  const pieces = within(asked).getByRole("spinbutton");
  await user.clear(pieces);
  await user.type(pieces, "3");
  await user.click(within(asked).getByRole("button", { name: "Dispatch" }));
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        path: "bom/bomBatch/dispatch",
        body: { lots: [{ partId: "P1" }], qty: 3 },
      },
    ]),
  );
});

test("outsourcing asks for the supplier, and what was left out is named", async () => {
  const left = {
    ...{ code: 207, message: "Outsourcing was applied for: 1. None:" },
    data: ["M1 / P2 / B1"],
  };
  const { sent, tick, press, user } = await shows({ answer: left });
  await tick(/P1 Core B1/);
  await tick(/P2 Core B1/);
  await press("Apply for outsourcing");
  const asked = await screen.findByRole("dialog", {
    name: "Apply for outsourcing: 2 rows",
  });
  await user.click(
    within(asked).getByRole("button", { name: "Apply for outsourcing" }),
  );
  expect(await screen.findByText(/M1 \/ P2 \/ B1/)).toBeVisible();
  expect(sent()).toEqual([
    {
      path: "bom/bomBatch/applyOutsource",
      body: {
        lots: [
          { partId: "P1", batchId: "P1-B1" },
          { partId: "P2", batchId: "P2-B1" },
        ],
      },
    },
  ]);
});

test("who may not change batches or orders has grey buttons that tell why", async () => {
  const { sent, press, tick } = await shows({ rights: [] });
  await tick(/P1 Core B1/);
  for (const name of ["Dispatch", "Apply for outsourcing"]) {
    expect(screen.getByRole("button", { name })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  }
  await press("Dispatch");
  expect(sent()).toEqual([]);
});
