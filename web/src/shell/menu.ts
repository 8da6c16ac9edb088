import type { MenuItem, Module } from "@/session/session";

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
        path: item.menuUrl,
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

/** Pages that belong to another module than their path says. */
const shared: Record<string, string> = { "/reports/query/idQuery": "mf" };

/** The module a path belongs to, when that module is known and not opened. */
export function closedModule(modules: Module[], path: string) {
  const segment = shared[path] ?? path.split("/")[1];
  return modules.find(
    (module) => prefixOf(module.moduleKey) === segment && !module.opened,
  );
}

/** Where a module's landing page leads: its first leaf within two levels. */
export function landingOf(module: Module) {
  return leavesOf(module.menuChildren ?? []).find(
    (item) => !isSet(item.externalUrlFlag) && item.menuUrl.startsWith("/"),
  )?.menuUrl;
}

export interface Target {
  href: string;
  /** Beside this page instead of in its place. */
  isNewWindow: boolean;
}

const marker = /[?&]?target=_blank\b/;

/**
 * What a menu entry opens. externalUrlFlag: its own address; another host:
 * in a frame of the shell; else a page of the shell with its header.
 */
export function targetOf(item: MenuItem): Target {
  const isNewWindow = isSet(item.newWindowFlag) || marker.test(item.menuUrl);
  const url = item.menuUrl.replace(marker, "");
  if (isSet(item.externalUrlFlag)) {
    return { href: url, isNewWindow };
  }
  if (/^https?:\/\//.test(url)) {
    const frame = `/${prefixOf(item.moduleKey)}/iframePage/${encodeURIComponent(item.menuKey)}`;
    return {
      href: withQuery(`${frame}?iframeSrc=${encodeURIComponent(url)}`),
      isNewWindow,
    };
  }
  return { href: withQuery(url), isNewWindow };
}

/** A new page shows its header, whatever the page that opened it did. */
const withQuery = (path: string) =>
  `${path}${path.includes("?") ? "&" : "?"}hideHead=0`;

export const isSet = (flag: boolean | number | undefined) =>
  flag === true || flag === 1;

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
  const wanted = search.trim().toLowerCase();
  const fits = (name: string, key: string) =>
    name.toLowerCase().includes(wanted) ||
    (otherNames[key] ?? "").toLowerCase().includes(wanted);
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
