import { useIsFetching } from "@tanstack/react-query";
import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type PropsWithChildren,
} from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { isHeadHidden, keepHead } from "@/session/head";
import { useSession } from "@/session/session";
import { Barred } from "@/tenancy/barred";
import { useTenancy } from "@/tenancy/tenancy";
import { TenancyDialogs } from "@/tenancy/tenancy-dialogs";
import { useConnection } from "@/api/connection";
import { AppBar } from "./app-bar";
import { useGatewayProbe, useReconnection } from "./connection";
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
import { ViewingBanner } from "./viewing-banner";
import "./layout.css";

/** What stands around every screen. */
export function Layout() {
  const t = useShellTexts();
  const { pathname, search, key } = useLocation();
  const modules = useSession((now) => now.modules);
  // The page that it stands open over: on the next one it is closed.
  const [panelOver, setPanelOver] = useState<string | null>(null);
  const isPanelOpen = panelOver === key;
  const toggle = useRef<HTMLButtonElement>(null);
  useGatewayProbe();
  useEntering();
  const closed = closedModule(modules, pathname);
  const barred = useTenancy((now) => now.barred);
  const isBare = isHeadHidden(search);
  useEffect(() => keepHead(search), [search]);
  useEffect(() => {
    // Whatever stood open over the page that one was on is in the way of the next.
    for (const open of document.querySelectorAll<HTMLDetailsElement>(
      ".shell-header details[open]",
    )) {
      open.open = false;
    }
  }, [key]);

  function closePanel() {
    setPanelOver(null);
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
            onToggleMenu={() => setPanelOver(isPanelOpen ? null : key)}
          />
          <ProductsPanel isOpen={isPanelOpen} onClose={closePanel} />
          <Navigation />
        </>
      )}
      <div className="shell-main">
        <ViewingBanner />
        <LostConnection />
        <GatewayPrompt />
        <Content>
          {barred && !pathname.startsWith("/account") ? (
            <Barred tenant={barred} />
          ) : closed ? (
            <ClosedModulePage module={closed} />
          ) : (
            <Suspense>
              <Outlet />
            </Suspense>
          )}
        </Content>
      </div>
      {!isBare && <AppBar />}
      <Suspense>
        <TenancyDialogs />
      </Suspense>
      <SessionChange />
    </div>
  );
}

/** The screen, which says so while it waits for its code or for what it shows. */
function Content({ children }: PropsWithChildren) {
  const isOpening = useNavigation().state !== "idle";
  const awaited = useIsFetching({
    predicate: ({ state }) => state.data === undefined,
  });
  return (
    <div
      className="shell-content"
      id="content"
      tabIndex={-1}
      aria-busy={isOpening || awaited > 0}
    >
      {children}
    </div>
  );
}

function LostConnection() {
  const t = useShellTexts();
  const lost = useReconnection();
  const undone = useConnection((now) => now.undone);
  return (
    <div role="status" className="shell-lost">
      {(lost || undone) && (
        <p>
          {lost && <span>{t("lost")}</span>}
          {undone && <span>{t("undone")}</span>}
          {undone && (
            <button
              type="button"
              onClick={() => useConnection.setState({ undone: false })}
            >
              {t("gotIt")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
