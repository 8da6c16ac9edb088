import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useSession } from "@/session/session";
import { useConnection } from "./connection";
import { Header } from "./header";
import { closedModule } from "./menu";
import { Navigation } from "./navigation";
import { ClosedModulePage } from "./plain-pages";
import { useShellTexts } from "./texts";
import "./layout.css";

/** What stands around every screen. */
export function Layout() {
  const t = useShellTexts();
  const { pathname } = useLocation();
  const modules = useSession((now) => now.modules);
  // On a narrow screen the menu lies over the page: it belongs to the page that
  // it was opened on, and is gone on the next.
  const [menuOn, setMenuOn] = useState<string | null>(null);
  const isMenuOpen = menuOn === pathname;
  const closed = closedModule(modules, pathname);

  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        {t("skip")}
      </a>
      <Header
        isMenuOpen={isMenuOpen}
        onToggleMenu={() => setMenuOn(isMenuOpen ? null : pathname)}
      />
      <Navigation isOpen={isMenuOpen} onClose={() => setMenuOn(null)} />
      <div className="shell-content" id="content" tabIndex={-1}>
        <LostConnection />
        {closed ? (
          <ClosedModulePage module={closed.moduleName} />
        ) : (
          <Suspense>
            <Outlet />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function LostConnection() {
  const t = useShellTexts();
  const client = useQueryClient();
  const lost = useConnection((now) => now.lost);
  return (
    <div role="status" className="shell-lost">
      {lost && (
        <p>
          {t("lost")}
          <button
            type="button"
            onClick={() => void client.refetchQueries({ type: "active" })}
          >
            {t("retry")}
          </button>
        </p>
      )}
    </div>
  );
}
