import { render } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Chart } from "@/gantt/chart";
import { flag } from "@/gantt/plan";
import { samplePlan } from "@/gantt/sample-plan";
import { switchLanguage } from "@/i18n/language";
import { GanttTooltip } from "./gantt-tooltip";

beforeEach(() => switchLanguage("en"));

test("the pointer tells of a hidden bar where and when it runs, and that it is hidden", () => {
  const plan = samplePlan([
    { resource: 0, part: 0, start: 0, end: 100, op: 0, flags: flag.hidden },
    { resource: 0, part: 2, start: 200, end: 300, op: 20 },
  ]);
  plan.processes[0]!.name = "Other mould";
  Object.assign(plan.moulds[0]!, { id: "", no: "Other mould", due: null });
  Object.assign(plan.parts[0]!, { no: "", name: "" });
  const chart = new Chart(plan, { locale: "en", outside: "outside" });
  const tip = (bar: number) =>
    render(<GanttTooltip chart={chart} bar={bar} />).container;
  const hidden = tip(0);
  expect(hidden.querySelector("header")!.textContent).toBe("Other mould");
  expect(hidden.querySelector("p")!.textContent).toBe("Other mould · M1");
  expect(hidden).toHaveTextContent("Hidden from you");
  expect(hidden).not.toHaveTextContent("Not started");
  const seen = tip(1);
  expect(seen.querySelector("header b")!.textContent).toBe("B · P1");
  expect(seen).toHaveTextContent("20 ");
  expect(seen).toHaveTextContent("Not started");
});
