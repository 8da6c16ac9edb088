import { expect, test } from "vitest";
import type { Field } from "./metadata";
import { narrowedBy } from "./record-values";

const electrode: Field = {
  key: "electrodeId",
  kind: "reference",
  label: { zh: "电极", en: "Electrode" },
  required: true,
  unique: true,
  readOnly: false,
  hideInList: false,
  narrows: [
    { key: "mouldId", like: "mouldId" },
    { key: "kind", value: "2" },
  ],
};

test("a reference offers what agrees with the form, and everything while the form is silent", () => {
  expect(narrowedBy(electrode, { mouldId: "m1" })).toEqual({
    "f.mouldId": "m1",
    "f.kind": "2",
  });
  expect(narrowedBy(electrode, { mouldId: "" })).toEqual({ "f.kind": "2" });
  expect(narrowedBy({ ...electrode, narrows: [] }, { mouldId: "m1" })).toEqual(
    {},
  );
});

test("only a text narrows, and only where the form has one", () => {
  const like = { ...electrode, narrows: [{ key: "a", like: "b" }] };
  for (const b of [undefined, null, 3, true, ["x"]]) {
    expect(narrowedBy(like, { b, a: "other" })).toEqual({});
  }
  expect(narrowedBy(like, { b: "x" })).toEqual({ "f.a": "x" });
  const anything = { ...electrode };
  delete anything.narrows;
  expect(narrowedBy(anything, { mouldId: "m1" })).toEqual({});
});
