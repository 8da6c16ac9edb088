import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { ProgressPage } from "./progress-page";

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
};

async function show(
  at: string,
  row: object = turn,
  report: Parameters<typeof looseServer>[0][string] = () => ({
    data: { id: "r2" },
  }),
) {
  const sent = looseServer({
    "GET mf/place": () => ({
      data: {
        machines: [place("m1", "EDM-1"), place("m2", "EDM-2")],
        moulds: [place("a", "A"), place("b", "B")],
      },
    }),
    "GET mf/dispatch": () => ({ data: { rows: [row], total: 1 } }),
    "POST mf/progress": report,
  });
  const shown = await showPage(<ProgressPage />, {
    at,
    path: "/mf/progress",
    may: ["mf.progress.modify"],
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

beforeEach(() => localStorage.clear());

afterEach(() => {
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
  await user.click(screen.getByRole("button", { name: /Pause/ }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
      status: 2,
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
  await user.click(screen.getByRole("button", { name: /Pause/ }));
  await screen.findByText("1667 h worked, 2 h planned");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /Pause/ })).toBeEnabled(),
  );
  expect(reports()).toBe(1);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  await user.click(screen.getByRole("button", { name: /Pause/ }));
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
  await screen.findByRole("button", { name: "Undo" });
  await choose("Batch", "B2 ×2 · Not started");
  await user.type(screen.getByLabelText("Worked now"), "30");
  await user.click(screen.getByRole("button", { name: /Start/ }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      operationId: "o1",
      batchId: "b2",
      status: 1,
      now: true,
      basedOn: "b2 newest",
      reportedHours: 0.5,
    }),
  );
});
