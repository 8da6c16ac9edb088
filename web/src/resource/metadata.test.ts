import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  isExpired,
  offers,
  withCapitals,
  wordsOf,
  type Field,
  type Meta,
} from "./metadata";

const enabled: Field = {
  ...{ key: "enabled", kind: "flag", label: { zh: "状态", en: "Status" } },
  ...{ required: false, unique: false, readOnly: false, hideInList: false },
  ends: "expireDate",
};

// USER-07: the last day itself still counts; without one nobody expires.
test.each([
  ["2026-03-31", true],
  ["2026-04-01", false],
  ["2099-12-31", false],
  ["", false],
  [null, false],
])(
  "on the first of April somebody whose time ends %s is expired: %s",
  (expireDate, expected) => {
    expect(isExpired(enabled, { expireDate }, "2026-04-01")).toBe(expected);
  },
);

test("USER-07: using and disabled begin with a capital where they stand alone, in English", () => {
  const options = [
    { value: 1, label: { zh: "使用中", en: "using" } },
    { value: 0, label: { zh: "停用", en: "disabled" } },
  ];
  const meta = { fields: [{ ...enabled, options }] } as unknown as Meta;
  expect(wordsOf(withCapitals(meta).fields[0]!)).toEqual({
    yes: { zh: "使用中", en: "Using" },
    no: { zh: "停用", en: "Disabled" },
  });
});

test("what nobody may do with an entity is what the contract has no path for", () => {
  const { paths } = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const root = "/front/api/v1/";
  const end = "/{id}/used-by";
  const entities = Object.keys(paths).filter((path) => path.endsWith(end));
  expect(entities.length).toBeGreaterThan(40);
  for (const entity of entities) {
    const path = entity.slice(0, -end.length);
    const meta = { path: path.slice(root.length), may: [] as string[] } as Meta;
    const one = paths[`${path}/{id}`];
    const served = {
      add: paths[path]?.post !== undefined,
      modify: one?.patch !== undefined,
      delete: one?.delete !== undefined || `${path}/delete` in paths,
    };
    const offered = {
      add: offers(meta, "add"),
      modify: offers(meta, "modify"),
      delete: offers(meta, "delete"),
    };
    expect(offered, path).toEqual(served);
  }
});
