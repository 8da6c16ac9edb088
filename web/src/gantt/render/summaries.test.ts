import { expect, test, vi } from "vitest";
import { Chart } from "../chart";
import { samplePlan } from "../sample-plan";
import type { Scene } from "./scene";
import { paintSummary } from "./summaries";

/** What is written into the row of mould B of a plan. */
function written(why: string, part: number) {
  const plan = samplePlan([{ resource: 0, part, start: 0, end: 100 }]);
  Object.assign(plan.moulds[1]!, { why, due: null });
  const chart = new Chart(plan, { locale: "en-GB", outside: "Outside" });
  chart.resize(1200, 600);
  chart.switchTo("mould");
  const fillText = vi.fn();
  const nothing = () => {};
  const scene = {
    context: {
      ...{ fillText, fillRect: nothing, beginPath: nothing, fill: nothing },
      ...{ moveTo: nothing, lineTo: nothing },
    },
    model: chart.model,
    view: chart.state.view,
    frame: chart.state.frame,
    theme: {
      font: "sans",
      late: "red",
      tones: new Proxy({}, { get: () => ({}) }),
    },
  } as unknown as Scene;
  const row = chart.layout.rows.find(
    ({ branch }) => branch.kind === "mould" && branch.label === "B",
  )!;
  paintSummary(scene, row);
  return fillText.mock.calls.map(([text]) => text as string);
}

test("the row of a mould without bars says why, in the place of the bars", () => {
  expect(written("No operations", 0)).toEqual(["No operations"]);
});

test("a mould that is planned in part shows its bars, not the reason", () => {
  expect(written("No resource", 2)).toEqual([]);
});
