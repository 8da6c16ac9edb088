import { expect, test } from "vitest";
import { follows, ownValues, type Preset } from "./setting";

const drum: Preset = {
  key: "drum",
  label: { zh: "保瓶颈", en: "Protect the bottleneck" },
  help: { zh: "", en: "" },
  values: { productionDirection: 4, overtimeChoice: 0 },
};

test("a layer follows a preset by its own values and by those below it", () => {
  expect(follows(drum, { productionDirection: 4, overtimeChoice: 0 }, {})).toBe(
    true,
  );
  expect(follows(drum, { productionDirection: 4 }, { overtimeChoice: 0 })).toBe(
    true,
  );
  // An own value stands before an inherited one, zero included.
  expect(
    follows(
      drum,
      { productionDirection: 4, overtimeChoice: 1 },
      { overtimeChoice: 0 },
    ),
  ).toBe(false);
  expect(follows(drum, {}, { productionDirection: 1, overtimeChoice: 0 })).toBe(
    false,
  );
});

test("the global layer keeps its empty values, the others leave them out", () => {
  const values = { reuseTolerance: null, seed: 0 };
  expect(ownValues("global", values)).toEqual(values);
  expect(ownValues("default", values)).toEqual({ seed: 0 });
});
