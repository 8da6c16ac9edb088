import type { MouseEvent } from "react";
import { Link } from "react-router";
import { useLanguage } from "@/i18n/language";
import { useSession } from "@/session/session";
import { useCloseOutside } from "@/ui/use-close-outside";
import { isExternal, moduleAddress, noteFirstCome } from "./module-address";
import { ModuleIcon } from "./module-icon";
import { moduleTiles } from "./module-tiles";
import { usePanelTexts } from "./panel-texts";

/** Tiles of the modules: ours open here, those of others in a new tab. */
export function HeaderModules() {
  const t = usePanelTexts();
  const { language } = useLanguage();
  const menu = useCloseOutside();
  const modules = useSession((now) => now.modules);
  const user = useSession((now) => now.userData);

  function open(event: MouseEvent, moduleKey: string) {
    noteFirstCome(moduleKey);
    event.currentTarget.closest("details")?.removeAttribute("open");
  }

  return (
    <details ref={menu} className="shell-pop shell-tiles">
      <summary
        className="shell-item"
        aria-label={t("modules")}
        title={t("modules")}
      >
        <ModuleIcon name="module" size={18} />
      </summary>
      <ul className="shell-pop-card">
        {moduleTiles(modules).map((module) => {
          const inner = (
            <>
              <ModuleIcon name={module.iconName} size={24} />
              {module.moduleName}
            </>
          );
          const to = moduleAddress(module, user, language);
          return (
            <li key={module.moduleKey}>
              {isExternal(module) ? (
                <a
                  href={to}
                  target="_blank"
                  rel="noopener"
                  onClick={(event) => open(event, module.moduleKey)}
                >
                  {inner}
                </a>
              ) : (
                <Link
                  to={to}
                  onClick={(event) => open(event, module.moduleKey)}
                >
                  {inner}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
