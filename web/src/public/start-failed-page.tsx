import { useRouteError } from "react-router";
import { ApiFailure } from "@/api/reply";
import { Mark } from "./mark";
import { usePublicTexts } from "./texts";
import "./login-page.css";

/** The first call after signing in failed: say so, and offer another try. */
export function StartFailedPage() {
  const t = usePublicTexts();
  const thrown = useRouteError();
  const reply = thrown instanceof ApiFailure ? thrown.reply : null;
  const said = reply?.status === 600 ? t("unreachable") : reply?.message;
  return (
    <main className="plain-page">
      <Mark />
      <h1>{t("startFailed")}</h1>
      <p role="alert">{said || t("fault")}</p>
      <button
        type="button"
        className="login-submit"
        onClick={() => location.reload()}
      >
        {t("retry")}
      </button>
    </main>
  );
}
