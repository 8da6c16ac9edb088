import { afterEach, expect, test, vi } from "vitest";
import type { Meta, Values } from "@/resource/metadata";
import { looseServer } from "../../../testing/fake-server";
import { columnsOf, faultsOf, isTyped, saveLines } from "./entry";

afterEach(() => vi.unstubAllGlobals());

const field = (key: string, kind: string, change: object = {}) => ({
  ...{ key, kind, label: { zh: key, en: key } },
  ...{ required: false, unique: false, readOnly: false, hideInList: false },
  ...change,
});

const meta = {
  entity: "machine",
  path: "bms/machine",
  fields: [
    field("name", "text", { required: true }),
    field("model", "text"),
    field("alias", "text"),
    field("groupId", "reference", { required: true, reference: "group" }),
    field("status", "choice", { required: true, initial: 1 }),
    field("valid", "flag", { required: true }),
    field("made", "text", { required: true, readOnly: true }),
  ],
} as unknown as Meta;

const asks = <Data>(run: () => Promise<Data>) => run();

test("ADMIN-03: a line asks for what a record cannot be without and what the step adds, and refers to what the line above does", () => {
  const keys = columnsOf(meta, ["model"], undefined).map(({ key }) => key);
  expect(keys).toEqual(["name", "model", "groupId"]);
  const [name, , group] = columnsOf(meta, ["model"], {
    name: "M1",
    groupId: "g1",
  });
  expect([name!.initial, group!.initial]).toEqual([undefined, "g1"]);
});

test("ADMIN-03: what is refused stays at its new place with the words, what is empty is left out, what was not reached stays", async () => {
  const columns = columnsOf(meta, ["model"], undefined);
  expect(isTyped({ groupId: "g1" }, columns)).toBe(false);
  const sent = looseServer({
    "POST bms/machine": ({ body }) =>
      body.name === "taken"
        ? {
            status: 422,
            code: 422,
            data: [
              {
                field: "name",
                rule: "unique",
                message: "exists",
                texts: { zh: "已存在", en: "exists" },
              },
              {
                field: "status",
                rule: "choice",
                message: "wrong",
                texts: { zh: "不对", en: "wrong" },
              },
            ],
          }
        : body.name === "lost"
          ? { status: 500, code: 500 }
          : { data: { row: { id: "1", version: 1, ...body } } },
  });
  const lines: Values[] = [
    { name: "M1", groupId: "g1" },
    { groupId: "g1" },
    { name: "taken", groupId: "g1" },
    { name: "lost", groupId: "g1" },
    { name: "M2", groupId: "g1" },
  ];
  const { left, faults, saved, failure } = await saveLines(
    meta,
    lines,
    columns,
    asks,
  );
  expect(left.map(({ name }) => name)).toEqual(["taken", "lost", "M2"]);
  expect(saved).toBe(1);
  expect(failure).toBeDefined();
  expect(faults.map(({ line, key }) => `${line}.${key}`)).toEqual([
    "0.name",
    "0.name",
  ]);
  expect(faultsOf(faults, "zh")).toEqual({ "0.name": "已存在；status：不对" });
  expect(faultsOf(faults, "en")).toEqual({ "0.name": "exists; status: wrong" });
  expect(sent.map(({ body }) => body.name)).toEqual(["M1", "taken", "lost"]);
  expect(sent[0]!.body).toMatchObject({ status: 1, valid: false });
});

test("ADMIN-03: whoever leaves while lines are saved ends it behind the one on its way", async () => {
  const columns = columnsOf(meta, ["model"], undefined);
  const sent = looseServer({
    "POST bms/machine": ({ body }) => ({
      data: { row: { id: "1", version: 1, ...body } },
    }),
  });
  const { left, saved, failure } = await saveLines(
    meta,
    [{ name: "M1" }, { name: "M2" }, { name: "M3" }],
    columns,
    asks,
    () => sent.length === 2,
  );
  expect([saved, failure]).toEqual([2, undefined]);
  expect(left).toEqual([{ name: "M3" }]);
});
