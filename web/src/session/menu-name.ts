import { useSession, type MenuItem } from "./session";

/** What the menu calls the page at a path: headings say the same word. */
export function useMenuName(path: string) {
  return useSession((now) =>
    nameIn(
      now.modules.flatMap((module) => module.menuChildren ?? []),
      path,
    ),
  );
}

function nameIn(items: MenuItem[], path: string): string | undefined {
  for (const item of items) {
    const name =
      item.menuUrl === path ? item.menuName : nameIn(item.children ?? [], path);
    if (name) {
      return name;
    }
  }
  return undefined;
}
