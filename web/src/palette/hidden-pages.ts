import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Language } from "@/i18n/language";
import type { MenuItem } from "@/session/session";

/** A page of the menu that the person may not see, and what would show it. */
export interface HiddenPage {
  menuKey: string;
  name: string;
  otherName: string | undefined;
  /** Its module. */
  of: string;
  permission: string;
}

/** The pages that the menu hides from a person, by their names in both languages. */
export const hiddenPagesQuery = (isWanted: boolean, language: Language) =>
  queryOptions({
    queryKey: ["hidden-pages", language],
    queryFn: isWanted ? () => hiddenPages(language) : skipToken,
    staleTime: Infinity,
    meta: { quiet: true },
  });

async function hiddenPages(language: Language) {
  const [here, other] = await Promise.all([
    pagesIn(language),
    pagesIn(language === "zh" ? "en" : "zh"),
  ]);
  const names = new Map(other.map(({ menuKey, name }) => [menuKey, name]));
  return here.map((page) => ({
    ...page,
    otherName: names.get(page.menuKey),
  }));
}

async function pagesIn(language: Language) {
  const tree = await call("POST", "upms/user/getModuleTree.do", {
    body: { needMenu: 1, needHideMenu: 1, language },
  });
  return (tree.moduleData ?? [])
    .filter(({ opened }) => opened)
    .flatMap(({ moduleName, menuChildren }) =>
      hiddenIn(menuChildren ?? []).map((item) => ({
        menuKey: item.menuKey,
        name: item.menuName,
        of: moduleName,
        permission: item.need,
      })),
    );
}

/** Pages that a permission shows: what is planned or stands elsewhere has none, and the operator's are nobody's here. */
const hiddenIn = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [
    ...(item.display !== 1 &&
    item.need !== "" &&
    !item.need.startsWith("platform.")
      ? [item]
      : []),
    ...hiddenIn(item.children ?? []),
  ]);
