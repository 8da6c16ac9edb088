import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "react-router";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { useSession } from "@/session/session";
import { Page } from "@/ui/page";
import { landingOf, prefixOf } from "./menu";
import { ClosedModulePage, NotFoundPage } from "./plain-pages";
import { useShellTexts } from "./texts";
import { versionQuery } from "./version";

/** Where a module is entered: its first page, or why there is none. */
export function MediumPage() {
  const { prefix } = useParams<{ prefix: string }>();
  const modules = useSession((now) => now.modules);
  const module = modules.find((one) => prefixOf(one.moduleKey) === prefix);
  if (!module) {
    return <NotFoundPage />;
  }
  const landing = module.opened ? landingOf(module) : undefined;
  return landing ? (
    <Navigate to={landing} replace />
  ) : (
    <ClosedModulePage module={module.moduleName} />
  );
}

/** Follows a short link; a code that nobody gave is no page. */
export function ShortLinkPage() {
  const { shortCode = "" } = useParams<{ shortCode: string }>();
  const { data, error } = useQuery({
    queryKey: ["short-link", shortCode],
    queryFn: () =>
      call<{ path: string }>(
        "GET",
        `bms/sys/shortLink/${encodeURIComponent(shortCode)}`,
      ),
    meta: { quiet: true },
  });
  if (error instanceof ApiFailure) {
    return <NotFoundPage />;
  }
  // One slash: another host is never meant.
  return data && /^\/(?![/\\])/.test(data.path) ? (
    <Navigate to={data.path} replace />
  ) : null;
}

export function VersionPage() {
  const t = useShellTexts();
  const { data } = useQuery(versionQuery);
  return (
    <Page title={t("version")}>
      <dl className="version">
        <div>
          <dt>Mouldworks</dt>
          <dd className="numbers">{data ?? "…"}</dd>
        </div>
      </dl>
      <p>
        <Link to="/home">{t("toHome")}</Link>
      </p>
    </Page>
  );
}
