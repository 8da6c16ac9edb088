import type { MenuItem, Module } from "@/session/session";

export interface MenuGroup {
  key: string;
  name: string;
  items: { name: string; path: string }[];
}

/** What the left navigation shows: opened modules with pages that display. */
export function menuGroups(modules: Module[]): MenuGroup[] {
  return modules
    .filter((module) => module.opened)
    .map((module) => ({
      key: module.moduleKey,
      name: module.moduleName,
      items: pages(module.menuChildren ?? []),
    }))
    .filter((group) => group.items.length > 0);
}

function pages(items: MenuItem[]): MenuGroup["items"] {
  return items.flatMap((item) => {
    if (item.display !== 1) {
      return [];
    }
    const below = pages(item.children ?? []);
    const isPage = item.menuUrl.startsWith("/");
    return isPage
      ? [{ name: item.menuName, path: item.menuUrl }, ...below]
      : below;
  });
}

/** The module a path belongs to, when that module is known and not opened. */
export function closedModule(modules: Module[], path: string) {
  const segment = path.split("/")[1];
  return modules.find(
    (module) => module.moduleKey === segment && !module.opened,
  );
}
