import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { ApiFailure } from "@/api/reply";
import type { Module } from "@/session/session";
import { permissionKeyOf, permissionOf, useFailureTexts } from "@/ui/failure";
import { Why } from "@/ui/why";
import { useUiTexts } from "@/ui/texts";
import { useTitle } from "@/ui/page";
import { useShellTexts } from "./texts";
import "./plain-pages.css";

interface PlainPageProps {
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page that says why there is nothing else, and where to go. */
export function PlainPage({ title, text, children }: PlainPageProps) {
  const t = useShellTexts();
  useTitle(title);
  return (
    <main className="plain-note">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <Link to="/home">{t("toHome")}</Link>
    </main>
  );
}

export function NotFoundPage() {
  const t = useShellTexts();
  return <PlainPage title={t("notFound")} text={t("notFoundText")} />;
}

/** A module that the company has not opened, or that nobody can open yet: then with what it will hold. */
export function ClosedModulePage({ module }: { module: Module }) {
  const t = useShellTexts();
  const name = { module: module.moduleName };
  if (module.kind !== "planned") {
    return <PlainPage title={t("closed", name)} text={t("closedText")} />;
  }
  const areas = module.plannedAreas ?? [];
  return (
    <PlainPage title={t("planned", name)} text={t("plannedText")}>
      {areas.length > 0 && (
        <>
          <p>{t("plannedAreas")}</p>
          <ul>
            {areas.map((area) => (
              <li key={area}>{area}</li>
            ))}
          </ul>
        </>
      )}
    </PlainPage>
  );
}

/** What is missing is named where it is one thing. */
export function RefusedPage({
  permission = "",
  permissionKey = "",
}: {
  permission?: string;
  permissionKey?: string;
}) {
  const shell = useShellTexts();
  const t = useFailureTexts();
  return (
    <PlainPage
      title={t("refused")}
      text={permission ? t("refusedText") : shell("refusedAll")}
    >
      {permission && (
        <p>
          <strong>{permission}</strong>
        </p>
      )}
      {permissionKey && (
        <p>
          <Why permission={permissionKey} />
        </p>
      )}
    </PlainPage>
  );
}

/** What a screen threw: a refusal has its own page, the rest can be tried again. */
export function FailedPage() {
  const t = useShellTexts();
  const ui = useUiTexts();
  const thrown = useRouteError();
  const permission = permissionOf(thrown);
  if (permission) {
    return (
      <RefusedPage
        permission={permission}
        permissionKey={permissionKeyOf(thrown)}
      />
    );
  }
  const isMissing =
    (thrown instanceof ApiFailure && thrown.reply.status === 404) ||
    (isRouteErrorResponse(thrown) && thrown.status === 404);
  if (isMissing) {
    return <NotFoundPage />;
  }
  const isAway = thrown instanceof ApiFailure && thrown.reply.status === 600;
  const said = thrown instanceof ApiFailure ? thrown.message : "";
  return (
    <PlainPage
      title={t("broken")}
      text={isAway ? t("away") : said || t("brokenText")}
    >
      <button
        type="button"
        className="plain-note-button"
        onClick={() => location.reload()}
      >
        {ui("retry")}
      </button>
    </PlainPage>
  );
}
