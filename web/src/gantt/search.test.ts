import { expect, test } from "vitest";
import { modelOf } from "./model";
import { samplePlan } from "./sample-plan";
import { hitsFor, landing } from "./search";

const model = modelOf(
  samplePlan([
    { resource: 0, part: 0, start: 0, end: 100, status: 3 },
    { resource: 1, part: 0, start: 300, end: 400 },
    { resource: 0, part: 2, start: 50, end: 150 },
    { resource: 0, part: 1, start: 200, end: 250 },
  ]),
);
const found = (text: string) =>
  hitsFor(model, text).map(({ kind, label }) => `${kind} ${label}`);

test("moulds, parts and resources are found by number and name", () => {
  expect(found("m1")).toEqual(["resource M1"]);
  expect(found("路由")).toEqual(["mould B"]);
  expect(found("p1")).toEqual(["part A / P1", "part B / P1"]);
  expect(found("a/e1")).toEqual(["part A / E1"]);
});

test("a resource is found by the name that people type, too", () => {
  const plan = samplePlan([{ resource: 2, part: 0, start: 0, end: 100 }]);
  Object.assign(plan.resources[2]!, { name: "Bench", otherName: "钳工" });
  const of = (text: string) =>
    hitsFor(modelOf(plan), text).map(({ label }) => label);
  expect([of("钳"), of("bench")]).toEqual([["Bench"], ["Bench"]]);
});

test("what is meant exactly comes first, nothing finds nothing", () => {
  expect(found("b")[0]).toBe("mould B");
  expect(found("  ")).toEqual([]);
  expect(found("zzz")).toEqual([]);
});

test("what stands for hidden moulds and parts is not found", () => {
  const plan = samplePlan([
    { resource: 0, part: 0, start: 0, end: 100 },
    { resource: 0, part: 2, start: 100, end: 200 },
  ]);
  Object.assign(plan.moulds[1]!, { id: "", no: "Other mould", name: "" });
  Object.assign(plan.parts[2]!, { no: "", name: "" });
  Object.assign(plan.parts[1]!, { no: "", name: "" }); // in a hidden section
  const of = (text: string) =>
    hitsFor(modelOf(plan), text).map(({ kind, label }) => `${kind} ${label}`);
  expect(of("other")).toEqual([]);
  expect(of("a")).toEqual(["mould A", "part A / P1"]);
});

test("a mould without bars is found, and says why it has none", () => {
  const plan = samplePlan([{ resource: 0, part: 0, start: 0, end: 100 }]);
  plan.moulds[1]!.why = "on hold";
  const [hit] = hitsFor(modelOf(plan), "B");
  expect(hit).toMatchObject({ kind: "mould", label: "B", why: "on hold" });
  expect(hit!.bars).toHaveLength(0);
});

test("an idle machine is found like its row, an unused supplier has none", () => {
  expect(found("m2")).toEqual(["resource M2"]);
  const idle = modelOf(samplePlan([]));
  const of = (text: string) => hitsFor(idle, text).map(({ label }) => label);
  expect(of("m2")).toEqual(["M2"]);
  expect(of("s")).toEqual([]);
});

test("a hit has its bars by start, and lands on what is to come", () => {
  const [hit] = hitsFor(model, "A");
  expect([...hit!.bars]).toEqual([0, 3, 1]);
  expect(landing(model, hit!)).toBe(3);
});
