import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { Mark } from "./mark";
import { usePublicTexts } from "./texts";
import "./login-page.css";

/** For accounts that may not enter; what the server said comes along. */
export function ErrorPage() {
  const t = usePublicTexts();
  const { state } = useLocation() as { state: { message?: string } | null };
  useEffect(() => {
    document.title = `${t("errorTitle")} · Mouldworks`;
  }, [t]);
  return (
    <main className="plain-page">
      <Mark />
      <h1>{t("errorTitle")}</h1>
      <p>{state?.message || t("errorText")}</p>
      <Link to="/login">{t("toLogin")}</Link>
    </main>
  );
}
