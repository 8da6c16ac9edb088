import { useMemo } from "react";
import { NavLink } from "react-router";
import { useSession } from "@/session/session";
import { menuGroups } from "./menu";
import { useShellTexts } from "./texts";

interface NavigationProps {
  isOpen: boolean;
  onClose: () => void;
}

export function Navigation({ isOpen, onClose }: NavigationProps) {
  const t = useShellTexts();
  const modules = useSession((now) => now.modules);
  const groups = useMemo(() => menuGroups(modules), [modules]);
  return (
    <>
      {isOpen && <div className="shell-veil" onClick={onClose} />}
      <nav
        id="main-menu"
        aria-label={t("mainMenu")}
        className={isOpen ? "shell-menu shell-menu-open" : "shell-menu"}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        <ul>
          <li>
            <NavLink to="/home">{t("home")}</NavLink>
          </li>
        </ul>
        {groups.map((group) => (
          <section key={group.key}>
            <h2 id={`menu-${group.key}`}>{group.name}</h2>
            <ul aria-labelledby={`menu-${group.key}`}>
              {group.items.map((item) => (
                <li key={item.path}>
                  <NavLink to={item.path}>{item.name}</NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}
