import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { isHeadHidden, keepHead } from "@/session/head";
import { useSession } from "@/session/session";
import { TenancyDialogs } from "@/tenancy/tenancy-dialogs";
import { useConnection, useGatewayProbe } from "./connection";
import { useEntering } from "./entering";
import { Header } from "./header";
import { GatewayPrompt } from "./header-factory";
import { menuVersion } from "./kept";
import { closedModule } from "./menu";
import { Navigation } from "./navigation";
import { ClosedModulePage } from "./plain-pages";
import { ProductsPanel } from "./products-panel";
import { SessionChange } from "./session-change";
import { useShellTexts } from "./texts";
import "./layout.css";

/** What stands around every screen. */
export function Layout() {
  const t = useShellTexts();
  const { pathname, search } = useLocation();
  const modules = useSession((now) => now.modules);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useGatewayProbe();
  useEntering();
  const closed = closedModule(modules, pathname);
  const isBare = isHeadHidden(search);
  useEffect(() => keepHead(search), [search]);

  function closePanel() {
    setPanelOpen(false);
    toggle.current?.focus();
  }

  return (
    <div
      className={
        isBare ? "shell shell-bare" : `shell shell-${menuVersion()}-menu`
      }
    >
      <a className="shell-skip" href="#content">
        {t("skip")}
      </a>
      {!isBare && (
        <>
          <Header
            toggle={toggle}
            isMenuOpen={isPanelOpen}
            onToggleMenu={() => setPanelOpen(!isPanelOpen)}
          />
          <ProductsPanel isOpen={isPanelOpen} onClose={closePanel} />
          <Navigation />
        </>
      )}
      <div className="shell-content" id="content" tabIndex={-1}>
        <LostConnection />
        <GatewayPrompt />
        {closed ? (
          <ClosedModulePage module={closed.moduleName} />
        ) : (
          <Suspense>
            <Outlet />
          </Suspense>
        )}
      </div>
      <Suspense>
        <TenancyDialogs />
      </Suspense>
      <SessionChange />
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
