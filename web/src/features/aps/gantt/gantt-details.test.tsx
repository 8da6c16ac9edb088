import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { Chart } from "@/gantt/chart";
import { flag } from "@/gantt/plan";
import { samplePlan } from "@/gantt/sample-plan";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { GanttDetails } from "./gantt-details";

beforeEach(async () => {
  await switchLanguage("en");
  session.clear();
});

// Work of a section that somebody does not see keeps its mould and its times, has nothing to do, and says why.
test("a task of a hidden section shows its mould and its times, and no verbs", () => {
  const plan = samplePlan([
    { resource: 0, part: 0, start: 60, end: 180, op: 10, flags: flag.hidden },
    { resource: 1, part: 2, start: 0, end: 100, op: 20 },
  ]);
  plan.processes[0]!.name = "Other section";
  const chart = new Chart(plan, { locale: "en", outside: "outside" });
  const view = (bar: number) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <GanttDetails chart={chart} bar={bar} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { unmount } = render(view(0));
  expect(screen.getByText("A · Other section")).toBeInTheDocument();
  expect(
    [...document.querySelectorAll("dt")]
      .slice(0, 3)
      .map((dt) => dt.textContent),
  ).toEqual(["Mould", "Start", "End"]);
  expect(screen.getByRole("button", { name: "Why?" })).toBeInTheDocument();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByText(/Predecessors/)).toBeNull();
  unmount();

  render(view(1));
  expect(screen.queryByRole("button", { name: "Why?" })).toBeNull();
  expect(screen.getByText(/Predecessors/)).toBeInTheDocument();
});

// A mould that somebody does not see is one nameless mould: its work has times, and says why there is no more.
test("a task of a hidden mould shows its times alone", () => {
  const plan = samplePlan([
    { resource: 0, part: 0, start: 60, end: 180, op: 10, flags: flag.hidden },
  ]);
  plan.processes[0]!.name = "Other mould";
  Object.assign(plan.moulds[0]!, { id: "", no: "Other mould", name: "" });
  const chart = new Chart(plan, { locale: "en", outside: "outside" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <GanttDetails chart={chart} bar={0} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(
    screen.getByRole("heading", { name: "Other mould" }),
  ).toBeInTheDocument();
  expect(screen.getByText(/a mould that you do not see/)).toBeInTheDocument();
  expect(
    [...document.querySelectorAll("dt")].map((dt) => dt.textContent),
  ).toEqual(["Mould", "Start", "End"]);
});
