import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { ApiFailure } from "@/api/reply";
import { Entrance } from "./entrance";
import { Mark } from "./mark";
import { onLogin, refusalOf } from "./refusal";
import { SecretInput } from "./secret-input";
import { landingPath, signIn, type BlockedLicence } from "./sign-in";
import { usePublicTexts } from "./texts";

const LicenceExpiredDialog = lazy(async () => ({
  default: (await import("@/tenancy/licence-dialogs")).LicenceExpiredDialog,
}));
const DelayDialog = lazy(async () => ({
  default: (await import("@/tenancy/licence-dialogs")).DelayDialog,
}));

type Key = Parameters<ReturnType<typeof usePublicTexts>>[0];

interface Faults {
  phone?: Key;
  password?: Key;
}

export function LoginPage() {
  const t = usePublicTexts();
  const navigate = useNavigate();
  const phone = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const remember = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  // Why the person was brought here, when somebody else ended the session.
  const said = useLocation().state as { message?: string } | null;
  const [refusal, setRefusal] = useState(said?.message ?? "");
  const [busy, setBusy] = useState(false);
  const [delay, setDelay] = useState<{ days: number; seconds: number }>();
  const [licence, setLicence] = useState<BlockedLicence>();
  const [capsLock, setCapsLock] = useState(false);

  useEffect(() => {
    document.title = `${t("signIn")} · Mouldworks`;
  }, [t]);

  useEffect(() => phone.current?.focus(), []);

  const land = () =>
    void navigate(landingPath(location.search), { replace: true });

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
          // An overdue licence still lets in, after a pause that is counted down.
          if (result.delaySeconds > 0) {
            setDelay({
              days: result.overdueDays,
              seconds: result.delaySeconds,
            });
          } else {
            land();
          }
          return;
        case "no-token":
          setRefusal(t("noToken"));
          break;
        case "licence":
          setLicence(result);
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

  return (
    <Entrance>
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
        <SecretInput
          id="password"
          ref={password}
          autoComplete="current-password"
          aria-required="true"
          aria-invalid={faults.password !== undefined}
          aria-describedby="password-fault"
          onCapsLock={setCapsLock}
        />
        <p id="password-fault" className="login-fault">
          {faults.password && t(faults.password)}
          {!faults.password && capsLock && (
            <span className="login-hint">⇪ {t("capsLock")}</span>
          )}
        </p>

        <div className="login-row">
          <label className="login-remember">
            <input ref={remember} type="checkbox" />
            {t("remember")}
          </label>
          <Link to="/forgot">{t("forgot")}</Link>
        </div>

        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <button type="submit" className="login-submit" disabled={busy}>
          {t(busy ? "signingIn" : "signIn")}
        </button>
      </form>
      <Suspense>
        {licence && (
          <LicenceExpiredDialog
            {...licence}
            onClose={() => setLicence(undefined)}
          />
        )}
        {delay && <DelayDialog {...delay} onOver={land} />}
      </Suspense>
    </Entrance>
  );
}

function awayFrom(failure: unknown) {
  if (!(failure instanceof ApiFailure)) {
    return null;
  }
  const outcome = onLogin(failure);
  return outcome.kind === "redirect" ? outcome.url : null;
}
