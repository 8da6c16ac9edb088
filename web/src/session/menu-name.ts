import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import { useSession, type MenuItem } from "./session";

/** What the menu calls the page at a path: headings say the same word. */
export function useMenuName(path: string) {
  return useName((item) => item.menuUrl === path);
}

/** What the menu calls an entry, by its key: one that stands elsewhere has no path. */
export function useMenuNameOf(menuKey: string) {
  return useName((item) => item.menuKey === menuKey);
}

type IsIt = (item: MenuItem) => boolean;

const useName = (isIt: IsIt) =>
  useSession((now) =>
    nameIn(
      now.modules.flatMap((module) => module.menuChildren ?? []),
      isIt,
    ),
  );

function nameIn(items: MenuItem[], isIt: IsIt): string | undefined {
  for (const item of items) {
    const name = isIt(item) ? item.menuName : nameIn(item.children ?? [], isIt);
    if (name) {
      return name;
    }
  }
  return undefined;
}

/** What modules and menus are called in the language that is not shown, by key: both are searched (I18N-06). */
export function useOtherNames(isWanted: boolean) {
  const { language } = useLanguage();
  const other = language === "zh" ? "en" : "zh";
  const { data } = useQuery({
    queryKey: ["menu-names", other],
    enabled: isWanted,
    staleTime: Infinity,
    meta: { quiet: true },
    queryFn: async () => {
      const tree = await call("POST", "upms/user/getModuleTree.do", {
        body: { needMenu: 1, needHideMenu: 0, language: other },
      });
      const names: Record<string, string> = {};
      const note = (item: MenuItem) => {
        names[item.menuKey] = item.menuName;
        item.children?.forEach(note);
      };
      for (const module of tree.moduleData ?? []) {
        names[module.moduleKey] = module.moduleName;
        module.menuChildren?.forEach(note);
      }
      return names;
    },
  });
  return data;
}
