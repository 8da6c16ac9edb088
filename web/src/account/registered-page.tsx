import { useEffect } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { Entrance } from "@/public/entrance";
import { Mark } from "@/public/mark";
import type { Received } from "./register-page";
import { useJoiningTexts } from "./joining-texts";
import "./joining.css";

/** After the form: what happens next, and how long it takes. */
export function RegisteredPage() {
  const t = useJoiningTexts();
  const received = useLocation().state as Received | null;
  useEffect(() => {
    document.title = `${t("doneTitle")} · Mouldworks`;
  }, [t]);
  if (!received) {
    return <Navigate to="/register" replace />;
  }
  return (
    <Entrance>
      <div className="login-form joining" role="status">
        <Mark />
        <h1>{t("doneTitle")}</h1>
        <p className="login-lead numbers">
          {t("doneText", {
            least: received.leastDays,
            most: received.mostDays,
            phone: received.phoneNum,
          })}
        </p>
        <p className="soft">{t("doneAgain")}</p>
        <Link to="/login" className="login-submit login-button">
          {t("toSignIn")}
        </Link>
      </div>
    </Entrance>
  );
}
