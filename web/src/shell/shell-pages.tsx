import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { useSession, type Module } from "@/session/session";
import { besideOf, landingOf, prefixOf } from "./menu";
import {
  ClosedModulePage,
  NotFoundPage,
  PlainPage,
  RefusedPage,
} from "./plain-pages";
import { useShellTexts } from "./texts";

export { MessagePage } from "./message-page";
export { VersionPage } from "./version-page";

/** Where a module is entered: its first page, or why there is none. */
export function MediumPage() {
  const { prefix } = useParams<{ prefix: string }>();
  const modules = useSession((now) => now.modules);
  const module = modules.find((one) => prefixOf(one.moduleKey) === prefix);
  if (!module) {
    return <NotFoundPage />;
  }
  if (!module.opened) {
    return <ClosedModulePage module={module} />;
  }
  const landing = landingOf(module);
  const beside = besideOf(module);
  if (landing) {
    return <Navigate to={landing} replace />;
  }
  return beside ? (
    <BesidePage module={module} href={beside} />
  ) : (
    <RefusedPage />
  );
}

/** A module of somebody else that lets nobody frame it: a window of its own takes a click. */
function BesidePage({ module, href }: { module: Module; href: string }) {
  const t = useShellTexts();
  return (
    <PlainPage title={module.moduleName} text={t("besideText")}>
      <p>
        <a href={href} target="_blank" rel="noopener">
          {t("beside", { module: module.moduleName })}
        </a>
      </p>
    </PlainPage>
  );
}

/** Follows a short link; a code that nobody gave is no page. */
export function ShortLinkPage() {
  const { shortCode = "" } = useParams<{ shortCode: string }>();
  const { data, error } = useQuery({
    queryKey: ["short-link", shortCode],
    queryFn: () =>
      call("GET", "bms/sys/shortLink/{code}", { query: { code: shortCode } }),
    meta: { quiet: true },
    // Whether somebody gave it, only a server that answers can say.
    throwOnError: (failure) => !isUnknown(failure),
  });
  if (isUnknown(error)) {
    return <NotFoundPage />;
  }
  // One slash: another host is never meant.
  return data && /^\/(?![/\\])/.test(data.path) ? (
    <Navigate to={data.path} replace />
  ) : null;
}

const isUnknown = (failure: unknown) =>
  failure instanceof ApiFailure && failure.reply.status === 404;
