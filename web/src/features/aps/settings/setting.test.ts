import { expect, test } from "vitest";
import {
  faultOf,
  follows,
  ownValues,
  settingLabel,
  settingValue,
  type Preset,
  type Setting,
} from "./setting";

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

const settings = [
  {
    key: "direction",
    label: { zh: "排程方向", en: "Direction" },
    unit: { zh: "", en: "" },
    options: [
      { value: 0, label: { zh: "正排", en: "Forward" } },
      { value: 4, label: { zh: "保瓶颈", en: "Drum" } },
    ],
    emptyWord: { zh: "", en: "" },
  },
  {
    key: "tolerance",
    label: { zh: "容差", en: "Tolerance" },
    unit: { zh: "小时", en: "h" },
    options: [],
    emptyWord: { zh: "不限", en: "No limit" },
  },
] as unknown as Setting[];

test("a setting and its value are told in words", () => {
  expect(settingLabel(settings, "tolerance", "en")).toBe("Tolerance");
  expect(settingLabel(settings, "direction", "zh")).toBe("排程方向");
  expect(settingLabel(settings, "gone", "en")).toBe("gone");
  for (const [key, value, zh, en] of [
    ["direction", 0, "正排", "Forward"],
    ["direction", 4, "保瓶颈", "Drum"],
    ["direction", 7, "7", "7"],
    ["direction", null, "", ""],
    ["tolerance", 4, "4 小时", "4 h"],
    ["tolerance", 0, "0 小时", "0 h"],
    ["tolerance", null, "不限", "No limit"],
    ["tolerance", undefined, "不限", "No limit"],
    ["gone", 3, "3", "3"],
    ["gone", null, "", ""],
  ] as const) {
    expect(settingValue(settings, key, value, "zh")).toBe(zh);
    expect(settingValue(settings, key, value, "en")).toBe(en);
  }
});

test("the server's word stands at the setting that it is about", () => {
  const texts = { zh: "太大", en: "Too large" };
  const faults = [
    { field: "settings.seed", texts: { zh: "", en: "" } },
    { field: "settings.tolerance", texts },
    { field: "direction", texts },
  ] as never;
  expect(faultOf(faults, "tolerance")).toBe(texts);
  expect(faultOf(faults, "direction")).toBeUndefined();
});
