import type { Module } from "@/session/session";
import { leavesOf, targetOf } from "@/shell/menu";
import type { HiddenPage } from "./hidden-pages";
import type { Hit } from "./search";

/** One line of the palette: a place to go, or something to do. */
export interface Entry {
  key: string;
  name: string;
  /** The name is that of a record with names in two languages. */
  isBilingual?: boolean | undefined;
  /** In the language that is not shown: it is found by that as well. */
  otherName?: string | undefined;
  /** What it belongs to: a module, a kind of record. */
  of: string;
  path?: string;
  perform?: () => void;
  /** The permission that is missing: it opens nothing, and tells why. */
  barred?: string;
  /** No page of the shell, or one that wants a window of its own. */
  isElsewhere?: boolean;
}

export interface Group {
  key: string;
  name: string;
  entries: Entry[];
}

/** How well a name answers a text: 0 not at all, more for a beginning, most for the whole. Words may come in any order. */
export function rank(name: string, text: string) {
  const where = name.toLowerCase();
  const wanted = text.trim().toLowerCase();
  if (wanted === "" || where === wanted) {
    return 4;
  }
  if (where.startsWith(wanted)) {
    return 3;
  }
  if (where.includes(wanted)) {
    return 2;
  }
  return wanted.split(/\s+/).every((word) => where.includes(word)) ? 1 : 0;
}

/** The best first; what does not fit is left out. */
export function fitting(entries: Entry[], text: string, most: number) {
  return entries
    .map((entry) => ({
      entry,
      fit: Math.max(
        rank(entry.name, text),
        entry.otherName ? rank(entry.otherName, text) : 0,
        rank(entry.of, text) / 8,
      ),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Every page that the menu shows, each once. */
export function menuEntries(
  modules: Module[],
  otherNames: Record<string, string> = {},
): Entry[] {
  return modules
    .filter((module) => module.opened)
    .flatMap((module) =>
      leavesOf(module.menuChildren ?? []).map((item) => {
        const { href, path, isNewWindow, isRoute } = targetOf(item);
        const isElsewhere = isNewWindow || !isRoute;
        return {
          key: `menu:${item.menuKey}`,
          name: item.menuName,
          otherName: otherNames[item.menuKey],
          of: module.moduleName,
          path: isElsewhere ? href : path,
          isElsewhere,
        };
      }),
    );
}

/** Pages of the menu that the person may not open, with the permission that is missing. */
export function barredEntries(
  hidden: HiddenPage[],
  permitted: Record<string, boolean>,
): Entry[] {
  return hidden
    .filter(({ permission }) => permitted[permission] !== true)
    .map(({ menuKey, name, otherName, of, permission }) => ({
      key: `barred:${menuKey}`,
      name,
      otherName,
      of,
      barred: permission,
    }));
}

/** What answers by its own name; the name of a whole module would bring too many. */
export const named = (entries: Entry[], text: string) =>
  text.trim() === ""
    ? []
    : entries.filter(
        ({ name, otherName = "" }) =>
          rank(name, text) > 0 || rank(otherName, text) > 0,
      );

/** Records that have a page; pathOf knows which. */
export function recordEntries(
  hits: Hit[],
  pathOf: (entity: string, id: string) => string | undefined,
): Entry[] {
  return hits.flatMap(({ entity, label, id, title, bilingual }) => {
    const path = pathOf(entity, id);
    return path
      ? [
          {
            key: `${entity}:${id}`,
            name: title,
            isBilingual: bilingual,
            of: label,
            path,
          },
        ]
      : [];
  });
}
