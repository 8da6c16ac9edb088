import { currentLanguage } from "@/i18n/language";
import { session, type MenuItem, type Module } from "@/session/session";
import { foreignAddress } from "./module-address";

export interface MenuGroup {
  key: string;
  name: string;
  icon: string;
  items: { key: string; name: string; path: string; item: MenuItem }[];
}

/** Where the route prefix is not the key of the module. */
const prefixes: Record<string, string> = {
  tooling: "mf",
  tools: "tool",
  common: "comm",
  system: "settings",
};

export const prefixOf = (moduleKey: string) => prefixes[moduleKey] ?? moduleKey;

/** What the navigation shows: opened modules with pages that display. */
export function menuGroups(modules: Module[]): MenuGroup[] {
  return modules
    .filter((module) => module.opened)
    .map((module) => ({
      key: module.moduleKey,
      name: module.moduleName,
      icon: module.iconName,
      items: leavesOf(module.menuChildren ?? []).map((item) => ({
        key: item.menuKey,
        name: item.menuName,
        path: targetOf(item).path,
        item,
      })),
    }))
    .filter((group) => group.items.length > 0);
}

/** Entries that open something; what has display 0 is nowhere, nor below it. */
export function leavesOf(items: MenuItem[], depth = 2): MenuItem[] {
  return items.flatMap((item) => {
    if (item.display !== 1 || depth === 0) {
      return [];
    }
    const below = leavesOf(item.children ?? [], depth - 1);
    return item.menuUrl !== "" ? [item, ...below] : below;
  });
}

/** Pages that are open with another module too, beside the one that their path says. */
const shared: Record<string, string> = { "/reports/query/idQuery": "mf" };

/** The module a path belongs to, when that module is known and not opened. */
export function closedModule(modules: Module[], path: string) {
  const own = path.split("/")[1];
  const owners = [shared[path], own].flatMap((segment) =>
    modules.filter((module) => prefixOf(module.moduleKey) === segment),
  );
  return owners.some((module) => module.opened) ? undefined : owners[0];
}

/** Where a module's landing page leads: its first leaf within two levels that is a page of the shell. */
export function landingOf(module: Module) {
  return leavesOf(module.menuChildren ?? [])
    .map(targetOf)
    .find(({ isRoute }) => isRoute)?.path;
}

/** The address of a module that is no page of the shell at all. */
export function besideOf(module: Module) {
  return leavesOf(module.menuChildren ?? []).map(targetOf)[0]?.href;
}

export interface Target {
  /** For a page of its own: it shows its header, whatever the page that opened it did. */
  href: string;
  /** For the page where one is. */
  path: string;
  /** Beside this page instead of in its place. */
  isNewWindow: boolean;
  /** A page of the shell; else an address of its own. */
  isRoute: boolean;
}

/** What says where an entry leads. */
export type Entry = Pick<
  MenuItem,
  "menuUrl" | "menuKey" | "moduleKey" | "newWindowFlag" | "externalUrlFlag"
>;

/**
 * What a menu entry opens. externalUrlFlag: its own address; another host:
 * in a frame of the shell; else a page of the shell.
 */
export function targetOf(item: Entry): Target {
  const isElsewhere = /^https?:\/\//i.test(item.menuUrl);
  const { address, isMarked } = unmarked(
    isElsewhere
      ? foreignAddress(
          item.moduleKey,
          item.menuUrl,
          session.get().userData,
          currentLanguage(),
        )
      : item.menuUrl,
  );
  const isNewWindow = isSet(item.newWindowFlag) || isMarked;
  if (isSet(item.externalUrlFlag)) {
    return { href: address, path: address, isNewWindow, isRoute: false };
  }
  const path = isElsewhere
    ? `/${prefixOf(item.moduleKey)}/iframePage/${encodeURIComponent(item.menuKey)}?iframeSrc=${encodeURIComponent(address)}`
    : address;
  return { href: withHead(path), path, isNewWindow, isRoute: true };
}

function partsOfAddress(address: string) {
  const [, path = "", query = "", hash = ""] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  return { path, query, hash };
}

/** An address without the marker that asks for a window of its own (PANEL-11). */
function unmarked(address: string) {
  const { path, query, hash } = partsOfAddress(address);
  const search = new URLSearchParams(query);
  if (search.get("target") !== "_blank") {
    return { address, isMarked: false };
  }
  search.delete("target");
  const rest = search.size > 0 ? `?${search.toString()}` : "";
  return { address: path + rest + hash, isMarked: true };
}

function withHead(address: string) {
  const { path, query, hash } = partsOfAddress(address);
  return `${path}?${query ? `${query}&` : ""}hideHead=0${hash}`;
}

export const isSet = (flag: number) => flag === 1;

export interface PanelModule {
  module: Module;
  /** Levels of its menu; a heading is empty for entries without one. */
  parts: { key: string; heading: string; leaves: MenuItem[] }[];
}

/** The panel's modules, or what of them a search leaves; names in other languages count too. */
export function panelModules(
  modules: Module[],
  search: string,
  otherNames: Record<string, string> = {},
): PanelModule[] {
  const fits = fitting(search, otherNames);
  return modules
    .filter((module) => module.opened)
    .map((module) => {
      const all = fits(module.moduleName, module.moduleKey);
      const parts = partsOf(module).map((part) => ({
        ...part,
        leaves: part.leaves.filter(
          (leaf) =>
            all ||
            fits(part.heading, part.key) ||
            fits(leaf.menuName, leaf.menuKey),
        ),
      }));
      return { module, parts: parts.filter((part) => part.leaves.length > 0) };
    })
    .filter(({ parts }) => parts.length > 0);
}

/** Modules that are not opened, or what of them a search leaves. */
export function closedModules(
  modules: Module[],
  search: string,
  otherNames: Record<string, string> = {},
) {
  const fits = fitting(search, otherNames);
  return modules.filter(
    (module) => !module.opened && fits(module.moduleName, module.moduleKey),
  );
}

function fitting(search: string, otherNames: Record<string, string>) {
  const wanted = search.trim().toLowerCase();
  return (name: string, key: string) =>
    name.toLowerCase().includes(wanted) ||
    (otherNames[key] ?? "").toLowerCase().includes(wanted);
}

function partsOf(module: Module) {
  const first = { key: "", heading: "", leaves: [] as MenuItem[] };
  const parts = [first];
  for (const item of module.menuChildren ?? []) {
    if (item.display !== 1) {
      continue;
    }
    if ((item.children ?? []).length === 0) {
      first.leaves.push(...leavesOf([item]));
    } else {
      parts.push({
        key: item.menuKey,
        heading: item.menuName,
        leaves: leavesOf([item]),
      });
    }
  }
  return parts;
}
