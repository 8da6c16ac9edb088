import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { outcomeOf } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import type { Say } from "@/i18n/define-texts";
import { switchLanguage, useLanguage } from "@/i18n/language";
import { InsecureContext } from "@/session/encrypt";
import { Mark } from "./mark";
import { landingPath, signIn } from "./sign-in";
import { usePublicTexts } from "./texts";
import "./login-page.css";

type Key = Parameters<ReturnType<typeof usePublicTexts>>[0];

interface Faults {
  phone?: Key;
  password?: Key;
}

export function LoginPage() {
  const t = usePublicTexts();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const phone = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const remember = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState<number | null>(null);
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    document.title = `${t("signIn")} · Mouldworks`;
  }, [t]);

  useEffect(() => phone.current?.focus(), []);

  // An expired licence still lets in, after a pause that is counted down.
  useEffect(() => {
    if (wait === null) {
      return;
    }
    if (wait <= 0) {
      void navigate(landingPath(location.search), { replace: true });
      return;
    }
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait, navigate]);

  async function submit() {
    const credentials = {
      phone: phone.current!.value.trim(),
      password: password.current!.value,
      remember: remember.current!.checked,
    };
    const missing: Faults = {};
    if (!credentials.phone) {
      missing.phone = "phoneMissing";
    }
    if (!credentials.password) {
      missing.password = "passwordMissing";
    }
    setFaults(missing);
    setRefusal("");
    if (missing.phone || missing.password) {
      (missing.phone ? phone : password).current?.focus();
      return;
    }

    setBusy(true);
    try {
      const result = await signIn(credentials);
      switch (result.kind) {
        case "in":
          setWait(result.delaySeconds);
          return;
        case "no-token":
          setRefusal(t("noToken"));
          break;
        case "licence":
          setRefusal(t("licence", { ...result }));
          break;
      }
    } catch (failure) {
      refuse(failure);
    }
    setBusy(false);
  }

  function refuse(failure: unknown) {
    const away = awayFrom(failure);
    if (away) {
      location.assign(away);
      return;
    }
    setRefusal(refusalOf(failure, t));
    password.current?.select();
    password.current?.focus();
  }

  function watchCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState("CapsLock"));
  }

  const other = language === "zh" ? "en" : "zh";
  return (
    <main className="login">
      <section className="login-brand" aria-hidden="true">
        <Mark />
        <p className="login-claim">{t("claim")}</p>
        <p className="login-detail">{t("claimDetail")}</p>
        <Bars />
      </section>
      <section className="login-side">
        <button
          type="button"
          lang={other}
          className="login-language"
          onClick={() => void switchLanguage(other)}
        >
          {t("otherLanguage")}
        </button>
        <form
          className="login-form"
          noValidate
          aria-busy={busy}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) {
              void submit();
            }
          }}
        >
          <Mark />
          <h1>{t("welcome")}</h1>

          <label htmlFor="phone">{t("phone")}</label>
          <input
            id="phone"
            ref={phone}
            type="tel"
            inputMode="tel"
            autoComplete="username"
            aria-required="true"
            aria-invalid={faults.phone !== undefined}
            aria-describedby="phone-fault"
          />
          <p id="phone-fault" className="login-fault">
            {faults.phone && t(faults.phone)}
          </p>

          <label htmlFor="password">{t("password")}</label>
          <div className="login-secret">
            <input
              id="password"
              ref={password}
              type={shown ? "text" : "password"}
              autoComplete="current-password"
              aria-required="true"
              aria-invalid={faults.password !== undefined}
              aria-describedby="password-fault"
              onKeyUp={watchCapsLock}
              onKeyDown={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              aria-label={t(shown ? "hide" : "show")}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Eye crossed={shown} />
            </button>
          </div>
          <p id="password-fault" className="login-fault">
            {faults.password && t(faults.password)}
            {!faults.password && capsLock && (
              <span className="login-hint">⇪ {t("capsLock")}</span>
            )}
          </p>

          <label className="login-remember">
            <input ref={remember} type="checkbox" />
            {t("remember")}
          </label>

          <div role="alert" className="login-refusal">
            {refusal}
          </div>
          <div role="status" className="login-wait">
            {wait !== null && wait > 0 && t("delay", { seconds: wait })}
          </div>
          <button type="submit" className="login-submit" disabled={busy}>
            {t(busy ? "signingIn" : "signIn")}
          </button>
        </form>
      </section>
    </main>
  );
}

/** What the person reads when signing in failed. */
function refusalOf(failure: unknown, t: Say<Key>) {
  if (failure instanceof InsecureContext) {
    return t("insecure");
  }
  if (!(failure instanceof ApiFailure)) {
    return t("fault");
  }
  const outcome = onLogin(failure);
  switch (outcome.kind) {
    case "unreachable":
      return t("unreachable");
    case "fields":
      return outcome.errors.map((error) => error.message).join(" ");
    case "notice":
      return `${outcome.title} ${outcome.detail}`;
    case "error":
    case "refused":
    case "login":
      return outcome.message || failure.reply.message || t("fault");
    default:
      return t("fault");
  }
}

function awayFrom(failure: unknown) {
  if (!(failure instanceof ApiFailure)) {
    return null;
  }
  const outcome = onLogin(failure);
  return outcome.kind === "redirect" ? outcome.url : null;
}

const onLogin = (failure: ApiFailure) =>
  outcomeOf(failure.reply, { onLoginPage: true, smsVerified: false });

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d="M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6S1.5 10 1.5 10Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <circle
        cx="10"
        cy="10"
        r="2.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      {crossed && (
        <path d="M3 17 17 3" stroke="currentColor" strokeWidth="1.4" />
      )}
    </svg>
  );
}

// A plan, as this product draws it: rows of machines, bars of operations.
const bars = [
  [0, 12, 96, 0],
  [0, 120, 60, 1],
  [0, 196, 120, 0],
  [1, 40, 72, 2],
  [1, 124, 132, 0],
  [1, 268, 56, 1],
  [2, 0, 60, 1],
  [2, 84, 84, 0],
  [2, 180, 40, 2],
  [2, 236, 100, 0],
  [3, 24, 140, 0],
  [3, 176, 72, 1],
  [3, 262, 66, 0],
  [4, 60, 48, 2],
  [4, 120, 92, 0],
  [4, 224, 84, 1],
] as const;

function Bars() {
  return (
    <svg viewBox="0 0 340 150" className="login-bars">
      {bars.map(([row, from, width, tone]) => (
        <rect
          key={`${row}-${from}`}
          className={`login-bar-${tone}`}
          x={from}
          y={row * 30 + 5}
          width={width}
          height={18}
          rx={2}
        />
      ))}
      <path className="login-now" d="M171 0v150" />
    </svg>
  );
}
