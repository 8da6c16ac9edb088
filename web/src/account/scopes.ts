import type { MenuItem, Module } from "@/session/session";

/** A page that a token may be let into. */
export interface ScopePage {
  tree: string;
  name: string;
  module: string;
  /** Operations of the person there. */
  operations: string[];
}

export type Level = "none" | "readOnly" | "full";

const reading = new Set(["check", "detail", "export"]);

/** The pages that the person may open, as the menu names them. */
export function scopePages(
  modules: Module[],
  permitted: Record<string, boolean>,
): ScopePage[] {
  const operations = new Map<string, string[]>();
  for (const key of Object.keys(permitted).filter((key) => permitted[key])) {
    const cut = key.lastIndexOf(".");
    const tree = key.slice(0, cut);
    operations.set(tree, [...(operations.get(tree) ?? []), key.slice(cut + 1)]);
  }
  const pages: ScopePage[] = [];
  for (const module of modules.filter(({ opened }) => opened)) {
    for (const item of all(module.menuChildren ?? [])) {
      const own = operations.get(item.treeKey);
      if (own && !pages.some(({ tree }) => tree === item.treeKey)) {
        pages.push({
          tree: item.treeKey,
          name: item.menuName,
          module: module.moduleName,
          operations: own,
        });
      }
    }
  }
  return pages;
}

const all = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...all(item.children ?? [])]);

/** The levels that make sense on a page. */
export function levelsOf(page: ScopePage): Level[] {
  const mayRead = page.operations.some((name) => reading.has(name));
  const isOnlyReading = page.operations.every((name) => reading.has(name));
  return [
    "none",
    ...(mayRead ? (["readOnly"] as const) : []),
    ...(isOnlyReading ? [] : (["full"] as const)),
  ];
}

/** The permissions that the chosen levels stand for. */
export function scopesOf(pages: ScopePage[], levels: Record<string, Level>) {
  return pages.flatMap(({ tree, operations }) => {
    const level = levels[tree] ?? "none";
    return operations
      .filter((name) =>
        level === "full" ? true : level === "readOnly" && reading.has(name),
      )
      .map((name) => `${tree}.${name}`);
  });
}
