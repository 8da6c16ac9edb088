import { useMemo } from "react";
import { useLocation } from "react-router";
import { useSession, type Module } from "@/session/session";
import { leavesOf, targetOf } from "./menu";
import { PlaceLink } from "./menu-link";
import { ModuleIcon } from "./module-icon";
import { useShellTexts } from "./texts";
import "./app-bar.css";

/** Of pages that are told apart better than by their module. */
const icons: Record<string, string> = {
  "mf.progress": "act",
  "mf.program": "cam",
};

/**
 * On a phone: the pages of the app that the person's roles bind and that they may open. They stand below each of them and the home
 * page; others, such as a chart, need the room.
 */
export function AppBar() {
  const t = useShellTexts();
  const modules = useSession((now) => now.modules);
  const permitted = useSession((now) => now.permitted);
  const pages = useMemo(
    () => appPages(modules, permitted),
    [modules, permitted],
  );
  const { pathname } = useLocation();
  const isHere = [
    "/home",
    ...pages.map(({ item }) => targetOf(item).path),
  ].some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return pages.length === 0 || !isHere ? null : (
    <nav className="app-bar" aria-label={t("appMenu")}>
      <ul>
        {pages.map(({ icon, item }) => (
          <li key={item.menuKey}>
            <PlaceLink item={item}>
              <ModuleIcon name={icons[item.treeKey] ?? icon} />
              <span>{item.menuName}</span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** In the order of the menu. A page that stands there twice is shown once. */
function appPages(modules: Module[], permitted: Record<string, boolean>) {
  const seen = new Set<string>();
  return modules
    .filter(({ opened }) => opened)
    .flatMap(({ iconName, menuChildren }) =>
      leavesOf(menuChildren ?? []).map((item) => ({ icon: iconName, item })),
    )
    .filter(({ item: { treeKey } }) => {
      const isShown = permitted[`app.${treeKey}`] && !seen.has(treeKey);
      seen.add(treeKey);
      return isShown;
    });
}
