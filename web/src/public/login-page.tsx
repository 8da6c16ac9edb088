import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useLiveText } from "@/i18n/use-live-text";
import { departure } from "@/session/departure";
import { endedWords } from "@/session/ended";
import { thisTab } from "@/session/stored";
import { Entrance } from "./entrance";
import { useLogin, type LoginMode } from "./login-state";
import { Mark } from "./mark";
import { SecretInput } from "./secret-input";
import type { LoginReply, SignIn } from "./sign-in";
import { sayPublic, usePublicTexts } from "./texts";

// What signing in takes, and words for failures: fetched while the form is filled in.
const signingIn = () => import("./sign-in");
const words = () => import("./refusal");

// Later than the form: it must be there first.
const QrLogin = lazy(async () => ({
  default: (await import("./qr-login")).QrLogin,
}));
const otherWays = () => import("./other-ways");
const OtherWays = lazy(() =>
  otherWays().then(
    ({ OtherWays }) => ({ default: OtherWays }),
    () => ({ default: () => <></> }), // The form serves without them.
  ),
);
const LicenceGate = lazy(async () => ({
  default: (await import("./licence-gate")).LicenceGate,
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
  const [refusal, setRefusal] = useLiveText(endedWords);
  const [done, setDone] = useLiveText();
  const isTried = useRef(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SignIn>();
  const mode = useLogin((now) => now.mode);
  const entered = useRef({ next: "", path: "" });
  const [capsLock, setCapsLock] = useState(false);

  useEffect(() => {
    document.title = `${t("signIn")} · Mouldworks`;
  }, [t]);

  useEffect(() => {
    departure.end(); // Whatever led here has arrived.
    phone.current?.focus();
    for (const fetched of [signingIn(), words()]) {
      fetched.catch(() => undefined); // Asked for again when it is needed.
    }
    const watching = signingIn().then(({ watch }) =>
      watch(setRefusal, setDone),
    );
    watching.catch(() => undefined);
    return () => void watching.then((stop) => stop());
  }, [setRefusal, setDone]);

  async function land() {
    const { destination, keepDelayShown } = await signingIn();
    useLogin.setState({ phase: "in" });
    thisTab.forgetPhone();
    const { isDocument, to } = destination(entered.current, location.search);
    if (isDocument) {
      keepDelayShown();
      location.assign(to);
    } else {
      void navigate(to, { replace: true });
    }
  }

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
    setRefusal();
    setDone();
    if (missing.phone || missing.password) {
      (missing.phone ? phone : password).current?.focus();
      return;
    }

    isTried.current = true;
    setBusy(true);
    useLogin.setState({ phase: "signing-in" });
    try {
      const { signIn } = await signingIn();
      await follow(await signIn(credentials));
    } catch (failure) {
      await refuse(failure);
      stay();
    }
  }

  /** What every way to sign in on this page comes to. */
  async function follow(next: SignIn) {
    setResult(next);
    if (next.kind === "in") {
      entered.current = next;
      if (next.delaySeconds === 0) {
        await land();
      }
      return;
    }
    if (next.kind === "no-token") {
      setRefusal(() => sayPublic("noToken"));
    }
    stay();
  }

  async function enterByQr(reply: LoginReply) {
    const { accept } = await signingIn();
    await follow(await accept(reply));
  }

  function stay() {
    useLogin.setState({ phase: "out" });
    setBusy(false);
  }

  function change(to: LoginMode) {
    useLogin.setState({ mode: to });
    setRefusal();
  }

  async function refuse(failure: unknown) {
    try {
      const { awayFrom, refusalOf } = await words();
      const away = awayFrom(failure);
      if (away) {
        location.assign(away);
        return;
      }
      setRefusal(() => refusalOf(failure));
    } catch {
      setRefusal(() => sayPublic("unreachable")); // Not even the words came.
    }
    password.current?.select();
    password.current?.focus();
  }

  return (
    <Entrance>
      <form
        className="login-form"
        noValidate
        onInput={({ target }) => {
          const { id, value } = target as HTMLInputElement;
          setFaults({ ...faults, [id]: undefined });
          if (id === "phone") {
            thisTab.keepPhone(value);
          }
          if (isTried.current) {
            setRefusal(); // Of what is being put right; why a session ended stays.
          }
        }}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && mode === "password") {
            void submit();
          }
        }}
      >
        <Mark />
        <h1>{t("welcome")}</h1>
        <div role="group" aria-label={t("way")} className="login-modes">
          {(["password", "qr"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              onClick={() => change(one)}
            >
              {t(one === "qr" ? "byQr" : "byPassword")}
            </button>
          ))}
        </div>
        {mode === "qr" ? (
          <Suspense>
            <QrLogin onIn={(reply) => void enterByQr(reply)} />
          </Suspense>
        ) : (
          passwordFields()
        )}
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <div role="status" className="login-done">
          {done}
        </div>
        {mode === "password" && (
          <button type="submit" className="login-submit" disabled={busy}>
            {t(busy ? "signingIn" : "signIn")}
          </button>
        )}
        <Suspense>
          <OtherWays />
        </Suspense>
      </form>
      {result && (
        <Suspense>
          <LicenceGate
            result={result}
            onIn={() => void land()}
            onClose={() => setResult(undefined)}
          />
        </Suspense>
      )}
    </Entrance>
  );

  function passwordFields() {
    return (
      <>
        <label htmlFor="phone">{t("phone")}</label>
        <input
          id="phone"
          ref={phone}
          type="tel"
          defaultValue={thisTab.phone()}
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
      </>
    );
  }
}
