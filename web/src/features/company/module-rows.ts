import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Language } from "@/i18n/language";
import type { Row } from "@/resource/metadata";
import type { MenuItem, Module } from "@/session/session";

/** A module as the company has it. */
export interface ModuleRow {
  key: string;
  name: string;
  icon: string;
  state: "opened" | "closed" | "planned";
  /** Our pages behind it, and those that are still to come. */
  pages: string[];
  planned: string[];
  /** Where its pages of ours begin; "" where it has none. */
  landing: string;
  /** Where it stands elsewhere; null where nobody has said so. */
  setting: Row | null;
  /** Whether it may stand elsewhere at all. */
  isForeign: boolean;
}

/**
 * Every module with every page of its menu, also those that are not shown in it;
 * asked again when the menu has changed.
 */
export const wholeTreeQuery = (language: Language, inMenu: Module[]) =>
  queryOptions({
    queryKey: ["whole-module-tree", language, inMenu.map(standing)],
    queryFn: () =>
      call("POST", "upms/user/getModuleTree.do", {
        body: { needMenu: 1, needHideMenu: 1, language },
      }),
    staleTime: 0,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });

const standing = ({ moduleKey, kind, opened, moduleUrl }: Module) =>
  [moduleKey, kind, opened, moduleUrl].join(" ");

/** One row for each module of the catalogue, then those of partners that stand in no menu until an address is set. */
export function moduleRows(
  modules: Module[],
  foreign: { id: string; name: string }[],
  settings: Row[],
): ModuleRow[] {
  const settingOf = (key: string) =>
    settings.find((one) => one.module === key) ?? null;
  const isForeign = (key: string) => foreign.some(({ id }) => id === key);
  const rows = modules
    .filter(({ moduleKey }) => !menuOnly.has(moduleKey))
    .map((one): ModuleRow => {
      const key = one.moduleKey;
      const leaves = leavesOf(one.menuChildren ?? []);
      const own = leaves.filter(({ httpMenuKey }) => httpMenuKey !== entrance);
      const pages = own.filter(({ menuUrl }) => menuUrl !== "");
      return {
        ...{ key, name: one.moduleName, icon: one.iconName },
        state:
          one.kind === "planned" ? "planned" : one.opened ? "opened" : "closed",
        pages: pages.map(({ menuName }) => menuName),
        planned: own
          .filter(({ menuUrl }) => menuUrl === "")
          .map(({ menuName }) => menuName),
        landing: one.kind === "internal" && one.opened ? one.moduleUrl : "",
        setting: settingOf(key),
        isForeign: isForeign(key),
      };
    });
  const known = new Set(rows.map(({ key }) => key));
  const partners = foreign
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, name }): ModuleRow => ({
        ...{ key: id, name, icon: "module", state: "planned" },
        ...{ pages: [], planned: [], landing: "" },
        setting: settingOf(id),
        isForeign: true,
      }),
    );
  return [...rows, ...partners];
}

/** Menus that nobody opens as a module. */
const menuOnly = new Set(["mas", "act"]);

/** The menu entry that leads to a module elsewhere. */
const entrance = "entrance";

function leavesOf(items: MenuItem[]): MenuItem[] {
  return items.flatMap((item) =>
    item.children && item.children.length > 0
      ? leavesOf(item.children)
      : [item],
  );
}
