import { expect, test } from "vitest";
import { differenceQuery } from "../plan/difference-query";
import { evaluationQuery } from "./result";

test("a plan is evaluated and compared once its schedule is known", () => {
  const plan = { id: "s1", planNumber: 2, version: 7 };
  for (const query of [evaluationQuery, differenceQuery]) {
    expect(query(plan).enabled).toBe(true);
    expect(query({ ...plan, version: undefined }).enabled).toBe(false);
    // Another version of the schedule, or another of its plans, is asked for anew.
    const key = JSON.stringify(query(plan).queryKey);
    expect(JSON.stringify(query({ ...plan, version: 8 }).queryKey)).not.toBe(
      key,
    );
    expect(JSON.stringify(query({ ...plan, planNumber: 3 }).queryKey)).not.toBe(
      key,
    );
  }
  expect(evaluationQuery(plan).queryKey).not.toEqual(
    differenceQuery(plan).queryKey,
  );
});
