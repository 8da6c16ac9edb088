import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../testing/fake-server";
import { FirstHourChecklist } from "./first-hour";
import { places, type FirstHour } from "@/features/company/first-hour-state";

const keys = Object.keys(places);

/** The first so many steps are done. */
function firstHour(done: number): FirstHour {
  return {
    published: done === keys.length,
    steps: keys.map((key, at) => ({
      key,
      count: at < done ? 3 : 0,
      done: at < done,
    })),
    templates: [
      { kind: "calendar", key: "six-day", name: "六天工作制", taken: true },
      { kind: "shift", key: "day", name: "白班", taken: false },
      { kind: "section", key: "EDM", name: "放电", taken: false },
    ],
  };
}

function show(state: FirstHour, isHidden = false) {
  const told = { onHide: vi.fn(), onTake: vi.fn() };
  const client = new QueryClient();
  const list = (now: FirstHour) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FirstHourChecklist
          firstHour={now}
          isHidden={isHidden}
          isTaking={false}
          {...told}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(list(state));
  return { ...told, become: (now: FirstHour) => rerender(list(now)) };
}

beforeEach(() =>
  session.set({
    permitted: {
      "system.calendar.check": true,
      "system.section.check": true,
      "system.shift.add": true,
      "system.section.add": true,
      "pm.import.add": true,
    },
  }),
);
afterEach(() => {
  session.clear();
  vi.unstubAllGlobals();
});

test("the next step is the first that is not done, and leads to its screen", () => {
  show(firstHour(2));
  const next = screen
    .getAllByRole("listitem")
    .find((item) => item.getAttribute("aria-current") === "step")!;
  expect(within(next).getByRole("link")).toHaveAttribute(
    "href",
    "/settings/section",
  );
  expect(screen.getByText("已完成 2 / 10 步")).toBeInTheDocument();
});

test("a step that the person may not open is the administrator's", () => {
  show(firstHour(2));
  expect(screen.queryByRole("link", { name: "设备" })).toBeNull();
  expect(screen.getAllByText("请管理员完成").length).toBeGreaterThan(0);
});

test("a template is taken by one click, and not twice", async () => {
  const told = show(firstHour(1));
  expect(
    screen.getByRole("button", { name: "六天工作制（已采用）" }),
  ).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(screen.getByRole("button", { name: "采用模板：白班" }));
  expect(told.onTake.mock.lastCall?.[0]).toEqual({
    kind: "shift",
    template: "day",
  });
});

test("who has taken one of several templates goes on, though the step is done", async () => {
  const told = show(firstHour(2));
  const sections = screen.getByRole("group", { name: "工段" });
  await userEvent.click(
    within(sections).getByRole("button", { name: "采用模板：放电" }),
  );
  told.become(firstHour(3));
  expect(screen.getByRole("group", { name: "工段" })).toBe(sections);
  expect(screen.queryByRole("group", { name: "日历" })).toBeNull();
});

test("the starter workbook is fetched from the step of the import", async () => {
  const sent = looseServer({});
  show(firstHour(2));
  const name = "下载示例工作簿";
  await userEvent.click(screen.getByRole("button", { name }));
  expect(sent.map(({ path, query }) => [path, query.get("examples")])).toEqual([
    ["production/template", "true"],
  ]);
});

test("the list hides when asked, and is gone once a plan is published", async () => {
  const told = show(firstHour(3), true);
  expect(screen.queryByRole("list")).toBeNull();
  await userEvent.click(screen.getByRole("button"));
  expect(told.onHide).toHaveBeenCalledWith(false);
  document.body.innerHTML = "";
  show(firstHour(keys.length));
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
