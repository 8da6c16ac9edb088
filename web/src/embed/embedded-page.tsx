import { useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useRef, useState } from "react";
import {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
} from "react-router";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { currentLanguage, useLanguage } from "@/i18n/language";
import { useMenuNameOf } from "@/session/menu-name";
import { session, useSession } from "@/session/session";
import { prefixOf } from "@/shell/menu";
import { moduleAddress } from "@/shell/module-address";
import { ClosedModulePage } from "@/shell/plain-pages";
import { useShellTexts } from "@/shell/texts";
import { useLook } from "@/ui/look";
import { useTitle } from "@/ui/page";
import { frameSlowMs } from "@/api/times";
import { requestOf, tellContext } from "./frame-talk";
import { frameOf, targetOf, type Target } from "./target";
import { useEmbedTexts } from "./texts";
import "@/shell/plain-pages.css";
import "./embedded-page.css";

/** /main and /open: a page named by module, domain and targetUrl. */
export function EmbeddedPage() {
  const { search } = useLocation();
  return <TargetView of={(known) => targetOf(search, known)} />;
}

/** iframePage: a menu entry that has an address of its own. */
export function MenuFramePage() {
  const { menuKey = "" } = useParams<{ menuKey: string }>();
  const name = useMenuNameOf(menuKey);
  return isKanban(menuKey) ? (
    <KanbanPage menuKey={menuKey} />
  ) : (
    <MenuFrame name={name} />
  );
}

function MenuFrame({ name }: { name?: string | undefined }) {
  const { search } = useLocation();
  const src = new URLSearchParams(search).get("iframeSrc") ?? "";
  return <TargetView of={(known) => frameOf(src, known)} name={name} />;
}

/** Boards need a right of their own: who lacks it is warned and stays where they were. */
function KanbanPage({ menuKey }: { menuKey: string }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { message } = App.useApp();
  const { data, error } = useQuery(kanbanQuery(menuKey));
  const refusal = isForbidden(error) ? error.reply.message : "";
  useEffect(() => {
    if (!refusal) {
      return;
    }
    message.destroy();
    void message.warning(refusal);
    // The first page of a tab has none before it.
    if (key === "default") {
      void navigate("/home", { replace: true });
    } else {
      void navigate(-1);
    }
  }, [refusal, key, message, navigate]);
  return data ? <MenuFrame name={data.menuName} /> : null;
}

const isKanban = (menuKey: string) => /[.-]kanban$/.test(menuKey);

const kanbanQuery = (menuKey: string) => ({
  queryKey: ["kanban", menuKey],
  queryFn: () =>
    call("GET", "bms/sys/frame/kanban", {
      query: { menuKey },
    }),
  retry: false,
  // What is no refusal is the page's to show.
  throwOnError: (failure: Error) => !isForbidden(failure),
  meta: { quiet: true },
});

const isForbidden = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.reply.code === 403;

const originsQuery = {
  queryKey: ["frame-origins"],
  queryFn: () => call("GET", "bms/sys/frame/getAllowedOrigins"),
  staleTime: Infinity,
  meta: { quiet: true },
};

interface TargetViewProps {
  of: (known: Parameters<typeof targetOf>[1]) => Target;
  name?: string | undefined;
}

function TargetView({ of, name }: TargetViewProps) {
  const modules = useSession((now) => now.modules);
  const { data, isPending } = useQuery(originsQuery);
  if (isPending) {
    return null;
  }
  const target = of({
    modules,
    prefixOf,
    addressOf: (module) =>
      moduleAddress(module, session.get().userData, currentLanguage()),
    origins: data?.origins ?? [],
    origin: location.origin,
  });
  switch (target.kind) {
    case "route":
      return <Navigate to={target.path} replace />;
    case "closed":
      return <ClosedModulePage module={target.module} />;
    case "frame":
      return <Frame key={target.src} {...target} name={name} />;
    case "refused":
      return <RefusedAddress />;
  }
}

function RefusedAddress() {
  const t = useEmbedTexts();
  const shell = useShellTexts();
  useTitle(t("refused"));
  return (
    <main className="plain-note">
      <h1>{t("refused")}</h1>
      <p>{t("refusedText")}</p>
      <Link to="/home">{shell("toHome")}</Link>
    </main>
  );
}

/** The frame for whose sake this page was loaded anew. */
const anewKey = "mw.frame-anew";

type Violation = SecurityPolicyViolationEvent;

interface FrameProps {
  src: string;
  origin: string;
  /** What the menu calls it. */
  name?: string | undefined;
}

function Frame({ src, origin, name }: FrameProps) {
  const t = useEmbedTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const look = useLook();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const title = name ?? t("frame", { host: new URL(origin).host });
  useTitle(title);

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), frameSlowMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    // The policy of this page may be older than the module: the next page has that of today.
    function onBlocked({ effectiveDirective, blockedURI }: Violation) {
      if (
        effectiveDirective !== "frame-src" ||
        !blockedURI.startsWith(origin)
      ) {
        return;
      }
      if (sessionStorage.getItem(anewKey) === src) {
        setSlow(true);
      } else {
        sessionStorage.setItem(anewKey, src);
        location.reload();
      }
    }
    document.addEventListener("securitypolicyviolation", onBlocked);
    return () =>
      document.removeEventListener("securitypolicyviolation", onBlocked);
  }, [src, origin]);

  useEffect(() => {
    const context = { language, look };
    function hear(event: MessageEvent) {
      const request = requestOf(event, frame.current, origin);
      if (request?.type === "mw.navigate") {
        void navigate(request.path);
      } else if (request) {
        tellContext(frame.current!, origin, context);
      }
    }
    if (isLoaded && frame.current) {
      tellContext(frame.current, origin, context);
    }
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [origin, language, look, isLoaded, navigate]);

  return (
    <main className="embedded">
      {isSlow && !isLoaded && (
        <p role="status" className="embedded-slow">
          {t("slow")}{" "}
          <a href={src} target="_blank" rel="noopener noreferrer">
            {t("beside")}
          </a>
        </p>
      )}
      <iframe
        ref={frame}
        src={src}
        title={title}
        // Its own origin is never ours: with it a page of somebody else can work, and cannot reach us.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </main>
  );
}
