import { describe, expect, it } from "vitest";
import type { PermissionTree } from "./role-queries";
import { blocksOf, grantedIn, mergedTicks, narrowed, ticked } from "./ticks";

const text = (en: string) => ({ zh: `${en} zh`, en });
const operation = (key: string, granted = false, mine = true) => ({
  key,
  operation: key.split(".")[2]!,
  name: text(key.split(".")[2]!),
  granted,
  mine,
});

const tree: PermissionTree = {
  role: { id: "r", code: "lead", name: text("Lead") },
  version: 1,
  fixed: false,
  modules: [
    {
      key: "ems",
      name: text("Assets"),
      areas: [
        {
          key: "",
          name: text(""),
          pages: [
            {
              key: "ems.machine",
              name: text("Machines"),
              operations: [
                operation("ems.machine.check", true),
                operation("ems.machine.modify", false, false),
                operation("ems.machine.delete"),
              ],
            },
          ],
        },
        {
          key: "fixture",
          name: text("Fixtures"),
          pages: [
            {
              key: "ems.fixture",
              name: text("Stock"),
              operations: [operation("ems.fixture.check")],
            },
          ],
        },
      ],
    },
  ],
  others: [
    {
      key: "common.news",
      name: text("News"),
      operations: [operation("common.news.check", true)],
    },
  ],
};

const blocks = blocksOf(tree);
const shown = (list: typeof blocks) =>
  list.flatMap(({ pages }) => pages.map(({ key }) => key));

// ROLE-05: menu and non-menu permissions stand in one table.
describe("ticks of a role", () => {
  it("come as blocks of pages, those without a menu last", () => {
    expect(blocks.map(({ key }) => key)).toEqual(["ems", ""]);
    expect(shown(blocks)).toEqual([
      "ems.machine",
      "ems.fixture",
      "common.news",
    ]);
    expect(grantedIn(tree)).toEqual(["ems.machine.check", "common.news.check"]);
  });

  it.each([
    ["machines zh", ["ems.machine"]],
    [" FIXTURES ", ["ems.fixture"]],
    ["assets", ["ems.machine", "ems.fixture"]],
    ["nowhere", []],
  ])("are found by %s", (search, want) => {
    expect(shown(narrowed(blocks, search, null))).toEqual(want);
  });

  it("are narrowed to what is granted", () => {
    const only = new Set(grantedIn(tree));
    expect(shown(narrowed(blocks, "", only))).toEqual([
      "ems.machine",
      "common.news",
    ]);
  });

  it("leave out what the person cannot grant", () => {
    const { operations } = blocks[0]!.pages[0]!;
    expect([...ticked(new Set(), operations, true)]).toEqual([
      "ems.machine.check",
      "ems.machine.delete",
    ]);
    expect(ticked(new Set(["ems.machine.check"]), operations, false).size).toBe(
      0,
    );
  });

  it("of two people are kept both", () => {
    const merged = mergedTicks(["a", "b"], new Set(["b", "c"]), [
      "a",
      "b",
      "d",
    ]);
    expect([...merged].sort()).toEqual(["b", "c", "d"]);
  });
});

// ROLE-05
it("ticking all brings back what is granted already, though one may not grant it", () => {
  const held = [operation("ems.machine.check", true, false)];
  expect([...ticked(new Set(), held, true)]).toEqual(["ems.machine.check"]);
});
