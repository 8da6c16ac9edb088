import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { owner, restored } from "./kept-place";
import { ProgressPage } from "./progress-page";
import { discard, keep } from "./report-queue";

const place = (id: string, name: string) => ({ id, name, title: "" });
const turn = {
  operationId: "o1",
  mouldNo: "A",
  mouldName: "Cover",
  partNo: "P1",
  partName: "Core",
  delivery: null,
  qty: 3,
  opNo: 10,
  branch: "",
  process: "CNC",
  machineIds: [],
  plannedStart: null,
  plannedEnd: null,
  hours: 4,
  status: 1,
  reportedHours: 1,
  remainingHours: null,
  qtyDone: 0,
  reportId: "r1",
  waits: [],
  batches: [],
  blocked: [] as object[],
  pauseReason: 0,
};

const reasons = (...names: string[]) =>
  names.map((name, at) => ({ value: at + 1, text: { zh: name, en: name } }));

async function show(
  at: string,
  row: object = turn,
  report: Parameters<typeof looseServer>[0][string] = () => ({
    data: { id: "r2" },
  }),
  more: Parameters<typeof looseServer>[0] = {},
) {
  const sent = looseServer({
    "GET mf/place": () => ({
      data: {
        machines: [place("m1", "EDM-1"), place("m2", "EDM-2")],
        moulds: [place("a", "A"), place("b", "B")],
        pauseReasons: reasons("End of shift", "Machine down"),
        blockReasons: reasons(..."1234567".split(""), "Other"),
      },
    }),
    "GET mf/progress": () => ({ data: [] }),
    ...more,
    "GET mf/dispatch": () => ({ data: { rows: [row], total: 1 } }),
    "POST mf/progress": report,
  });
  const shown = await showPage(<ProgressPage />, {
    at,
    path: "/mf/progress",
    may: ["mf.progress.modify", "mf.progress.remove"],
  });
  await screen.findByText("1 of 1 task");
  const asked = () => {
    const last = sent.filter(({ path }) => path === "mf/dispatch").at(-1)!;
    return {
      machine: last.query.get("machine") ?? "",
      mould: last.query.get("mould") ?? "",
    };
  };
  return { ...shown, sent, asked };
}

const field = (name: string) => screen.getByRole("combobox", { name });
async function choose(name: string, option: string) {
  fireEvent.mouseDown(field(name));
  fireEvent.click(await screen.findByTitle(option));
}
/** Presses the cross in a field with a choice. */
async function clear(name: string, chosen: string) {
  await screen.findByTitle(chosen);
  const cross = field(name)
    .closest(".ant-select")!
    .querySelector(".ant-select-clear")!;
  fireEvent.mouseDown(cross);
  fireEvent.click(cross);
}

type User = Awaited<ReturnType<typeof show>>["user"];

async function pause(user: User) {
  await user.click(screen.getByRole("button", { name: /Pause/ }));
  await user.click(await screen.findByRole("button", { name: "Machine down" }));
}

beforeEach(() => localStorage.clear());

afterEach(() => {
  restored().forEach(({ key }) => discard(key)); // of the page, too
  vi.unstubAllGlobals();
  session.clear();
});

test("clearing the machine shows all machines, also when one was kept", async () => {
  localStorage.setItem("mw.floor.place", "m1");
  const { asked } = await show("/mf/progress");
  await waitFor(() => expect(asked().machine).toBe("m1"));
  await clear("Machine", "EDM-1");
  await waitFor(() => expect(asked().machine).toBe(""));
  expect(localStorage.getItem("mw.floor.place")).toBe("");
});

test("a kept machine of another factory narrows nothing", async () => {
  localStorage.setItem("mw.floor.place", "elsewhere");
  const { asked } = await show("/mf/progress");
  await waitFor(() => expect(asked().machine).toBe(""));
});

test("clearing the mould, or choosing a state without one, stays with the moulds", async () => {
  const { asked } = await show("/mf/progress?mould=a");
  expect(asked().mould).toBe("a");
  await clear("Mould", "A");
  await waitFor(() => expect(asked().mould).toBe(""));
  expect(field("Mould")).toBeInTheDocument();
  await choose("Status", "Paused");
  await waitFor(() => expect(field("Mould")).toBeInTheDocument());
});

test("a look at the moulds comes back to the machine that was chosen", async () => {
  localStorage.setItem("mw.floor.place", "m1");
  const { user, asked } = await show("/mf/progress");
  await choose("Machine", "EDM-2");
  await waitFor(() => expect(asked().machine).toBe("m2"));
  await user.click(screen.getByRole("radio", { name: "Mould" }));
  await waitFor(() => expect(asked().machine).toBe(""));
  await user.click(screen.getByRole("radio", { name: "Machine" }));
  await screen.findAllByTitle("EDM-2");
});

test("hours have two places at most, as in every table", async () => {
  await show("/mf/progress", {
    ...turn,
    ...{ hours: 9.2, reportedHours: 0.25, remainingHours: 8 },
  });
  const row = (await screen.findByText("A / P1 / 10 CNC")).closest<HTMLElement>(
    "[role=row]",
  )!;
  const cells = within(row)
    .getAllByRole("gridcell")
    .map((cell) => cell.textContent);
  expect(cells).toEqual(expect.arrayContaining(["9.2", "0.25", "8"]));
});

test("an opened task marks a process that has no English name", async () => {
  const { user } = await show("/mf/progress", { ...turn, process: "放电" });
  await user.dblClick(await screen.findByText("放电"));
  const heading = within(
    await screen.findByRole("dialog", { name: "A / P1 / 10 放电" }),
  ).getByRole("heading");
  expect(heading).toHaveTextContent(/^A \/ P1 \/ 10 放电/);
  expect(
    within(heading).getByRole("img", { name: "No English name yet" }),
  ).toBeVisible();
});

test("hours where minutes are asked for are refused, not read as minutes", async () => {
  const { user, sent } = await show("/mf/progress");
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  const left = await screen.findByLabelText("Remaining");
  await user.type(left, "2h");
  expect(screen.getByText("Enter minutes, for example 90")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Pause/ }));
  expect(left).toHaveFocus();
  expect(sent.some(({ method }) => method === "POST")).toBe(false);
  await user.clear(left);
  await user.type(left, "120 min");
  await pause(user);
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
      status: 2,
      pauseReason: 2,
      remainingHours: 2,
    }),
  );
});

test("a report that is hard to believe is sent again once it is said to be right", async () => {
  const { user, sent } = await show("/mf/progress", turn, ({ query }) =>
    query.get("confirm") === "implausible"
      ? { data: { id: "r2" } }
      : {
          status: 409,
          code: 20010,
          message: "far",
          data: {
            key: "implausible",
            text: "Is it right?",
            items: ["1667 h worked, 2 h planned"],
          },
        },
  );
  const reports = () => sent.filter(({ method }) => method === "POST").length;
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await user.type(await screen.findByLabelText("Worked now"), "99999");
  await pause(user);
  await screen.findByText("1667 h worked, 2 h planned");
  expect(screen.queryByRole("button", { name: "Send anyway" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /Pause/ })).toBeEnabled(),
  );
  expect(reports()).toBe(1);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  await pause(user);
  await waitFor(() => expect(reports()).toBe(2));
  await user.click(
    (await screen.findAllByRole("button", { name: "Continue" })).at(-1)!,
  );
  await waitFor(() => expect(reports()).toBe(3));
});

// APS-TASK-05
test("the buttons and the hours are those of the chosen batch", async () => {
  const batch = (id: string, status: number, reportedHours: number) => ({
    ...{ id, batchNo: id.toUpperCase(), qty: 2, state: 1, hours: 2 },
    ...{ status, reportedHours, remainingHours: null, qtyDone: 0 },
    reportId: `${id} newest`,
  });
  const batches = [batch("b1", 1, 3), batch("b2", 0, 0), batch("b3", 3, 2)];
  const { user, sent } = await show("/mf/progress", {
    ...turn,
    reportedHours: 5,
    batches,
  });
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await screen.findByRole("button", { name: /Pause/ });
  await choose("Batch", "B3 ×2 · Finished");
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: /Finish/ })).toBeNull(),
  );
  await choose("Batch", "B2 ×2 · Not started");
  await user.type(screen.getByLabelText("Worked now"), "30");
  await user.click(screen.getByRole("button", { name: /Start/ }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      key: expect.any(String) as string,
      operationId: "o1",
      batchId: "b2",
      status: 1,
      now: true,
      basedOn: "b2 newest",
      reportedHours: 0.5,
    }),
  );
});

test("a report without a network is kept, shown as it was made, and sent when there is one", async () => {
  let isAway = true;
  const { user, sent } = await show("/mf/progress", turn, () =>
    isAway ? { status: 503, code: 503 } : { data: { id: "r2" } },
  );
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await user.type(await screen.findByLabelText("Worked now"), "30");
  await pause(user);
  await screen.findByText(/^1 report waits for the network/);
  expect(await screen.findByRole("button", { name: /Resume/ })).toBeEnabled();
  expect(screen.getByLabelText("Worked now")).toHaveValue("");
  const [first] = sent.filter(({ method }) => method === "POST");
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await waitFor(() =>
    expect(screen.queryByText(/waits for the network/)).toBeNull(),
  );
  const last = sent.filter(({ method }) => method === "POST").at(-1)!;
  expect(last.body).toEqual({
    ...first!.body,
    at: expect.any(String) as string,
  });
  expect(last.body).toMatchObject({ reportedHours: 1.5, pauseReason: 2 });
});

test("a server that hangs is as good as no network: the panel goes on after three seconds", async () => {
  const { user } = await show("/mf/progress");
  const others = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    init.method === "POST"
      ? new Promise(() => undefined)
      : others(address, init),
  );
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await user.type(await screen.findByLabelText("Worked now"), "30");
  await pause(user);
  await screen.findByText(/^1 report waits for the network/, undefined, {
    timeout: 5_000,
  });
  expect(screen.getByRole("button", { name: /Resume/ })).toBeEnabled();
  expect(screen.getByLabelText("Worked now")).toHaveValue("");
});

test("the list follows what somebody else has sent of this device", async () => {
  const { sent } = await show("/mf/progress");
  keep({
    ...{ kind: "report", key: "k", owner: owner(), title: "A", at: "" },
    refused: { texts: { zh: "有人报过", en: "newer" } },
    body: { operationId: "o9", status: 1, key: "k" },
  });
  await screen.findByText(/newer/);
  const reads = () => sent.filter(({ path }) => path === "mf/dispatch").length;
  const before = reads();
  discard("k");
  await waitFor(() => expect(reads()).toBe(before + 1));
});

test("no report shows before the task above follows it", async () => {
  const line = (id: string, status: number) => ({
    ...{ id, reporter: "Li", reportedAt: "2030-03-01T08:00:00Z", status },
    ...{ machine: "", reportedHours: 0, qtyDone: 0, pauseReason: 0 },
    ...{ withdrawn: false, withdraws: "", mayRecall: false, whyNot: "" },
  });
  const { user } = await show("/mf/progress", turn, undefined, {
    "GET mf/progress": () => ({ data: [line("r2", 2), line("r1", 1)] }),
  });
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  const history = await screen.findByText("Reports");
  const lines = within(history.closest("section")!).getAllByRole("listitem");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toHaveTextContent("Started");
});

test("a kept report whose person is asked is answered beside its task", async () => {
  let isAway = true;
  const { user, sent } = await show("/mf/progress", turn, ({ query }) =>
    isAway
      ? { status: 503, code: 503 }
      : query.get("confirm") === "implausible-1"
        ? { data: { id: "r2" } }
        : {
            ...{ status: 409, code: 20010, message: "far" },
            data: {
              ...{ key: "implausible-1", text: "Is it right?" },
              items: ["Finished 20 s after the start"],
            },
          },
  );
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await user.click(await screen.findByRole("button", { name: /Finish/ }));
  await screen.findByText(/^1 report waits for the network/);
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Send now" }));
  const panel = await screen.findByRole("dialog");
  await within(panel).findByText(/Finished 20 s after the start/);
  await user.click(within(panel).getByRole("button", { name: "Send anyway" }));
  await waitFor(() =>
    expect(screen.queryByText(/Finished 20 s after/)).toBeNull(),
  );
  expect(sent.at(-1)).toBeDefined();
  expect(localStorage.getItem("mw.reports")).toBe("[]");
});

test("who cannot begin says why, other with words", async () => {
  const { user, sent } = await show(
    "/mf/progress",
    { ...turn, status: 0 },
    undefined,
    { "POST mf/blockedStart": () => ({ data: { id: "x" } }) },
  );
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await user.click(await screen.findByRole("button", { name: /Can't start/ }));
  await user.click(await screen.findByRole("button", { name: "Other" }));
  const tell = screen.getByRole("button", { name: "Tell the planners" });
  expect(tell).toBeDisabled();
  await user.type(screen.getByLabelText("Say what it is"), "wrong steel");
  await user.click(tell);
  await waitFor(() =>
    expect(sent.find(({ path }) => path === "mf/blockedStart")?.body).toEqual({
      key: expect.any(String) as string,
      ...{ operationId: "o1", reason: 8, remark: "wrong steel" },
    }),
  );
});

test("a planner answers what cannot begin", async () => {
  const blocked = {
    ...{ id: "x", batchId: "", reason: 3, remark: "E7", own: false },
    ...{ reporter: "Li", toldAt: "2030-03-01T08:00:00Z" },
  };
  const { user, sent } = await show(
    "/mf/progress",
    { ...turn, status: 0, blocked: [blocked] },
    undefined,
    { "POST mf/blockedStart/answer": () => ({ data: { id: "x" } }) },
  );
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await screen.findByText("Can't start: 3");
  expect(screen.queryByRole("button", { name: /⚠/ })).toBeNull();
  await user.type(screen.getByLabelText("Answer"), " at two ");
  await user.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith("/answer"))?.body).toEqual({
      id: "x",
      answer: "at two",
    }),
  );
});

test("the newest report that stands is withdrawn once it is confirmed", async () => {
  const line = (id: string, status: number, own: object) => ({
    ...{ id, reporter: "Li", reportedAt: "2030-03-01T08:00:00Z", status },
    ...{ machine: "", reportedHours: 0, qtyDone: 0, pauseReason: 0 },
    ...{ withdrawn: false, withdraws: "", mayRecall: false, whyNot: "" },
    ...own,
  });
  const newest = { ...turn, reportId: "r2" };
  const { user, sent } = await show("/mf/progress", newest, undefined, {
    "GET mf/progress": () => ({
      data: [
        line("r2", 2, { mayRecall: true, pauseReason: 1, reportedHours: 2 }),
        line("r1", 1, {}),
      ],
    }),
    "POST mf/progress/withdraw": () => ({ data: { id: "r3" } }),
  });
  await user.dblClick(await screen.findByText("A / P1 / 10 CNC"));
  await screen.findByText(/End of shift/);
  await user.click(screen.getByRole("button", { name: "Withdraw" }));
  await user.click(
    (await screen.findAllByRole("button", { name: "Withdraw" })).at(-1)!,
  );
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith("/withdraw"))?.body).toEqual({
      operationId: "o1",
      basedOn: "r2",
    }),
  );
});

test("an address opens an operation, and forgets it once that is closed", async () => {
  const { user, router } = await show("/mf/progress?by=mould&open=o1");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.search).toBe("?by=mould");
});
