import { useQuery } from "@tanstack/react-query";
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { useOtherNames } from "@/session/menu-name";
import { useSession, type MenuItem, type Module } from "@/session/session";
import { useDebounced } from "@/ui/use-debounced";
import {
  favouritesQuery,
  useAddFavourite,
  useRemoveFavourite,
  type Favourite,
} from "./favourite-queries";
import { FavouritesBar } from "./favourites-bar";
import { keepMenuVersion, menuVersion } from "./kept";
import { closedModules, panelModules, type PanelModule } from "./menu";
import { MenuLink } from "./menu-link";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";
import "./products-panel.css";

interface ProductsPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Every module and menu, over the page and below the header. It is mounted from
 * the start and only made visible, so that the first click is as fast as any.
 */
export function ProductsPanel({ isOpen, onClose }: ProductsPanelProps) {
  const t = usePanelTexts();
  const panel = useRef<HTMLDivElement>(null);
  const modules = useSession((now) => now.modules);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed).trim();
  const otherNames = useOtherNames(isOpen && search !== "");
  const shown = useMemo(
    () => panelModules(modules, search, otherNames),
    [modules, search, otherNames],
  );
  const closed = useMemo(
    () => closedModules(modules, search, otherNames),
    [modules, search, otherNames],
  );

  useEffect(() => {
    if (isOpen) {
      panel.current?.querySelector("input")?.focus();
    }
  }, [isOpen]);

  function goTo(key: string) {
    panel.current
      ?.querySelector(`[data-module="${key}"]`)
      ?.scrollIntoView({ block: "start" });
  }

  return (
    <>
      <div
        className={isOpen ? "panel-shade panel-on" : "panel-shade"}
        onClick={onClose}
      />
      <div
        ref={panel}
        id="products-panel"
        role="dialog"
        aria-label={t("products")}
        inert={!isOpen}
        className={isOpen ? "panel panel-on" : "panel"}
        onKeyDown={(event) => walk(event, panel.current, onClose)}
      >
        <div className="panel-head">
          <input
            type="search"
            className="panel-search"
            value={typed}
            placeholder={t("search")}
            aria-label={t("search")}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FixedMenu />
        </div>
        <FavouritesBar onOpen={onClose} />
        <div className="panel-body">
          <div className="panel-modules">
            {shown.length === 0 && closed.length === 0 && (
              <p className="soft" role="status">
                {t("nothing", { search })}
              </p>
            )}
            <div className="panel-columns">
              {shown.map((one) => (
                <ModuleMenu
                  key={one.module.moduleKey}
                  one={one}
                  onOpen={onClose}
                />
              ))}
            </div>
            <ClosedModules modules={closed} />
          </div>
          <nav className="panel-index" aria-label={t("index")}>
            {shown.map(({ module }) => (
              <button
                key={module.moduleKey}
                type="button"
                onClick={() => goTo(module.moduleKey)}
              >
                {module.moduleName}
              </button>
            ))}
            {closed.length > 0 && (
              <button type="button" onClick={() => goTo("closed")}>
                {t("closed")} · {closed.length}
              </button>
            )}
          </nav>
        </div>
      </div>
    </>
  );
}

function FixedMenu() {
  const t = usePanelTexts();
  function flip() {
    keepMenuVersion(menuVersion() === "old" ? "new" : "old");
    location.reload();
  }
  return (
    <label className="panel-fixed" title={t("fixedHint")}>
      <input
        type="checkbox"
        role="switch"
        checked={menuVersion() === "old"}
        onChange={flip}
      />
      {t("fixed")}
    </label>
  );
}

interface ModuleMenuProps {
  one: PanelModule;
  onOpen: () => void;
}

function ModuleMenu({ one: { module, parts }, onOpen }: ModuleMenuProps) {
  const { data } = useQuery(favouritesQuery);
  const headingId = `panel-${module.moduleKey}`;
  return (
    <section
      className="panel-module"
      data-module={module.moduleKey}
      aria-labelledby={headingId}
    >
      <h2 id={headingId}>
        <ModuleIcon name={module.iconName} />
        {module.moduleName}
      </h2>
      {parts.map((part) => (
        <div key={part.key} className="panel-part">
          {part.heading && <h3>{part.heading}</h3>}
          <ul>
            {part.leaves.map((leaf) => (
              <li key={leaf.menuKey} className="panel-leaf">
                <MenuLink item={leaf} onOpen={onOpen}>
                  {leaf.menuName}
                </MenuLink>
                <Star
                  leaf={leaf}
                  favourite={data?.find((f) => f.menuKey === leaf.menuKey)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface StarProps {
  leaf: MenuItem;
  favourite: Favourite | undefined;
}

function Star({ leaf, favourite }: StarProps) {
  const t = usePanelTexts();
  const add = useAddFavourite();
  const remove = useRemoveFavourite();
  function flip() {
    if (favourite) {
      remove.mutate(favourite.userMenuId);
    } else {
      add.mutate(leaf.menuKey);
    }
  }
  return (
    <button
      type="button"
      className="panel-star"
      aria-pressed={favourite !== undefined}
      aria-label={t(favourite ? "unstar" : "star", { name: leaf.menuName })}
      disabled={add.isPending || remove.isPending}
      onClick={flip}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M8 1.8l1.9 3.9 4.300.6-3.100 3 .7 4.300L8 11.6l-3.800 2 .7-4.300-3.100-3 4.300-.6z" />
      </svg>
    </button>
  );
}

function ClosedModules({ modules }: { modules: Module[] }) {
  const t = usePanelTexts();
  if (modules.length === 0) {
    return null;
  }
  return (
    <section
      className="panel-closed"
      data-module="closed"
      aria-labelledby="panel-closed"
    >
      <h2 id="panel-closed">
        {t("closed")}
        <small>{t("closedHint")}</small>
      </h2>
      <ul>
        {modules.map((module) => (
          <li key={module.moduleKey}>
            <ModuleIcon name={module.iconName} size={16} />
            {module.moduleName}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Escape closes; up and down walk through the search and the menus. */
function walk(
  event: KeyboardEvent,
  panel: HTMLElement | null,
  onClose: () => void,
) {
  if (event.key === "Escape" && !event.defaultPrevented) {
    onClose();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  if (!step || !panel || !target.matches(".panel-search, .panel-leaf a")) {
    return;
  }
  event.preventDefault();
  const stops = [
    ...panel.querySelectorAll<HTMLElement>(".panel-search, .panel-leaf a"),
  ];
  stops[stops.indexOf(target) + step]?.focus();
}
