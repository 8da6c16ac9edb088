import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { loseSession } from "../../../testing/lose-session";
import { showPage } from "../../../testing/show-page";
import { ImportPage } from "./import-page";

interface Server {
  sheets?: object[];
  more?: Parameters<typeof looseServer>[0];
  held?: Promise<void>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const outcome = {
  ...{ importId: "i1", runId: "r1", name: "plan.xlsx", committed: true },
  ...{ mode: "mould", counts: {}, rows: [], rowCount: 0, total: undefined },
  ...{ faults: [], faultCount: 0, errors: 0, unknown: [], strange: null },
  ...{ edits: [], pages: [], causes: [], replaced: [], create: [] },
  ...{ brokeOff: true, notWritten: ["M3"] },
};

const noWait = Promise.resolve();

function unloadAsks() {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Answers what the page asks for by itself, checks a file as said once `held` is over, and shows the page with that file chosen. */
async function choose(
  checked: object,
  { sheets = [], more = {}, held = noWait }: Server = {},
) {
  const sent = looseServer({
    "GET production/sheets": () => ({ data: sheets }),
    "GET production/import/layout": () => ({ data: [] }),
    "POST production/import": () => ({ data: checked }),
    ...more,
  });
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (init.method === "POST") {
      await held;
    }
    return answer(address, init);
  });
  const shown = await showPage(<ImportPage />);
  await shown.user.upload(
    screen.getByLabelText(/^Choose a file/),
    new File(["x"], "plan.xlsx"),
  );
  return { ...shown, sent };
}

const fault = {
  texts: { zh: "太长", en: "Too long" },
  ...{ sheet: "mould", row: 2, column: "name", value: "Old" },
  ...{ rule: "length", level: "error", editable: true },
};
const faulty = {
  ...{ ...outcome, runId: "", committed: false, brokeOff: false },
  ...{ notWritten: [], faults: [fault], faultCount: 1, errors: 1 },
};

/** A checked file with a fault, whose cell is mended. */
async function mend() {
  const chosen = await choose(faulty);
  const cell = await screen.findByDisplayValue("Old");
  await chosen.user.clear(cell);
  await chosen.user.type(cell, "New");
  return chosen;
}

test("a cell mended in the preview outlives a look at another tab, and leaving asks", async () => {
  const { user, router } = await mend();
  await user.click(screen.getByRole("tab", { name: /^Row by row/ }));
  await user.click(screen.getByRole("tab", { name: /^Problems/ }));
  expect(screen.getByDisplayValue("New")).toBeVisible();
  void router.navigate("/elsewhere");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(screen.getByDisplayValue("New")).toBeVisible();
});

test("a problem shows its mould as the file writes it, and lists say how much there is beyond what they show", async () => {
  const row = { ...{ sheet: "mould", row: 2, key: "M1", typed: "m1" } };
  const { user } = await choose({
    ...faulty,
    faults: [{ ...fault, mouldNo: "M1", typed: "m1" }],
    faultCount: 1500,
    rows: [{ ...row, action: "refused", mouldNo: "M1" }],
    rowCount: 3001,
  });
  expect(
    await screen.findByRole("cell", { name: "M1 In the file: m1" }),
  ).toBeVisible();
  expect(screen.getByText("The first 1 of 1,500 are shown.")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: /^Row by row/ }));
  expect(
    await screen.findByText("The first 1 of 3,001 rows are shown"),
  ).toBeVisible();
});

// ERR-03: the checked file waits at the server, what was typed into its preview here.
test("a cell mended in the preview outlives the session", async () => {
  const { sent } = await mend();
  loseSession();
  await showPage(<ImportPage />);
  expect(await screen.findByDisplayValue("New")).toBeVisible();
  expect(sent.at(-1)!.body.importId).toBe("i1");
});

test("an import goes on without its page: progress, then the outcome, and a way to stop it", async () => {
  localStorage.clear();
  const run = { id: "r1", name: "plan.xlsx", moulds: 12, notWritten: 0 };
  let state: object = { ...run, state: "writing", written: 5 };
  const sent = looseServer({
    "GET production/sheets": () => ({ data: [] }),
    "GET production/import/layout": () => ({ data: [] }),
    "GET production/import/run": () => ({ data: state }),
    "POST production/import/stop": () => {
      state = { ...run, state: "brokenOff", written: 11, result: outcome };
      return { data: null };
    },
  });
  const { user } = await showPage(<ImportPage />);
  expect(await screen.findByText(/5 of 12 moulds are in/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(
    await screen.findByText(
      /“plan.xlsx” broke off: 1 mould is not in\. Import the same file again/,
    ),
  ).toBeVisible();
  expect(screen.getByText("plan.xlsx")).toBeVisible();
  expect(sent.some(({ path }) => path.includes("production/import/stop"))).toBe(
    true,
  );
});

test("what was written is told in place of what the check found, and no sheet is hidden unseen", async () => {
  localStorage.clear();
  const count = { ...{ read: 3, new: 2, changed: 0, same: 0, refused: 1 } };
  const rest = { skipped: 0, removed: 0, followed: 0, made: 0 };
  const counts = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`s${n}`, { ...count, ...rest }]),
  );
  const total = { ...rest, ...{ read: 36, new: 24, changed: 0, same: 0 } };
  const result = { ...outcome, counts, total: { ...total, refused: 12 } };
  looseServer({
    "GET production/sheets": () => ({
      data: Object.keys(counts).map((code) => ({ code, label: code })),
    }),
    "GET production/import/layout": () => ({ data: [] }),
    "GET production/import/run": () => ({
      data: {
        ...{ id: "r2", name: "plan.xlsx", state: "written" },
        ...{ moulds: 2, written: 2, notWritten: 0 },
        result: { ...result, brokeOff: false, notWritten: [] },
      },
    }),
  });
  const { user } = await showPage(<ImportPage />);
  expect(
    await screen.findByText(
      "Imported rows: 24 new, 0 changed. 12 refused rows are not in.",
    ),
  ).toBeVisible();
  expect(screen.queryByText("The check found no problem.")).toBeNull();
  const sheets = () => screen.getAllByRole("rowheader").length - 1; // the total
  expect(sheets()).toBe(8);
  await user.click(
    screen.getByRole("button", { name: "Show the other 4 sheets" }),
  );
  expect(sheets()).toBe(12);
});

test("the lines of the sheets make the total, those of sheets that are not read too", async () => {
  localStorage.clear();
  const count = { ...{ read: 5, new: 2, changed: 1, same: 1, refused: 0 } };
  const rest = { removed: 0, followed: 0, made: 0, notReached: 0 };
  await choose(
    {
      ...{ ...outcome, committed: false, brokeOff: false, notWritten: [] },
      counts: { moulds: { ...count, ...rest, skipped: 1 } },
      total: { ...count, ...rest, read: 8, skipped: 4 },
      rows: [{ sheet: "moulds", row: 2, key: "M1", action: "new" }],
      pages: [
        { name: "模具", sheet: "moulds", part: 0, skipped: 1 },
        { name: "备忘", sheet: "", part: 0, skipped: 3, why: "unknown" },
        { name: "说明", sheet: "", part: 0, skipped: 9, why: "guide" },
      ],
      unknown: [{ name: "备忘", headers: ["a"], guess: "" }],
    },
    { sheets: [{ code: "moulds", label: "Moulds", columns: [] }] },
  );
  const line = async (name: RegExp) => {
    const row = await screen.findByRole("row", { name });
    return [...row.querySelectorAll("td")].map((cell) => cell.textContent);
  };
  expect(await line(/^Moulds/)).toEqual(["5", "2", "1", "1", "0", "1"]);
  expect(await line(/^备忘/)).toEqual(["3", "0", "0", "0", "0", "3"]);
  expect(await line(/^Total/)).toEqual(["8", "2", "1", "1", "0", "4"]);
  expect(screen.queryByRole("row", { name: /^说明/ })).toBeNull();
});

test("a sheet whose name is that of another kind is said to be what it is", async () => {
  localStorage.clear();
  const columns = [{ code: "opNo", label: "Op", required: true }];
  const { user, sent } = await choose(
    {
      ...{ ...outcome, committed: false, brokeOff: false, notWritten: [] },
      pages: [{ name: "工艺", sheet: "processes", part: 0, skipped: 0 }],
      strange: { processes: ["模具编号"] },
    },
    {
      sheets: [
        { code: "processes", label: "Processes", columns: [] },
        { code: "operations", label: "Operations", columns },
      ],
    },
  );
  await user.click(await screen.findByRole("combobox", { name: "工艺" }));
  await user.click(await screen.findByTitle("Operations"));
  await user.click(screen.getByRole("button", { name: /^Remember/ }));
  await waitFor(() => {
    const bodies = sent.map(({ body }) => JSON.stringify(body ?? {}));
    expect(bodies.join()).toContain("operations");
  });
});

test("who may not import sees which permission is missing, and nothing to drop a file on", async () => {
  const refused = () => ({
    ...{ status: 403, code: 403, message: "No permission" },
    data: { permission: "pm.import.add" },
  });
  looseServer({
    "GET production/sheets": refused,
    "GET production/import/layout": refused,
    "GET production/import/run": refused,
  });
  await showPage(<ImportPage />);
  expect(await screen.findByText("pm.import.add")).toBeVisible();
  expect(screen.queryByLabelText(/^Choose a file/)).toBeNull();
});

test("UPLOAD-01: the file of an older system is sent as one, and the server's refusal is told", async () => {
  const sent = looseServer({
    "GET production/sheets": () => ({ data: [] }),
    "GET production/import/layout": () => ({ data: [] }),
    "POST production/import": () => ({
      status: 422,
      code: 20002,
      message: "File format not supported: only .xls accepted",
    }),
  });
  const { user } = await showPage(<ImportPage />);
  await user.click(screen.getByRole("checkbox", { name: /older system/ }));
  const field = screen.getByLabelText(/^Choose a file/);
  expect(field).toHaveAttribute("accept", ".xls");
  // The dialog's filter is advice: a dropped file goes past it.
  fireEvent.drop(field.closest(".file-drop")!, {
    dataTransfer: { files: [new File(["x"], "plan.xlsx")] },
  });
  expect(
    await screen.findByText("File format not supported: only .xls accepted"),
  ).toBeVisible();
  expect(sent.at(-1)!.body.only).toBe("xls");
});

test("a value is replaced throughout, and missing records are asked for in one go", async () => {
  const cause = {
    ...{ rule: "reference", level: "error", value: "HT-9", count: 25 },
    texts: {
      zh: "供应商“HT-9”不存在",
      en: "Supplier “HT-9” does not exist",
    },
    columns: [{ sheet: "operations", column: "supplier" }],
    ...{
      allowed: [{ zh: "HT-1", en: "HT-1" }],
      entity: "supplier",
      creates: true,
    },
    rows: [{ sheet: "operations", row: 7 }],
  };
  const { user, sent } = await choose({
    ...{ ...faulty, faultCount: 25, errors: 25, causes: [cause] },
    faults: [
      {
        ...{ sheet: "operations", row: 7, column: "supplier" },
        ...{ value: "HT-9", rule: "reference", level: "error" },
        ...{ texts: cause.texts, editable: false, mouldNo: "M7" },
      },
    ],
  });
  expect(await screen.findByText("25 ×")).toBeVisible();
  expect(screen.getByText("M7")).toBeVisible();
  await user.type(screen.getByLabelText("Replace “HT-9” with…"), "HT-1");
  await user.click(screen.getByRole("button", { name: "Replace all" }));
  await vi.waitFor(() =>
    expect(JSON.parse(String(sent.at(-1)!.body.replaced))).toEqual([
      { sheet: "operations", column: "supplier", from: "HT-9", to: "HT-1" },
    ]),
  );
  await user.click(
    await screen.findByRole("button", {
      name: "Create the missing supplier (1)",
    }),
  );
  await vi.waitFor(() =>
    expect(JSON.parse(String(sent.at(-1)!.body.create))).toEqual([
      { entity: "supplier", names: ["HT-9"] },
    ]),
  );
});

const checkedRow = {
  ...{ sheet: "parts", row: 2, key: "ZC1 · P1", typed: "zc1 · p1" },
  ...{ action: "changed", mouldNo: "ZC1", partNo: "P1", changes: [] },
};
const sums = {
  ...{ read: 1, new: 0, changed: 1, same: 0, refused: 0, notReached: 0 },
  ...{ skipped: 0, removed: 0, followed: 0, made: 0 },
};
const checkedFile = {
  ...{ ...outcome, runId: "", committed: false, brokeOff: false },
  ...{ total: sums, counts: { parts: sums }, notWritten: [] },
  ...{ rows: [checkedRow], rowCount: 1 },
  pages: [
    {
      ...{ name: "Spare", sheet: "parts", part: 0, rows: 1, skipped: 0 },
      ...{ hidden: true, unseen: { rows: 2, columns: 1 } },
    },
  ],
};

const parts = { code: "parts", label: "Parts", columns: [] };

test("a file that was checked and not mended comes back after a reload, and leaving asks", async () => {
  localStorage.clear();
  const { sent } = await choose(checkedFile, { sheets: [parts] });
  expect(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  ).toBeVisible();
  loseSession();
  const { router } = await showPage(<ImportPage />);
  expect(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  ).toBeVisible();
  expect(screen.getByText("plan.xlsx")).toBeVisible();
  expect(
    sent.some(
      ({ path, body }) =>
        path === "production/import" && body.importId === "i1",
    ),
  ).toBe(true);
  void router.navigate("/elsewhere");
  expect(
    await screen.findByRole("button", { name: "Keep editing" }),
  ).toBeVisible();
});

const question = {
  ...{ status: 409, code: 20010, message: "Replace?" },
  data: { key: "replaceMoulds", text: "Replace M1?", items: [] },
};

/** A checked file that is being sent to be written, which the server answers as said. */
async function send(written: () => Promise<unknown>) {
  localStorage.clear();
  const chosen = await choose(checkedFile, {
    sheets: [parts],
    more: {
      "POST production/import": ({ body }) =>
        body.dryRun === "true" ? { data: checkedFile } : question,
    },
  });
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const form = init.body;
    if (form instanceof FormData && form.get("dryRun") === "false") {
      await written();
    }
    return answer(address, init);
  });
  await chosen.user.click(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  );
  return chosen;
}

async function expectBack() {
  loseSession();
  await showPage(<ImportPage />);
  expect(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  ).toBeVisible();
}

test("a checked file comes back after a reload while the server's question stands, and nothing is said to be written", async () => {
  await send(() => noWait);
  expect((await screen.findAllByText("Replace M1?"))[0]).toBeVisible();
  expect(screen.queryByText("Writing…")).toBeNull();
  expect(unloadAsks()).toBe(true);
  await expectBack();
});

test("a checked file comes back after a reload while the server has not answered yet", async () => {
  await send(() => new Promise(() => {}));
  expect(await screen.findByText("Writing…")).toBeVisible();
  await expectBack();
});

test("a file whose check is under way is not left unasked, by link or by reload", async () => {
  localStorage.clear();
  let end = () => {};
  const check = new Promise<void>((resolve) => (end = resolve));
  const { router, user } = await choose(checkedFile, {
    sheets: [parts],
    held: check,
  });
  expect(await screen.findByText("Checking…")).toBeVisible();
  expect(unloadAsks()).toBe(true);
  void router.navigate("/elsewhere");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe("/");
  end();
  expect(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  ).toBeVisible();
});

test("the preview tells what is hidden in the file, and keys that it writes otherwise", async () => {
  localStorage.clear();
  await choose(checkedFile, { sheets: [parts] });
  expect(await screen.findByText("Hidden")).toBeVisible();
  expect(screen.getByRole("note")).toHaveTextContent(
    "Spare Hidden2 rows hidden or filtered away, 1 column hidden",
  );
  expect(await screen.findByText("In the file: zc1 · p1")).toBeVisible();
});

test("the button counts what the outcome says, records that are made apart from rows", async () => {
  localStorage.clear();
  const counted = { ...sums, read: 914, new: 914, changed: 0, made: 91 };
  const file = { ...checkedFile, total: counted, counts: { parts: counted } };
  const { user } = await choose(file, {
    sheets: [parts],
    more: {
      "POST production/import": ({ body }) => ({
        data: { ...file, committed: body.dryRun === "false" },
      }),
    },
  });
  await user.click(
    await screen.findByRole("button", {
      name: "Import: 914 rows, 91 records made",
    }),
  );
  expect(
    await screen.findAllByText(
      "Imported rows: 914 new, 0 changed, 91 records made.",
    ),
  ).not.toHaveLength(0);
});

test("an import that is still being read can be stopped, and says that nothing was written", async () => {
  localStorage.clear();
  const run = { id: "r1", name: "plan.xlsx", moulds: 0, notWritten: 0 };
  let state: object = { ...run, state: "reading", written: 0 };
  const rest = { ...sums, changed: 0, notReached: 1 };
  const sent = looseServer({
    "GET production/sheets": () => ({
      data: [{ code: "parts", label: "Parts", columns: [] }],
    }),
    "GET production/import/layout": () => ({ data: [] }),
    "GET production/import/run": () => ({ data: state }),
    "POST production/import": () => ({ data: checkedFile }),
    "POST production/import/stop": () => {
      const result = {
        ...{ ...checkedFile, brokeOff: true, stopped: true, rows: [] },
        ...{ rowCount: 0, total: rest, counts: { parts: rest } },
      };
      state = { ...run, state: "brokenOff", written: 0, result };
      return { data: { stopped: 1 } };
    },
  });
  const { user } = await showPage(<ImportPage />);
  expect(
    await screen.findByText(/is being read; nothing is written yet/),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(
    await screen.findByText(
      "The import of “plan.xlsx” was stopped. Nothing was written.",
    ),
  ).toBeVisible();
  expect(screen.getAllByText(/Nothing was written/)).toHaveLength(1);
  expect(
    sent.find(({ path }) => path.includes("import/stop"))!.query.get("runId"),
  ).toBe("r1");
  expect(screen.getAllByText("Not reached")[0]).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(
    await screen.findByRole("button", { name: "Import: 1 row" }),
  ).toBeVisible();
});

test("the counts of a check have their thousands apart, in sentences, tables and choices", async () => {
  const sum = { read: 9352, new: 7394, same: 1958 };
  const checked = {
    ...{ ...checkedFile, total: { ...sums, ...sum }, rowCount: 9352 },
    ...{ counts: { parts: { ...sums, ...sum } } },
  };
  await choose(checked, { sheets: [parts] });
  expect(await screen.findByText("All 9,352")).toBeInTheDocument();
  expect(screen.getByText("New 7,394")).toBeInTheDocument();
  expect(screen.getAllByText("7,394")).toHaveLength(2);
  expect(document.body.textContent).not.toMatch(/9352|7394|1958/);
});

test("the starter workbook is fetched beside the template", async () => {
  const sent = looseServer({
    "GET production/sheets": () => ({ data: [] }),
    "GET production/import/layout": () => ({ data: [] }),
  });
  const { user } = await showPage(<ImportPage />);
  await user.click(
    await screen.findByRole("button", {
      name: "Download the starter workbook",
    }),
  );
  await waitFor(() =>
    expect(
      sent
        .find(({ path }) => path === "production/template")
        ?.query.get("examples"),
    ).toBe("true"),
  );
});
