import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { showPage } from "../../testing/show-page";
import { ImportPanel } from "./import-panel";
import type { Meta } from "./metadata";

const meta = {
  entity: "calendar",
  path: "bms/calendar",
  label: { zh: "工作日历", en: "Work calendar" },
  permission: "system.calendar",
  may: ["add"],
  groups: [],
  fields: [
    { key: "name", label: { zh: "名称", en: "Name" }, kind: "text" },
    {
      ...{ key: "used", label: { zh: "使用", en: "Used by" }, kind: "text" },
      readOnly: true,
    },
  ],
} as unknown as Meta;

const result = (more: object) => ({
  data: {
    ...{ read: 1, created: 1, changed: 0, same: 0, refused: 0, skipped: 0 },
    notReached: 0,
    ...{
      committed: false,
      basis: "as-checked",
      sheet: "",
      sheets: [],
      headings: [],
      missing: [],
      made: [],
      warnings: [],
    },
    ...{ rows: [], rowCount: 0, faults: [], faultCount: 0, ...more },
  },
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

/** A text that is the same in both languages. */
const both = (text: string) => ({ zh: text, en: text });

type Sent = ReturnType<typeof fakeServer>;

/** Shows the panel with a file chosen; the answers to it come once `held` is over. */
async function choose(
  handlers: Parameters<typeof fakeServer>[0],
  of = meta,
  held = Promise.resolve(),
) {
  const sent = fakeServer(handlers);
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (init.method === "POST") {
      await held;
    }
    return answer(address, init);
  });
  const shown = await showPage(<ImportPanel meta={of} onClose={vi.fn()} />);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await shown.user.upload(input, new File(["name"], "a.csv"));
  return { ...shown, sent };
}

function unload() {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

const imports = (sent: Sent) =>
  sent.filter(({ path }) => path.endsWith("/import"));

// product.md 14: only the failed rows to download, and nothing cut in silence.
test("what is not shown of the faults is counted, and the failed rows can be had", async () => {
  const faults = Array.from({ length: 620 }, (_, at) => ({
    ...{ row: at + 2, key: "", column: "name", value: `v${at}` },
    ...{ rule: "pattern", texts: both("Name is odd") },
  }));
  const { user, sent } = await choose({
    "POST bms/calendar/import": () =>
      result({ created: 0, refused: 620, faults, faultCount: 620 }),
  });
  await screen.findByText("420 more faults are in the file to download.");
  await user.click(
    screen.getByRole("button", { name: "Download the failed rows" }),
  );
  await waitFor(() =>
    expect(sent.some(({ path }) => path === "bms/calendar/import/failed")).toBe(
      true,
    ),
  );
});

test("a question of the import is asked and answered", async () => {
  const { user, sent } = await choose({
    "POST bms/calendar/import": ({ body, query }) =>
      body.dryRun === "true" || query.get("confirm") === "replaceDefault"
        ? result({})
        : {
            status: 409,
            code: 20010,
            data: { key: "replaceDefault", text: "Replace it?", items: [] },
          },
  });
  await user.click(await screen.findByRole("button", { name: /^Write/ }));
  await screen.findAllByText("Replace it?");
  expect(screen.queryByText("Writing…")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(imports(sent)).toHaveLength(3));
});

// Faults of one cause stand together and are mended together; what was mended goes with the next check.
test("a value that many rows share is replaced in all of them", async () => {
  const fault = {
    ...{ key: "", column: "name", value: "HT-9", rule: "reference" },
    ...{
      texts: both("Supplier “HT-9” does not exist"),
      options: [both("HT-1")],
    },
  };
  const { user, sent } = await choose({
    "POST bms/calendar/import": ({ body }) =>
      body.edits
        ? result({})
        : result({
            ...{ created: 0, refused: 2, faultCount: 2 },
            faults: [
              { ...fault, row: 2 },
              { ...fault, row: 7 },
            ],
          }),
  });
  await screen.findByText("2 ×");
  await user.type(screen.getByRole("combobox", { name: /HT-9/ }), "HT-1");
  await user.click(
    screen.getByRole("button", { name: "Check again with 2 changes" }),
  );
  await screen.findByRole("button", { name: /^Write/ });
  expect(JSON.parse(String(sent.at(-1)!.body.edits))).toEqual([
    { row: 2, column: "name", value: "HT-1" },
    { row: 7, column: "name", value: "HT-1" },
  ]);
});

// Nothing but one of its values can be right, so nothing else can be given.
test("a fixed choice and a flag are mended by choosing", async () => {
  const fault = {
    ...{ key: "", value: "v", rule: "choice" },
    texts: both("Is odd"),
  };
  const option = (zh: string, en: string, value: number) => ({
    ...{ value, label: { zh, en } },
  });
  const fixed = {
    ...meta,
    fields: [
      {
        ...{ key: "state", kind: "choice", label: { zh: "状态", en: "State" } },
        options: [option("有效", "Valid", 0), option("失效", "Expired", 1)],
      },
      { key: "urgent", kind: "flag", label: { zh: "加急", en: "Urgent" } },
    ],
  } as unknown as Meta;
  const { user, sent } = await choose(
    {
      "POST bms/calendar/import": ({ body }) =>
        body.edits
          ? result({})
          : result({
              ...{ created: 0, refused: 1, faultCount: 2 },
              faults: ["state", "urgent"].map((column) => ({
                ...{ ...fault, column, row: 2 },
              })),
            }),
    },
    fixed,
  );
  const state = await screen.findByRole("combobox", { name: /State v/ });
  await user.type(state, "odd{Enter}");
  await user.click(document.body);
  expect(screen.queryByRole("button", { name: /^Check again/ })).toBeNull();
  await user.click(state);
  await user.click(await screen.findByTitle("Expired"));
  await user.click(screen.getByRole("combobox", { name: /Urgent v/ }));
  await user.click(await screen.findByTitle("No"));
  await user.click(
    screen.getByRole("button", { name: "Check again with 2 changes" }),
  );
  await screen.findByRole("button", { name: /^Write/ });
  expect(JSON.parse(String(sent.at(-1)!.body.edits))).toEqual([
    { row: 2, column: "state", value: "Expired" },
    { row: 2, column: "urgent", value: "No" },
  ]);
});

test("only what an import writes can be mended in the preview", async () => {
  const fault = {
    ...{ key: "", value: "v", rule: "odd", texts: both("Is odd") },
  };
  await choose({
    "POST bms/calendar/import": () =>
      result({
        ...{ created: 0, refused: 3, faultCount: 3 },
        faults: ["name", "used", "nothing"].map((column, at) => ({
          ...{ ...fault, column, row: at + 2 },
        })),
      }),
  });
  await screen.findByRole("textbox", { name: /Name v/ });
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
});

// What the file refers to and is not there is made with the import, once somebody says so.
test("missing records are created with the import", async () => {
  const section = { zh: "工段", en: "Section" };
  const missing = [
    { entity: "section", label: section, names: ["EDM", "GRIND"], may: true },
    { entity: "group", label: section, names: ["X"], may: false },
  ];
  const { user, sent } = await choose({
    "POST bms/calendar/import": () => result({ missing }),
  });
  const box = await screen.findByRole("checkbox", {
    name: "Create what is missing (section, 2): EDM, GRIND",
  });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  await user.click(box);
  await waitFor(() => expect(imports(sent)).toHaveLength(2));
  expect(JSON.parse(String(imports(sent)[1]!.body.create))).toEqual([
    { entity: "section", names: ["EDM", "GRIND"] },
  ]);
});

test("the outcome names the records that were made beside the rows", async () => {
  const made = [
    {
      ...{ entity: "section", label: { zh: "工段", en: "Section" } },
      names: ["EDM", "GRIND"],
    },
  ];
  let writes = 0;
  const { user } = await choose({
    "POST bms/calendar/import": () => {
      writes += 1;
      const faults = [
        ...[
          {
            row: 3,
            key: "",
            column: "name",
            value: "v",
            rule: "pattern",
            texts: both("Name is odd"),
          },
        ],
      ];
      return result({
        ...{ made, committed: writes > 1, faults, faultCount: 1, refused: 1 },
      });
    },
  });
  await screen.findByText(/Will also be created \(section, 2\): EDM, GRIND/);
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: /^Write/ }));
  await screen.findByText(/Also created \(section, 2\): EDM, GRIND/);
});

// The file is chosen anew after leaving, so leaving before it is written is asked about; after it, the counts are of what is in.
test("a checked file that is not written is not left unasked", async () => {
  let writes = 0;
  const { user, router } = await choose({
    "POST bms/calendar/import": () => {
      writes += 1;
      const faults = [
        {
          ...{ row: 3, key: "", column: "name", value: "v", rule: "pattern" },
          texts: both("Name is odd"),
        },
      ];
      return result({
        ...{ committed: writes > 1, faults, faultCount: 1, refused: 1 },
      });
    },
  });
  await screen.findByText(/^1 row: 1 new/);
  expect(unload()).toBe(true);
  void router.navigate("/?open=new");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.search).toBe("");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: /^Write/ }));
  await screen.findByText(/^Written\. 1 row: 1 new/);
  expect(unload()).toBe(false);
});

test("a file whose check is under way is not left unasked, by link or by reload", async () => {
  let end = () => {};
  const check = new Promise<void>((resolve) => (end = resolve));
  const { user, router } = await choose(
    { "POST bms/calendar/import": () => result({}) },
    meta,
    check,
  );
  expect(await screen.findByText("Checking…")).toBeVisible();
  expect(unload()).toBe(true);
  void router.navigate("/?open=new");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.search).toBe("");
  end();
  expect(await screen.findByText(/^1 row: 1 new/)).toBeVisible();
});

test("taught headings are listed, and forgotten one layout at a time", async () => {
  let layouts = [
    {
      id: "l1",
      columns: { 名字: "name", 备注栏: "" },
      updatedAt: "2026-03-02",
    },
  ];
  const { user, sent } = await choose({
    "POST bms/calendar/import": () => result({}),
    "GET bms/calendar/import/layout": () => ({ data: layouts }),
    "DELETE bms/calendar/import/layout/l1": () => {
      layouts = [];
      return { data: null };
    },
  });
  await user.click(await screen.findByText("Remembered headings (1)"));
  expect(screen.getByText(/名字 → .*备注栏 → /)).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: /^Forget the headings/ }),
  );
  await waitFor(() => expect(screen.queryByText(/Remembered/)).toBeNull());
  expect(sent.some(({ method }) => method === "DELETE")).toBe(true);
});

test("an import that wrote nothing says so and stands in the log", async () => {
  let calls = 0;
  const { user } = await choose({
    "POST bms/calendar/import": () => {
      calls += 1;
      return calls === 1
        ? result({ committed: false })
        : result({ committed: false, created: 0, same: 1 });
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Write/ }));
  await screen.findByText(/Nothing was written: 1 unchanged, 0 refused/);
});

test("rows that were not reached are no refused ones: one sentence tells of them", async () => {
  let calls = 0;
  const row = (at: number, action: string) => ({
    ...{ row: at, key: `N${at}`, action },
  });
  const { user } = await choose({
    "POST bms/calendar/import": () => {
      calls += 1;
      return calls === 1
        ? result({ read: 3, created: 3 })
        : result({
            ...{ read: 3, created: 1, notReached: 2, committed: true },
            rows: [row(2, "new"), row(3, "notReached"), row(4, "notReached")],
            rowCount: 3,
            faults: [3, 4].map((at) => ({
              ...{ row: at, key: `N${at}`, column: "name", value: `N${at}` },
              ...{ rule: "notWritten", texts: both("The writing broke off") },
            })),
            faultCount: 2,
          });
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Write/ }));
  await screen.findByText(
    /^Written\. 3 rows: 1 new, 0 changed, 0 unchanged, 0 refused, 0 skipped/,
  );
  expect(
    screen.getByText(/^The writing broke off: 2 rows were not reached\./),
  ).toBeVisible();
  expect(screen.getAllByText(/broke off/)).toHaveLength(1);
  expect(screen.queryByText(/fault/)).toBeNull();
  expect(screen.queryByRole("button", { name: /failed rows/ })).toBeNull();
  expect(screen.getAllByText("Not reached")).toHaveLength(2);
});

test("the preview tells what is hidden in the file, and keys that it writes otherwise", async () => {
  await choose({
    "POST bms/calendar/import": () =>
      result({
        ...{ created: 0, changed: 1, sheet: "Spare", hidden: true },
        unseen: { rows: 1, columns: 2 },
        rows: [
          {
            ...{ row: 2, key: "ZC1", typed: "zc1", action: "changed" },
            changes: [{ field: "name", before: both("A"), after: both("B") }],
          },
        ],
        rowCount: 1,
      }),
  });
  expect(await screen.findByText("In the file: zc1")).toBeVisible();
  expect(screen.getByRole("note")).toHaveTextContent(
    "Spare Hidden1 row hidden or filtered away, 2 columns hidden",
  );
});

test("a column without heading is told, and the rest of the file is written", async () => {
  const message = "Column C holds values in 2 rows but has no heading";
  const warning = { row: 3, key: "", column: "C", value: "loose" };
  await choose({
    "POST bms/calendar/import": () =>
      result({
        warnings: [{ ...warning, rule: "noHeading", texts: both(message) }],
      }),
  });
  const cells = (await screen.findByText(message)).closest("tr")!.cells;
  expect([...cells].map((cell) => cell.textContent)).toEqual([
    ...["3", "C", "loose", `▲${message}`, ""],
  ]);
  expect(screen.getByRole("status")).not.toHaveTextContent("fault");
  expect(screen.getByRole("button", { name: /^Write/ })).toBeEnabled();
});

test("a file whose headings mean nothing yet is not left unasked", async () => {
  const heading = { heading: "Nr", column: "", taught: false, unknown: true };
  await choose({
    "POST bms/calendar/import": () =>
      result({ created: 0, refused: 1, headings: [heading] }),
  });
  expect(await screen.findByText("Nr")).toBeVisible();
  expect(unload()).toBe(true);
});

// Nothing is written over what changed after the check: the file is checked again, and what it would do now is to be seen first.
test("a file whose records changed since its check is checked again", async () => {
  let checks = 0;
  const { user, sent } = await choose({
    "POST bms/calendar/import": ({ body }) =>
      String(body.dryRun) === "true"
        ? result(++checks === 1 ? {} : { created: 0, changed: 1 })
        : { status: 409, code: 20009, message: "changed", data: {} },
  });
  await user.click(await screen.findByRole("button", { name: /^Write/ }));
  expect(
    await screen.findByText(/were changed after it was checked/),
  ).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Write/ })).toBeEnabled(),
  );
  expect(imports(sent).map(({ body }) => body.basis)).toEqual([
    "",
    "as-checked",
    "",
  ]);
});
