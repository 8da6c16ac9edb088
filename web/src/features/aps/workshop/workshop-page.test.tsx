import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { WorkshopPage } from "./workshop-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  session.clear();
  await switchLanguage("en");
});

const task = {
  ...{ taskId: "t1", mouldNo: "M1", mouldName: "Cover", partNo: "P1" },
  ...{ batchNo: "", partName: "Core", opNo: 10, segment: 0, batchQty: 1 },
  ...{
    processName: "CNC",
    plannedHours: 1.1,
    surplusHours: 0.9,
    totalHours: 6.9,
  },
  ...{ plannedStart: "2026-03-02T00:00:00Z", latestStart: null },
  ...{ plannedEnd: "2026-03-02T01:06:00Z", latestEnd: null },
  ...{ realStart: "2026-03-02T00:12:00Z", realEnd: null, slack: 2 },
  ...{ priority: 50, done: 0, before: 0, electrodes: 0, electrodesIn: 0 },
  ...{ material: true, program: true, drawing: true, status: 1 },
  ...{ reachRate: null, lockStatus: 0, overdue: false },
};

test("a process and a group that have no English name are marked, the group in the picker, too", async () => {
  const group = (name: string, processName: string) => ({
    ...{ group: name, section: "Milling" },
    resources: [{ resource: "C1", tasks: [{ ...task, processName }] }],
  });
  looseServer({
    "POST aps/workshop/plan/query": () => ({
      data: {
        ...{ planDate: "2026-03-02", zone: "Asia/Shanghai", inForce: null },
        groups: [group("CNC", "CNC精铣"), group("深孔钻", "Drilling")],
      },
    }),
  });
  await showPage(<WorkshopPage />);
  const cell = (await screen.findByText("CNC精铣")).closest("td")!;
  expect(cell).toHaveTextContent(/^10 CNC精铣/);
  expect(
    within(cell).getByRole("img", { name: "No English name yet" }),
  ).toBeVisible();
  expect(
    within(screen.getByText("Drilling", { exact: false })).queryByRole("img"),
  ).toBeNull();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Resource group" }));
  const option = await vi.waitFor(
    () =>
      [
        ...document.querySelectorAll<HTMLElement>(".ant-select-item-option"),
      ].find((one) => one.textContent.startsWith("深孔钻"))!,
  );
  expect(
    within(option).getByRole("img", { name: "No English name yet" }),
  ).toBeInTheDocument();
});

// APS-CAP-06, APS-API-11
test("without a plan date one is asked for, in the words of the server's own refusal", async () => {
  const asked: unknown[] = [];
  looseServer({
    "POST aps/workshop/plan/query": ({ body }) => {
      asked.push(body);
      return body.planDate
        ? {
            data: {
              ...{ planDate: "2026-03-02", zone: "Asia/Shanghai" },
              ...{ inForce: null, groups: [] },
            },
          }
        : { status: 422, code: 422, errors: [] };
    },
  });
  await showPage(<WorkshopPage />, { at: "/?date=" });
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Please choose a plan date",
  );
  expect(screen.getByRole("button", { name: "Print" })).toBeDisabled();
  await switchDate("2026-03-02");
  expect(await screen.findByText(/Nothing is published/)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(asked.at(-1)).toEqual({ planDate: "2026-03-02" });
});

/** Types a day into the field. */
async function switchDate(day: string) {
  const field = screen.getByRole("textbox", { name: "Plan date" });
  const user = userEvent.setup();
  await user.click(field);
  await user.type(field, `${day}{Enter}`);
}

// APS-CAP-03
test.each([
  ["en", "of 6.9", /^Actual: since 03-02 \d\d:12$/],
  ["zh", "共 6.9", /^实际 03-02 \d\d:12 开始$/],
] as const)(
  "in %s each figure of a task that has begun is named",
  async (language, planned, actual) => {
    looseServer({
      "POST aps/workshop/plan/query": () => ({
        data: {
          ...{ planDate: "2026-03-02", zone: "Asia/Shanghai", inForce: null },
          groups: [
            {
              ...{ group: "CNC", section: "Milling" },
              resources: [{ resource: "C1", tasks: [task] }],
            },
          ],
        },
      }),
    });
    await showPage(<WorkshopPage />);
    await act(() => switchLanguage(language));
    const said = await screen.findByText(planned);
    expect(said.parentElement).toHaveTextContent(`0.9${planned}`);
    expect(screen.getByText(actual)).toBeVisible();
  },
);
