import { Link, Navigate } from "react-router";
import { useRecovery } from "./recovery";
import { RecoveryFrame } from "./recovery-frame";
import { useAccountTexts } from "./texts";

/** The last step of a recovery; opened by its address alone, it would say what is not true. */
export function ForgotDonePage() {
  const t = useAccountTexts();
  const { isDone } = useRecovery();
  if (!isDone) {
    return <Navigate to="/forgot" replace />;
  }
  return (
    <RecoveryFrame at="stepDone">
      <div className="recovery-done" role="status">
        <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
          <circle
            cx="20"
            cy="20"
            r="18"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          />
          <path
            d="m12 20 6 6 11-12"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
          />
        </svg>
        <h2>{t("doneTitle")}</h2>
        <p className="soft">{t("doneLead")}</p>
      </div>
      <Link to="/login" className="recovery-go">
        {t("toLogin")}
      </Link>
    </RecoveryFrame>
  );
}
