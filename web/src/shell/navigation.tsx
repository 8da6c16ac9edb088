import { useMemo, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useSession } from "@/session/session";
import { menuVersion } from "./kept";
import { menuGroups, type MenuGroup } from "./menu";
import { PlaceLink } from "./menu-link";
import { ModuleIcon } from "./module-icon";
import { useShellTexts } from "./texts";

/** At the side: the whole menu in the old version, a rail of modules in the new one. */
export function Navigation() {
  const t = useShellTexts();
  const modules = useSession((now) => now.modules);
  const groups = useMemo(() => menuGroups(modules), [modules]);
  const isFixed = menuVersion() === "old";
  return (
    <nav
      id="main-menu"
      aria-label={t("mainMenu")}
      className={isFixed ? "shell-menu" : "shell-rail"}
    >
      {isFixed ? <FixedMenu groups={groups} /> : <Rail groups={groups} />}
    </nav>
  );
}

function FixedMenu({ groups }: { groups: MenuGroup[] }) {
  const t = useShellTexts();
  return (
    <>
      <ul>
        <li>
          <NavLink to="/home">{t("home")}</NavLink>
        </li>
      </ul>
      {groups.map((group) => (
        <section key={group.key}>
          <h2 id={`menu-${group.key}`}>{group.name}</h2>
          <Pages group={group} labelledBy={`menu-${group.key}`} />
        </section>
      ))}
    </>
  );
}

interface PagesProps {
  group: MenuGroup;
  labelledBy: string;
  onOpen?: () => void;
}

function Pages({ group, labelledBy, onOpen }: PagesProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {group.items.map(({ key, name, item }) => (
        <li key={key}>
          <PlaceLink item={item} {...(onOpen && { onOpen })}>
            {name}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}

/** One icon a module; its pages fly out under the pointer or the focus. */
function Rail({ groups }: { groups: MenuGroup[] }) {
  const t = useShellTexts();
  const { pathname } = useLocation();
  const [openKey, setOpenKey] = useState("");
  const here = groups.find((group) =>
    group.items.some(({ path }) => isBelow(pathname, path)),
  );
  const close = () => setOpenKey("");
  return (
    <ul className="rail">
      <li>
        <NavLink to="/home" className="rail-stop" title={t("home")}>
          <svg
            viewBox="0 0 20 20"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="M3 9l7-6 7 6v8h-5v-5H8v5H3z" />
          </svg>
          <span className="unseen">{t("home")}</span>
        </NavLink>
      </li>
      {groups.map((group) => (
        <li
          key={group.key}
          onPointerEnter={(event) =>
            event.pointerType === "mouse" && setOpenKey(group.key)
          }
          onPointerLeave={close}
          onFocus={(event) =>
            // A press also focuses; what it opens is gone again on purpose.
            event.target.matches(":focus-visible") && setOpenKey(group.key)
          }
          onBlur={(event) =>
            !event.currentTarget.contains(event.relatedTarget) && close()
          }
          onKeyDown={(event) => event.key === "Escape" && close()}
        >
          <PlaceLink
            item={group.items[0]!.item}
            onOpen={close}
            className={
              group === here ? "rail-stop rail-stop-here" : "rail-stop"
            }
          >
            <ModuleIcon name={group.icon} />
            <span className="unseen">{group.name}</span>
          </PlaceLink>
          {openKey === group.key && (
            <div className="rail-flyout shell-menu">
              <h2 id={`rail-${group.key}`}>{group.name}</h2>
              <Pages
                group={group}
                labelledBy={`rail-${group.key}`}
                onOpen={close}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function isBelow(pathname: string, path: string) {
  const [page = ""] = path.split(/[?#]/, 1);
  return pathname === page || pathname.startsWith(`${page}/`);
}
