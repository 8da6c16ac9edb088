import type { PermissionPage, PermissionTree } from "./role-queries";
import { bothRoleTexts } from "./texts";

/** The operations that most pages have: each has a column. */
export const usual = [
  "check",
  "detail",
  "add",
  "modify",
  "remove",
  "delete",
  "export",
  "reset",
] as const;

/** A heading over pages: a module, or what belongs to no page of the menu. */
export interface Block {
  key: string;
  name: { zh: string; en: string };
  pages: (PermissionPage & { area: { zh: string; en: string } })[];
}

const nowhere = { zh: "", en: "" };

/** The rows of the table, module by module. */
export function blocksOf(
  tree: Pick<PermissionTree, "modules" | "others">,
): Block[] {
  const blocks = tree.modules.map(({ key, name, areas }) => ({
    key,
    name,
    pages: areas.flatMap((area) =>
      area.pages.map((page) => ({
        ...page,
        area: area.key ? area.name : nowhere,
      })),
    ),
  }));
  return tree.others.length > 0
    ? [
        ...blocks,
        {
          key: "",
          name: bothRoleTexts("nonMenu"),
          pages: tree.others.map((page) => ({ ...page, area: nowhere })),
        },
      ]
    : blocks;
}

/** What the tree says is granted. */
export function grantedIn(tree: Pick<PermissionTree, "modules" | "others">) {
  const pages = [
    ...tree.modules.flatMap(({ areas }) => areas.flatMap((area) => area.pages)),
    ...tree.others,
  ];
  return pages.flatMap((page) =>
    page.operations.filter(({ granted }) => granted).map(({ key }) => key),
  );
}

/** Keeps the pages whose names, or whose module's name, contain a text, and, if asked, that have something ticked. */
export function narrowed(
  blocks: Block[],
  search: string,
  only: ReadonlySet<string> | null,
) {
  const sought = search.trim().toLowerCase();
  const has = ({ zh, en }: { zh: string; en: string }) =>
    zh.toLowerCase().includes(sought) || en.toLowerCase().includes(sought);
  return blocks
    .map((block) => ({
      ...block,
      pages: block.pages.filter(
        (page) =>
          (has(page.name) || has(page.area) || has(block.name)) &&
          (!only || page.operations.some(({ key }) => only.has(key))),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Ticks, or clears, all of some operations that the person may grant. */
export function ticked(
  before: ReadonlySet<string>,
  operations: PermissionPage["operations"],
  on: boolean,
) {
  const after = new Set(before);
  for (const { key, mine, granted } of operations) {
    if (!on) {
      after.delete(key);
    } else if (mine || granted) {
      after.add(key);
    }
  }
  return after;
}

/** Two people's ticks in one: what one of them has changed holds over what both began with. */
export function mergedTicks(
  base: string[],
  mine: ReadonlySet<string>,
  theirs: string[],
) {
  const merged = new Set(theirs);
  for (const key of base) {
    if (!mine.has(key)) {
      merged.delete(key);
    }
  }
  for (const key of mine) {
    if (!base.includes(key)) {
      merged.add(key);
    }
  }
  return merged;
}
