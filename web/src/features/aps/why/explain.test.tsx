import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  cleanup,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { spanParts, type Why, type WhyMould } from "./explain";
import { WhyTab } from "./explain-tab";
import { WhyView } from "./explain-view";

const mill = {
  taskId: "t1",
  mouldNo: "M1",
  partNo: "P1",
  partName: "Core",
  batchNo: "",
  segment: 0,
  opNo: 10,
  process: "CNC",
  resource: "C1",
  kind: 1,
};
const electrode = { ...mill, taskId: "e1", partNo: "E1", kind: 2 };

const why: Why = {
  mouldId: "m1",
  mouldNo: "M1",
  priority: 50,
  due: "2026-03-03T00:00:00Z",
  end: "2026-03-04T01:30:00Z",
  late: 1530,
  isLate: true,
  need: 1530,
  waiting: 1440,
  allowed: 1440,
  unscheduled: 0,
  state: "planned",
  reason: "",
  forced: [],
  totals: [
    { kind: "work", minutes: 1530, waits: false },
    { kind: "electrode", minutes: 1440, waits: true },
  ],
  task: null,
  origin: "2026-03-02T00:00:00Z",
  earliest: "2026-03-03T08:00:00Z",
  verdict: "impossible",
  chain: [
    {
      from: "2026-03-02T00:00:00Z",
      to: "2026-03-03T00:00:00Z",
      kind: "electrode",
      worked: 0,
      task: mill,
      other: electrode,
      supposed: false,
    },
    {
      from: "2026-03-03T00:00:00Z",
      to: "2026-03-04T01:30:00Z",
      kind: "work",
      worked: 1530,
      task: mill,
      other: null,
      supposed: false,
    },
  ],
  causes: [
    {
      kind: "electrode",
      resourceId: "",
      resource: "",
      minutes: 1440,
      recoverable: 600,
    },
  ],
  replanned: 45,
};

function show(onTask?: (taskId: string) => void, changed?: Partial<Why>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WhyView why={{ ...why, ...changed }} onTask={onTask} />
    </QueryClientProvider>,
  );
}

describe("why a mould is late", () => {
  test("spans are exact to the minute", () => {
    expect(spanParts(1530)).toEqual({ days: 1, hours: 1, minutes: 30 });
    expect(spanParts(-59)).toEqual({ days: 0, hours: 0, minutes: 59 });
  });

  test("the sum, the sentence and the causes are said in English", async () => {
    await switchLanguage("en");
    show();
    expect(screen.getByText(/This date cannot be held/)).toBeDefined();
    // In the causes and in the chain.
    expect(
      screen.getAllByRole("rowheader", { name: "Electrode" }),
    ).toHaveLength(2);
    expect(screen.getAllByText("1 d 1 h 30 min").length).toBeGreaterThan(1);
    expect(screen.getByText("10 h")).toBeDefined();
    expect(
      screen.getByText(
        "Scheduling it again with nothing removed already gains 45 min; every figure below includes that.",
      ),
    ).toBeDefined();
  });

  test("a cause beside the chain waits for nothing and recovers", async () => {
    await switchLanguage("en");
    show(undefined, {
      causes: [
        { ...why.causes[0]!, kind: "program", minutes: 0, recoverable: 600 },
      ],
    });
    expect(
      screen.getByTitle(
        "The chain does not wait for it, but taking it away recovers all the same",
      ).textContent,
    ).toBe("—");
    expect(screen.getByText("10 h")).toBeDefined();
  });

  test("a wait that is only supposed says so", async () => {
    await switchLanguage("zh");
    const [first, ...rest] = why.chain;
    show(undefined, { chain: [{ ...first!, supposed: true }, ...rest] });
    expect(
      screen.getAllByText(/计划此时有意留空；即使不留空，也要这样等待/),
    ).toHaveLength(1);
  });

  test.each([
    {
      name: "a chain that is too long is no proof",
      changed: { verdict: "need" },
      zh: "按这个计划的安排，关键链的必需时间已超过允许时间：不等待也会延期。\\|换加工顺序或设备，交期仍有可能保住。",
      en: "it would be late without any wait.\\|Another sequence or other machines may still hold the date.",
    },
    {
      name: "scheduling it again holds the date",
      changed: { verdict: "need", replanned: 1530 },
      zh: "不等待也会延期。\\|什么都不消除，现在重排一次就能按期完成。",
      en: "late without any wait.\\|Scheduling it again with nothing removed already holds the date.",
    },
    {
      name: "one cause holds the date of a chain that is too long",
      changed: {
        verdict: "need",
        causes: [
          {
            ...why.causes[0]!,
            kind: "queue",
            resource: "C1",
            recoverable: 1530,
          },
        ],
      },
      zh: "^按这个计划的安排，关键链的必需时间已超过允许时间：不等待也会延期。\\|消除“C1 排队”并重排一次，任务另行安排后就能按期完成。",
      en: "^As this plan places the tasks, the need of the chain exceeds what is allowed: it would be late without any wait.\\|Without “Queue at C1”, and with its tasks placed anew, it holds the date.",
    },
    {
      name: "one cause holds the date",
      changed: {
        verdict: "impossible",
        causes: [{ ...why.causes[0]!, recoverable: 1530 }],
      },
      zh: "加班或外协。\\|消除“等电极”并重排一次，任务另行安排后就能按期完成。",
      en: "or outsourcing help.\\|Without “Electrode”, and with its tasks placed anew, it holds the date.",
    },
    {
      name: "nothing holds the date",
      changed: { verdict: "waiting" },
      zh: "延期是等待造成的：关键链的必需时间来得及。",
      en: "It is late because it waits: the need of the chain fits before the date.",
    },
  ] satisfies {
    name: string;
    changed: Partial<Why>;
    zh: string;
    en: string;
  }[])("the verdict: $name", async ({ changed, zh, en }) => {
    await switchLanguage("zh");
    show(undefined, changed);
    const verdict = () =>
      [...document.querySelectorAll(".why-verdict, .why-holds")]
        .map((line) => line.textContent)
        .join("|");
    expect(verdict()).toMatch(new RegExp(`${zh}$`));
    await switchLanguage("en");
    await waitFor(() => expect(verdict()).toMatch(new RegExp(`${en}$`)));
    if (changed.verdict === "need") {
      expect(verdict()).not.toMatch(/no sequence/);
    }
  });

  test.each([
    [
      "zh",
      "每道工序都独占该资源，好像没有别的任务要用它；这不等于增加一台设备",
    ],
    ["en", "has the resource to itself, as if nobody else needed it"],
  ] as const)(
    "in %s it says what a queue removed is",
    async (language, says) => {
      await switchLanguage(language);
      show(undefined, {
        causes: [{ ...why.causes[0]!, kind: "queue", resource: "C1" }],
      });
      expect(screen.getByText(new RegExp(says))).toBeVisible();
      cleanup();
      show(undefined, { causes: [{ ...why.causes[0]!, kind: "electrode" }] });
      expect(screen.queryByText(new RegExp(says))).toBeNull();
    },
  );

  test("what is held back on purpose says how it comes forward", async () => {
    await switchLanguage("en");
    show(undefined, { causes: [{ ...why.causes[0]!, kind: "held" }] });
    expect(screen.getByText(/production direction “Forward”/)).toBeVisible();
    cleanup();
    show(undefined, { causes: [{ ...why.causes[0]!, kind: "electrode" }] });
    expect(screen.queryByText(/production direction/)).toBeNull();
  });

  test("the chain names what is waited for and asks on", async () => {
    await switchLanguage("zh");
    const asked = vi.fn();
    show(asked);
    const rows = screen.getAllByRole("row");
    const waits = rows.find((row) =>
      within(row).queryByText(/等待电极 E1 · 10 CNC/),
    )!;
    await userEvent.click(
      within(waits).getByRole("button", { name: "为什么？" }),
    );
    expect(asked).toHaveBeenCalledWith("e1");
  });
});

describe("a process that has no English name", () => {
  const drill = { ...mill, process: "深孔钻" };
  const named = { name: "No English name yet" };
  test.each([
    ["queue", { ...drill, mouldNo: "M2" }, "C1 · behind M2 / P1 · 10 深孔钻中"],
    ["electrode", drill, "For electrode P1 · 10 深孔钻中"],
    ["flow", drill, "To P1 · 10 深孔钻中"],
  ] as const)(
    "is marked in the chain and in what it waits for: %s",
    async (kind, other, says) => {
      await switchLanguage("en");
      show(undefined, {
        chain: [{ ...why.chain[0]!, kind, task: drill, other }],
      });
      const [task, , details] = within(
        screen.getByRole("region", { name: "Critical chain" }),
      )
        .getAllByRole("cell")
        .slice(1);
      expect(task).toHaveTextContent("P1 · 10 深孔钻中");
      expect(within(task!).getByRole("img", named)).toBeVisible();
      expect(details).toHaveTextContent(says);
      expect(within(details!).getByRole("img", named)).toBeVisible();
    },
  );
});

describe("a mould that has no chain", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    session.clear();
  });

  const finished = {
    code: 20000,
    status: 409,
    message: "Every operation of mould “M1” is finished",
  };
  const show = async (row: Partial<WhyMould>, explain: object) => {
    const sent = fakeServer({
      "GET aps/plan/s1/why": () => ({ data: { rows: [{ ...why, ...row }] } }),
      "GET aps/plan/s1/explain": () => explain,
    });
    await showPage(<WhyTab plan={{ id: "s1", version: 1, planNumber: 0 }} />);
    return sent;
  };
  /** The toast and everything else that interrupts. */
  const alerts = () =>
    document.querySelectorAll("[role=alert], .ant-message-notice");

  test("on hold: the reason of its row, and no call", async () => {
    const sent = await show(
      {
        state: "notPlanned",
        reason: "The mould is on hold",
        due: null,
        end: null,
      },
      finished,
    );
    expect(
      await screen.findByText("It is unscheduled: the mould is on hold."),
    ).toHaveClass("soft");
    expect(
      screen.getByText("Unscheduled: the mould is on hold"),
    ).toBeInTheDocument();
    expect(screen.getByText("No delivery date")).toBeInTheDocument();
    expect(sent.filter(({ path }) => path.endsWith("explain"))).toEqual([]);
    expect(alerts()).toHaveLength(0);
  });

  test("finished: the server's sentence in place, and no toast", async () => {
    await show({}, finished);
    expect(await screen.findByText(finished.message)).toHaveClass("soft");
    expect(screen.getAllByText(finished.message)).toHaveLength(1);
    expect(alerts()).toHaveLength(0);
  });

  test("a fault is told as one", async () => {
    await show({}, { status: 500, code: 500, message: "" });
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });
});
