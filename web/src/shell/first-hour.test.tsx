import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
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
    ],
  };
}

function show(state: FirstHour, isHidden = false) {
  const told = { onHide: vi.fn(), onTake: vi.fn() };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FirstHourChecklist
          firstHour={state}
          isHidden={isHidden}
          isTaking={false}
          {...told}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return told;
}

beforeEach(() =>
  session.set({
    permitted: {
      "system.calendar.check": true,
      "system.section.check": true,
      "system.shift.add": true,
    },
  }),
);
afterEach(() => session.clear());

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
  ).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "采用模板：白班" }));
  expect(told.onTake.mock.lastCall?.[0]).toMatchObject({ key: "day" });
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
