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
