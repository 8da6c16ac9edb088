import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { MemoryRouter } from "react-router";
import { switchLanguage } from "@/i18n/language";
import { DifferenceSummary } from "../plan/difference";
import { Evaluation } from "./evaluation";
import type { Difference } from "../plan/difference-query";
import type { Evaluation as Measured } from "./result";

const words = (en: string) => ({ zh: en, en });

const measured: Measured = {
  hints: [],
  hintCounts: [],
  notes: [words("Planned forward.")],
  figures: {
    moulds: 9,
    planned: 6,
    partlyPlanned: 2,
    notPlanned: 1,
    forced: 5,
    forcedLate: 2,
    onTime: 6,
    late: 3,
    onTimeRate: 2 / 3,
    meanTardiness: 12,
    maxTardiness: 48,
    weightedTardiness: 4321,
    makespan: 240,
    meanFlow: 120,
    leadRatio: 0.55,
    bottleneck: "EDM",
    utilisation: 0.91,
    target: 0.85,
    changeovers: 2786,
    overtimeHours: 5.5,
    outsourcedHours: 3008,
    outsourced: 376,
    avoidableHours: 1.5,
    avoidable: 2,
    openMoulds: 4.5,
    tasks: 300,
    finished: 0,
    imbalance: null,
    unscheduledTasks: 8,
    unscheduled: [
      { reason: 4, words: words("Specification"), count: 3 },
      { reason: 2, words: words("Predecessor unscheduled"), count: 5 },
    ],
    conflicts: 1,
    bufferReds: 6,
    compared: 200,
    moved: 23,
    windowDays: 28,
    runSeconds: 19.8,
  },
  axes: [
    {
      key: "delivery",
      label: words("On time"),
      help: words(""),
      value: 66.7,
      raw: 0.667,
      unit: "%",
      weight: 0.25,
      counts: true,
    },
    {
      key: "stability",
      label: words("Stability"),
      help: words(""),
      value: null,
      raw: null,
      unit: "",
      weight: 0.1,
      counts: false,
    },
    {
      key: "buffer",
      label: words("Buffers"),
      help: words(""),
      value: 90,
      raw: 1,
      unit: "",
      weight: 0,
      counts: false,
    },
  ],
  counting: 1,
  unplanned: [],
  forced: [
    {
      mouldNo: "M1",
      partNo: "P1",
      batchNo: "B1",
      taskId: "t1",
      due: "2026-03-02T16:00:00Z",
      end: "2026-03-04T01:30:00Z",
      late: 2010,
    },
    {
      mouldNo: "M2",
      partNo: "P2",
      batchNo: "",
      taskId: "t2",
      due: "2026-03-02T16:00:00Z",
      end: null,
      late: 0,
    },
  ],
  load: [
    {
      group: "EDM",
      section: "EDM",
      resources: 5,
      occupiedHours: 910,
      availableHours: 1000,
      ownHours: null,
      ratio: 0.91,
    },
    {
      group: "Fitters",
      section: "Fitting",
      resources: 1,
      occupiedHours: 640,
      availableHours: 1536,
      ownHours: null,
      ratio: 0.42,
    },
  ],
  sections: [
    {
      section: "Milling",
      tasks: 120,
      lateTasks: 40,
      unscheduled: 2,
      occupiedHours: 500,
      availableHours: 800,
      ownHours: null,
      ratio: 0.625,
    },
  ],
  overtime: [
    { resource: "FIT", group: "FIT", day: "2026-03-05", hours: 1.5 },
    { resource: "D3", group: "EDM", day: "2026-03-06", hours: 4 },
  ],
  bound: { goal: 1, value: 4321, bound: 4000, gap: 0.0743 },
  score: 71.2,
};

beforeEach(() => switchLanguage("en"));

const shown = () =>
  render(
    <MemoryRouter>
      <Evaluation measured={measured} />
    </MemoryRouter>,
  );

// APS-EVAL-01: every figure that the design names is there, the radar, and the load of the groups.
describe("the evaluation", () => {
  test("marks a bottleneck that has no English name", () => {
    const figures = { ...measured.figures, bottleneck: "深孔钻" };
    render(
      <MemoryRouter>
        <Evaluation measured={{ ...measured, figures }} />
      </MemoryRouter>,
    );
    const tile = screen.getByText("Bottleneck").parentElement!;
    expect(
      within(tile).getByRole("img", { name: "No English name yet" }),
    ).toBeVisible();
  });

  test("shows all its figures", () => {
    shown();
    const figures = screen.getByText("Moulds on time").closest("dl")!;
    for (const [label, value] of [
      ["Moulds on time", "6 / 9"],
      ["Scheduled moulds", "6 / 9"],
      ["Forced deliveries on time", "3 / 5"],
      ["Outsourced tasks", "376"],
      ["Greatest tardiness", "2.0 days"],
      ["Weighted tardiness", "4,321.0"],
      ["Makespan", "10.0 days"],
      ["Mean time in the shop", "5.0 days"],
      ["Bottleneck", "EDM"],
      ["Mean moulds in work", "4.5"],
      ["Overtime", "5.5 h"],
      ["Unscheduled tasks", "8"],
      ["Buffers in the red", "6"],
      ["Moved tasks", "23"],
      ["Run time", "19.8 s"],
    ] as const) {
      const name = within(figures).getByText(label);
      expect(name.nextElementSibling?.textContent).toBe(value);
    }
    for (const note of [
      "66.7 %, 3 late",
      "Mean 12 h",
      "From release or start of the plan, the later one; lead ratio 55.0 %",
      "Used 91.0 %, target 85.0 %",
      "2,786 changeovers",
      "2 scheduled in part, 1 unscheduled",
      "2 late",
      "3,008 h; 2 of them, 1.5 h, could be made in-house",
      "Specification 3, predecessor unscheduled 5, 1 conflict",
      "Of 200 that the plan in force at that time held too",
    ]) {
      expect(within(figures).getByText(note)).toBeTruthy();
    }
    // What stands alone in its line begins with a capital.
    for (const note of figures.querySelectorAll(".figures-note")) {
      expect(note.textContent).not.toMatch(/^[a-z]/);
    }
  });

  // A figure that weighs priorities is no hours, and a count says of what.
  test("names what each raw figure of the radar counts", () => {
    const axis = (key: string, raw: number, unit: string) => ({
      ...measured.axes[0]!,
      key,
      label: words(key),
      raw,
      unit,
    });
    render(
      <MemoryRouter>
        <Evaluation
          measured={{
            ...measured,
            axes: [
              axis("on time", 0.667, "%"),
              axis("tardiness", 4321.25, "priorityHours"),
              axis("overtime", 7, "h"),
              axis("stability", 23, "tasks"),
              axis("buffers", 1, "buffers"),
              axis("cycle", 0.551, "%"),
              axis("balance", 0.551, ""),
            ],
          }}
        />
      </MemoryRouter>,
    );
    for (const [name, raw] of [
      ["on time", "66.7 %"],
      ["tardiness", "4,321.3 priority × hours"],
      ["overtime", "7 h"],
      ["stability", "23 moved tasks"],
      ["buffers", "1 buffer in the red"],
      ["cycle", "55.1 %"],
      ["balance", "0.55"],
    ] as const) {
      const row = screen.getByRole("rowheader", { name }).closest("tr")!;
      expect(within(row).getAllByRole("cell")[1]!.textContent).toBe(raw);
    }
  });

  test("says one figure in one way, short spans in hours, and nothing is whole that is not", () => {
    const [first] = measured.axes;
    render(
      <MemoryRouter>
        <Evaluation
          measured={{
            ...measured,
            score: 99.99,
            figures: {
              ...measured.figures,
              ...{ onTimeRate: 0.9996, meanTardiness: 1.1, maxTardiness: 36 },
              ...{ weightedTardiness: 156.5, leadRatio: 0.514 },
              ...{ utilisation: 0.73, target: 0.8 },
            },
            axes: [
              {
                ...first!,
                key: "tardiness",
                label: words("late"),
                value: 99.96,
              },
              { ...first!, key: "extra", label: words("extra"), value: 100 },
              { ...first!, label: words("some"), value: 99.84 },
            ],
          }}
        />
      </MemoryRouter>,
    );
    const cells = ["late", "extra", "some"].map(
      (name) =>
        within(
          screen.getByRole("rowheader", { name }).closest("tr")!,
        ).getAllByRole("cell")[0]!.textContent,
    );
    expect(cells).toEqual(["99.9", "100.0", "99.8"]);
    expect(screen.getByText("Score 99.9")).toBeTruthy();
    expect(screen.getByText(/^99.9 %, /)).toBeTruthy();
    expect(screen.getByText("Mean 1.1 h")).toBeTruthy();
    expect(screen.getByText("1.5 days")).toBeTruthy();
    expect(screen.getByText("156.5")).toBeTruthy();
    expect(screen.getByText(/lead ratio 51.4 %/)).toBeTruthy();
    expect(screen.getByText("Used 73.0 %, target 80.0 %")).toBeTruthy();
  });

  test("draws the radar, the load of the groups and the sections", () => {
    shown();
    expect(screen.getByText("Score 71.2")).toBeTruthy();
    expect(screen.getByText("Planned forward.")).toBeTruthy();
    const load = screen.getByText(/Load of the groups/).closest("section")!;
    expect(within(load).getByRole("meter", { name: "EDM" })).toBeTruthy();
    expect(within(load).getByText("91.0 %")).toBeTruthy();
    // Eight people are one resource: how many work there, its hours say.
    const names = within(load)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["EDM × 5", "Fitters"]);
    expect(screen.getByRole("rowheader", { name: "Milling" })).toBeTruthy();
    expect(screen.queryByText("Of this schedule (h)")).toBeNull();
  });

  test("tells the schedule's own share of the hours of groups and sections, where there is other work", () => {
    const [edm, fitters] = measured.load;
    const [milling] = measured.sections;
    render(
      <MemoryRouter>
        <Evaluation
          measured={{
            ...measured,
            load: [
              { ...edm!, ownHours: 310 },
              { ...fitters!, ownHours: 640 },
            ],
            sections: [
              { ...milling!, ownHours: 120 },
              { ...milling!, section: "Whole", ownHours: 500 },
              { ...milling!, section: "Older", ownHours: null },
            ],
          }}
        />
      </MemoryRouter>,
    );
    const hours = (name: RegExp, at: number) =>
      within(screen.getByRole("rowheader", { name }).closest("tr")!)
        .getAllByRole("cell")
        .slice(at, at + 2)
        .map(({ textContent }) => textContent);
    expect(hours(/^EDM/, 1)).toEqual(["910", "310"]);
    expect(hours(/^Fitters/, 1)).toEqual(["640", "640"]);
    expect(hours(/^Milling/, 3)).toEqual(["500", "120"]);
    expect(hours(/^Whole/, 3)).toEqual(["500", "500"]);
    expect(hours(/^Older/, 3)).toEqual(["500", "–"]);
    expect(
      screen.getAllByRole("columnheader", { name: "Of this schedule (h)" }),
    ).toHaveLength(2);
  });

  test("says which axes count in the score", () => {
    shown();
    expect(
      screen.getByText(
        "1 of 3 axes count in the score; not counted: Stability, Buffers. Scores of other axes cannot be compared.",
      ),
    ).toBeTruthy();
    const weights = ["On time", "Stability", "Buffers"].map(
      (name) =>
        screen.getByRole("rowheader", { name }).parentElement!.lastElementChild!
          .textContent,
    );
    expect(weights).toEqual(["0.25", "not counted", "not counted"]);
  });

  test("lists late forced deliveries with the way to why", () => {
    shown();
    const parts = screen
      .getByText("Late forced deliveries")
      .closest("section")!;
    expect(
      within(parts).getByRole("link", { name: "M1 / P1/B1" }),
    ).toHaveProperty("search", "?tab=why&task=t1");
    const rows = within(parts).getAllByRole("row").slice(1);
    expect(rows[0]!.textContent).toContain("33.5");
    expect(rows[1]!.textContent).toContain("unscheduled");
  });

  test("lists overtime by day, and says how much better a plan could be", () => {
    shown();
    const overtime = screen.getByText("Overtime by day").closest("section")!;
    const rows = within(overtime).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      "2026-03-05FIT1.5",
      "2026-03-06D3EDM4",
    ]);
    expect(
      screen.getByText(/can have less than 4,000.0: at most 7.4 % of it/),
    ).toHaveTextContent(/^Weighted tardiness with forced deliveries 4,321/);
  });

  test("tells the mean time in the shop alike in tile and sentence", () => {
    const said = (bound: Measured["bound"]) => (
      <MemoryRouter>
        <Evaluation
          measured={{
            ...measured,
            bound,
            figures: { ...measured.figures, meanFlow: 791.9 },
          }}
        />
      </MemoryRouter>
    );
    const cycle = { goal: 2, value: 791.9, bound: 782.3, gap: 0.0121 };
    const { rerender } = render(said(cycle));
    expect(screen.getByText("33.0 days").tagName).toBe("DD");
    expect(
      screen.getByText(/^A mould is 33.0 days in the shop/),
    ).toHaveTextContent("can have less than 32.6 days: at most 1.2 %");
    rerender(said({ ...cycle, gap: 0 }));
    expect(
      screen.getByText(/^A mould is 33.0 days .* average: no plan/),
    ).toBeVisible();
    rerender(said({ ...cycle, gap: null }));
    expect(
      screen.getByText(/^A mould is 33.0 days .*; how much/),
    ).toBeVisible();
  });
});

const none: Difference = {
  inForce: true,
  own: false,
  against: "p1",
  compared: 0,
  moved: 0,
  shifted: 0,
  threshold: 4,
  allTasks: false,
  carriedMoulds: 0,
  carriedLate: 0,
  lateToday: [],
  lateAfter: [],
  onTimeToday: [],
  elsewhere: 0,
  cut: 0,
  added: 4,
  removed: 2,
  late: [],
  rescued: [],
  gone: [],
  new: [],
  overtaken: [],
  moulds: [],
  lateParts: [],
  rescuedParts: [],
  conflicts: [],
  resources: [],
};

test("a plan in force that shares no task is compared all the same", () => {
  const { rerender } = render(<DifferenceSummary change={none} />);
  expect(screen.getByText(/new: 4, gone: 2/)).toBeTruthy();
  rerender(
    <DifferenceSummary change={{ ...none, inForce: false, removed: 0 }} />,
  );
  expect(screen.getByText(/no plan in force/)).toBeTruthy();
});

test("tasks that are cut otherwise are told as such, and make no equal plan", () => {
  render(
    <DifferenceSummary
      change={{ ...none, added: 0, removed: 0, compared: 90, cut: 45 }}
    />,
  );
  expect(
    screen.getByText(
      "Tasks that are segmented otherwise, neither new nor gone: 45",
    ),
  ).toBeVisible();
  expect(screen.getByText(/new: 0, gone: 0/)).toBeVisible();
});

const shift = (mouldNo: string) => ({
  mouldNo,
  customer: "",
  before: null,
  after: null,
  hours: 0,
  cause: "" as const,
  reason: null,
});

test("a mould that becomes late by its date alone is no equal plan", () => {
  render(
    <DifferenceSummary
      change={{ ...none, added: 0, removed: 0, late: [shift("M-4")] }}
    />,
  );
  expect(screen.getByText(/1 mould becomes late/)).toHaveTextContent("M-4");
  expect(screen.queryByText(/same as the plan in force/)).toBeNull();
});

test("moulds that come into the plan are named, late ones apart, and all when asked for", async () => {
  const onTime = Array.from({ length: 10 }, (_, at) => `N-${at + 1}`);
  render(
    <DifferenceSummary
      change={{
        ...none,
        moved: 12345,
        shifted: 12400,
        compared: 23456,
        carriedMoulds: 48,
        carriedLate: 5,
        lateToday: ["M-7"],
        new: [
          { ...shift("M-9"), late: true },
          ...onTime.map((no) => ({ ...shift(no), late: false })),
        ],
      }}
    />,
  );
  expect(
    screen.getByText(/1 mould that comes into the plan is late/),
  ).toHaveTextContent("M-9");
  const others = screen.getByText(/10 moulds come into the plan/);
  expect(others).toHaveTextContent("N-1, N-2");
  expect(others).not.toHaveTextContent("N-10");
  await userEvent.click(screen.getByRole("button", { name: /and 2 more/ }));
  expect(others).toHaveTextContent("N-9, N-10");
  expect(screen.getByText(/^12,345 of 23,456 unstarted tasks/)).toBeVisible();
  expect(screen.getByText("Starts that move by 4 h or less: 55")).toBeVisible();
  expect(
    screen.getByText(/carried over from other schedules: 48, of these late: 5/),
  ).toBeVisible();
  expect(screen.getByText(/late by the dates of today/)).toHaveTextContent(
    "M-7",
  );
});
