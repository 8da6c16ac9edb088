import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { Chart } from "./chart";
import { GanttLegend } from "./gantt-legend";
import { GanttView } from "./gantt-view";
import { flag, type Plan, type PlanStanding } from "./plan";
import { samplePlan, type SampleBar } from "./sample-plan";
import type { Say } from "./words";
import { sizeSheets } from "../../testing/sized-sheet";

const say: Say = (key, params) =>
  params ? `${key} ${Object.values(params).join(" ")}` : key;

beforeEach(sizeSheets);

const tasks: SampleBar[] = [
  { resource: 0, part: 0, start: 0, end: 100, latestStart: 2880, op: 10 },
  { resource: 0, part: 2, start: 200, end: 300, lock: 2, flags: flag.conflict },
  { resource: 1, part: 1, start: 100, end: 180 },
];

function show() {
  const view = (plan: Plan, standing?: PlanStanding) => (
    <GanttView
      plan={plan}
      standing={standing}
      say={say}
      locale="en-GB"
      look="light"
      tooltip={() => null}
      details={(chart, bar, onClose) => (
        <aside>
          details of {bar}
          <p>{chart.model.plan.bars.id[bar]}</p>
          {onClose && <button onClick={onClose}>left the plan</button>}
        </aside>
      )}
      resource={(_chart, of) => <aside>machine {of}</aside>}
      onExport={() => {}}
    />
  );
  const first = samplePlan(tasks);
  const { rerender } = render(view(first));
  const sheet = screen.getByRole("application");
  return Object.assign(sheet, {
    /** The same plan, with bars that stand otherwise today. */
    report: (standing: PlanStanding) => rerender(view(first, standing)),
    replan: (plan: Plan, standing?: PlanStanding) =>
      rerender(view(plan, standing)),
  });
}

test("the keyboard selects, the live region speaks, Enter opens the details", async () => {
  const user = userEvent.setup();
  const sheet = show();
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}");
  const live = within(sheet).getByRole("status");
  expect(live).toHaveTextContent(
    "spokenBar A P1 10 数控 M1 03-02 08:00 03-02 09:40",
  );
  expect(live).toHaveTextContent("spokenSlack days 2");
  await user.keyboard("{ArrowRight}");
  expect(live).toHaveTextContent("spokenLate days 1.4 · locked · conflict");
  await user.keyboard("{Enter}");
  expect(screen.getByText("details of 1")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByText("details of 1")).toBeNull();
});

test("a tree grid off the screen lists the rows and bars in sight", async () => {
  const user = userEvent.setup();
  const sheet = show();
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}");
  const grid = await screen.findByRole("treegrid");
  const row = await within(grid).findByRole("row", { name: /^M1/ });
  expect(row).toHaveAttribute("aria-level", "3");
  expect(within(row).getAllByRole("gridcell")).toHaveLength(2);
  expect(within(grid).getByRole("row", { name: /^加工/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await vi.waitFor(() =>
    expect(
      document.getElementById(sheet.getAttribute("aria-activedescendant")!),
    ).toHaveAttribute("aria-selected", "true"),
  );
});

test("search jumps to the hit and steps through its bars", async () => {
  const user = userEvent.setup();
  const sheet = show();
  act(() => sheet.focus());
  await user.keyboard("/");
  const field = screen.getByRole("combobox", { name: "search" });
  expect(field).toHaveFocus();
  await user.keyboard("m1");
  expect(screen.getByRole("option", { name: /M1/ })).toBeVisible();
  await user.keyboard("{Enter}");
  expect(screen.getByText("hitBars 1 2")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(screen.getByText("hitBars 2 2")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("");
  expect(sheet).toHaveFocus();
});

// APS-GANTT-03
test("the legend names what is in the picture and lights one entry", async () => {
  const user = userEvent.setup();
  show();
  const legend = screen.getByRole("group", { name: "legend" });
  expect(within(legend).getAllByRole("button")).toHaveLength(1);
  await user.selectOptions(
    screen.getByRole("combobox", { name: "colourBy" }),
    "mould",
  );
  const mould = within(legend).getByRole("button", { name: /^B/ });
  await user.click(mould);
  expect(mould).toHaveAttribute("aria-pressed", "true");
  await user.click(mould);
  expect(mould).toHaveAttribute("aria-pressed", "false");
});

test("the legend marks processes that have no English name, and no moulds", async () => {
  await switchLanguage("en");
  const user = userEvent.setup();
  show();
  const legend = screen.getByRole("group", { name: "legend" });
  const marks = () =>
    within(legend).queryAllByRole("img", { name: "No English name yet" });
  const by = screen.getByRole("combobox", { name: "colourBy" });
  await user.selectOptions(by, "process");
  const shown = within(legend).getAllByRole("button");
  expect(marks()).toHaveLength(shown.length);
  await user.selectOptions(by, "mould");
  expect(marks()).toHaveLength(0);
});

test("the legend counts in thousands", () => {
  const bars = Array.from({ length: 1234 }, (_, i) => ({
    ...{ resource: 0, part: 0, op: 10 },
    ...{ start: 2 * i, end: 2 * i + 1 },
  }));
  const chart = new Chart(samplePlan(bars), {
    locale: "en-GB",
    outside: "outside",
  });
  render(<GanttLegend chart={chart} say={say} />);
  expect(screen.getByRole("button")).toHaveTextContent("statusOnTime1,234");
});

// APS-GANTT-02
test("the toolbar and the list of commands are made of the same actions", async () => {
  const user = userEvent.setup();
  const sheet = show();
  const rows = () => screen.getByRole("treegrid").getAttribute("aria-rowcount");
  await user.click(screen.getByRole("button", { name: "collapseAll" }));
  await vi.waitFor(() => expect(rows()).toBe("2"));
  act(() => sheet.focus());
  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "commands" });
  await user.keyboard("expand{Enter}");
  expect(list).not.toBeInTheDocument();
  await vi.waitFor(() => expect(rows()).toBe("7"));
});

test("a new plan keeps mode, folds, colouring and the selected task", async () => {
  const user = userEvent.setup();
  const sheet = show();
  const rows = () => screen.getByRole("treegrid").getAttribute("aria-rowcount");
  await user.selectOptions(
    screen.getByRole("combobox", { name: "colourBy" }),
    "mould",
  );
  const byMould = screen.getByRole("button", { name: "byMould" });
  await user.click(byMould);
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}{Enter}");
  const open = screen.getByText(/^details of/).textContent;
  await user.click(screen.getByRole("button", { name: "collapseAll" }));
  await vi.waitFor(() => expect(rows()).toBe("2"));

  // The next plan names its tasks the other way round and counts from a day later.
  const next = samplePlan(tasks.toReversed());
  next.bars.id.reverse();
  const bar = 2 - Number(/\d+/.exec(open)![0]);
  sheet.replan({ ...next, planId: "next", epoch: "2026-03-03T00:00:00Z" });

  expect(screen.getByText(`details of ${bar}`)).toBeVisible();
  expect(screen.getByRole("combobox", { name: "colourBy" })).toHaveValue(
    "mould",
  );
  expect(byMould).toHaveAttribute("aria-pressed", "true");
  await vi.waitFor(() => expect(rows()).toBe("2"));
});

test("a plan with fewer moulds and bars takes the place of the one on show", async () => {
  const sheet = show();
  const grid = within(sheet).getByRole("treegrid");
  expect(await within(grid).findAllByRole("gridcell")).toHaveLength(3);
  const next = samplePlan(tasks.slice(0, 1));
  next.moulds.splice(1);
  sheet.replan({ ...next, planId: "next" });
  expect(await within(grid).findAllByRole("gridcell")).toHaveLength(1);
});

test("the panel of a task that leaves the plan stays until it is closed", async () => {
  const user = userEvent.setup();
  const sheet = show();
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
  expect(screen.getByText("b1")).toBeVisible();
  const next = samplePlan(tasks.slice(0, 1));
  sheet.replan({ ...next, planId: "next" });
  expect(screen.getByText("b1")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "left the plan" }));
  expect(screen.queryByText("b1")).toBeNull();

  sheet.replan(samplePlan(tasks));
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
  sheet.replan({ ...next, planId: "next" });
  expect(screen.getByText("b1")).toBeVisible();
  act(() => sheet.focus());
  await user.keyboard("{Escape}");
  expect(screen.queryByText("b1")).toBeNull();
});

test("a mould without bars says why in its row, and the search finds it", async () => {
  const user = userEvent.setup();
  const sheet = show();
  const next = samplePlan(tasks.slice(0, 1));
  next.moulds[1]!.why = "on hold";
  sheet.replan({ ...next, planId: "next" });
  await user.type(screen.getByRole("combobox", { name: "search" }), "B");
  await user.click(screen.getByRole("option", { name: /on hold/ }));
  expect(screen.getByRole("button", { name: "byMould" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(
    within(screen.getByRole("search")).getByRole("status"),
  ).toHaveTextContent("on hold");
  expect(
    await within(sheet).findByRole("row", { name: /^B 路由器 on hold/ }),
  ).toBeInTheDocument();
});

test("an idle machine is found though its group is folded", async () => {
  const user = userEvent.setup();
  const sheet = show();
  await user.click(screen.getByRole("button", { name: "collapseAll" }));
  await user.type(screen.getByRole("combobox", { name: "search" }), "F{Enter}");
  expect(screen.getByText("hitBars 0 0")).toBeVisible();
  expect(
    await within(sheet).findByRole("row", { name: /^F/ }),
  ).toBeInTheDocument();
});

test("a search that finds nothing in the next plan says so", async () => {
  const user = userEvent.setup();
  const sheet = show();
  const search = screen.getByRole("search");
  await user.type(screen.getByRole("combobox", { name: "search" }), "B{Enter}");
  expect(within(search).getByText("hitBars 1 1")).toBeVisible();
  const next = samplePlan(tasks.slice(0, 1), {
    parts: samplePlan([]).parts.slice(0, 2),
  });
  next.moulds.splice(1);
  sheet.replan({ ...next, planId: "next" });
  expect(within(search).getByRole("status")).toHaveTextContent("nothingFound");
});

test("a search that finds nothing forgets what was found before", async () => {
  const user = userEvent.setup();
  show();
  const search = screen.getByRole("search");
  const field = screen.getByRole("combobox", { name: "search" });
  await user.type(field, "m1{Enter}");
  expect(within(search).getByText("hitBars 1 2")).toBeVisible();
  await user.type(field, "zzz");
  expect(within(search).queryByText(/hitBars/)).toBeNull();
  await user.tab();
  expect(within(search).getByRole("status")).toHaveTextContent("nothingFound");
});

test("what is hidden is spoken of without part and operation", async () => {
  const user = userEvent.setup();
  const sheet = show();
  const plan = samplePlan([
    { resource: 0, part: 0, start: 0, end: 100, op: 0, flags: flag.hidden },
    { resource: 1, part: 2, start: 0, end: 100, op: 0, flags: flag.hidden },
  ]);
  plan.moulds[0]!.id = "";
  sheet.replan({ ...plan, planId: "next" });
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}");
  const live = within(sheet).getByRole("status");
  expect(live.textContent).toBe("spokenHidden M1 03-02 08:00 03-02 09:40");
  await user.keyboard("{ArrowDown}");
  expect(live).toHaveTextContent(
    "spokenHidden M2 · B 03-02 08:00 03-02 09:40 · spokenLate",
  );
});

test("what is reported shows at once, and the picture stays as it was arranged", async () => {
  const user = userEvent.setup();
  const sheet = show();
  act(() => sheet.focus());
  await user.keyboard("{ArrowDown}{Enter}");
  const entries = () =>
    within(screen.getByRole("group", { name: "legend" }))
      .getAllByRole("button")
      .map((entry) => entry.textContent);
  expect(entries()).not.toContain("statusRunning1");
  const { planId, epoch } = samplePlan(tasks);
  sheet.report({
    planId,
    epoch,
    id: ["b0"],
    status: [1],
    realStart: [5],
    realEnd: [null],
  });
  expect(entries()).toContain("statusRunning1");
  expect(screen.getByText("details of 0")).toBeVisible();
  expect(within(sheet).getByRole("status")).not.toHaveTextContent(
    "spokenSlack",
  );
});
