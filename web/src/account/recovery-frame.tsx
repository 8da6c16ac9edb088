import { useEffect, type FormEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { Entrance } from "@/public/entrance";
import { Mark } from "@/public/mark";
import { useAccountTexts } from "./texts";
import "./recovery.css";

const steps = ["stepPhone", "stepCode", "stepPassword", "stepDone"] as const;

interface RecoveryFrameProps {
  at: (typeof steps)[number];
  isBusy?: boolean;
  onSubmit?: (event: FormEvent) => void;
  children: ReactNode;
}

/** What stands around each step of the recovery. */
export function RecoveryFrame(props: RecoveryFrameProps) {
  const { at, isBusy = false, onSubmit, children } = props;
  const t = useAccountTexts();
  useEffect(() => {
    document.title = `${t("forgotTitle")} · Mouldworks`;
  }, [t]);
  return (
    <Entrance>
      <form
        className="login-form recovery"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) {
            onSubmit?.(event);
          }
        }}
      >
        <Mark />
        <h1>{t("forgotTitle")}</h1>
        <ol className="recovery-steps" aria-label={t("steps")}>
          {steps.map((step, index) => (
            <li
              key={step}
              aria-current={step === at ? "step" : undefined}
              className={index < steps.indexOf(at) ? "recovery-past" : ""}
            >
              <i aria-hidden="true">{index + 1}</i>
              {t(step)}
            </li>
          ))}
        </ol>
        {children}
        {at !== "stepDone" && (
          <p className="recovery-out">
            <Link to="/login">{t("toLogin")}</Link>
          </p>
        )}
      </form>
    </Entrance>
  );
}
