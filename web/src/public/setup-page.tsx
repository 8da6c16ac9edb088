import { useEffect, useState, type FormEvent } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { useLiveText } from "@/i18n/use-live-text";
import { faultsOf, focusFirst, useFaults } from "@/ui/faults";
import { encryptPassword } from "@/session/encrypt";
import { Entrance } from "./entrance";
import { Mark } from "./mark";
import { onLogin, refusalOf } from "./refusal";
import { PasswordField } from "./password-field";
import { signIn } from "./sign-in";
import { useSetupTexts } from "./setup-texts";
import { usePublicTexts } from "./texts";

const fields = [
  { key: "companyName", type: "text", autoComplete: "organization" },
  { key: "factoryName", type: "text", autoComplete: "off" },
  { key: "zone", type: "text", autoComplete: "off" },
  { key: "realName", type: "text", autoComplete: "name" },
  { key: "phoneNum", type: "tel", autoComplete: "username" },
] as const;

type Key = (typeof fields)[number]["key"] | "password";
type Values = Record<Key, string>;

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first start: whoever holds the link from the server's log makes the first company. */
export function SetupPage() {
  const t = useSetupTexts();
  const say = usePublicTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [values, setValues] = useState<Values>({
    companyName: "",
    factoryName: "",
    zone: here(),
    realName: "",
    phoneNum: "",
    password: "",
  });
  const [faults, setFaults, forgetFault] = useFaults();
  const [refusal, setRefusal] = useLiveText();
  const [busy, setBusy] = useState(false);

  const language = useLanguage(); // the server words why a link is dead
  const [closed, setClosed] = useLiveText();
  const code = search.get("code") ?? "";

  useEffect(() => {
    document.title = `${t("setup")} · Mouldworks`;
  }, [t]);
  useEffect(() => {
    // Nobody fills in a form whose link makes nothing any more.
    call("POST", "upms/setup/link", { body: { code } }).catch(
      (failure: unknown) => {
        if (failure instanceof ApiFailure && failure.reply.code === 11015) {
          setClosed(() => failure.reply.message);
        } // Anything else may be over when the form is sent.
      },
    );
  }, [code, language, setClosed]);

  const change = (key: Key, value: string) => {
    setValues({ ...values, [key]: value });
    forgetFault(key);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) {
      return;
    }
    setFaults({});
    setRefusal();
    setBusy(true);
    try {
      const { publicKey } = await call("GET", "getKeyAndIv");
      const password = await encryptPassword(values.password, publicKey);
      await call("POST", "upms/setup", {
        body: { ...values, password, code },
      });
      await signIn({
        phone: values.phoneNum,
        password: values.password,
        remember: false,
      });
      await navigate("/home", { replace: true });
    } catch (failure) {
      refuse(failure);
      setBusy(false);
    }
  }

  function refuse(failure: unknown) {
    const outcome = failure instanceof ApiFailure ? onLogin(failure) : null;
    if (outcome?.kind !== "fields") {
      setRefusal(() => refusalOf(failure));
      return;
    }
    const wrong = faultsOf(failure) ?? {};
    setFaults(wrong);
    focusFirst(wrong, [...fields.map(({ key }) => key), "password"]);
  }

  if (closed) {
    return (
      <Entrance>
        <div className="login-form">
          <Mark />
          <h1>{t("setup")}</h1>
          <div role="alert" className="login-refusal">
            {closed}
          </div>
          <Link to="/login" className="login-second">
            {say("signIn")}
          </Link>
        </div>
      </Entrance>
    );
  }
  return (
    <Entrance>
      <form
        className="login-form"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => void submit(event)}
      >
        <Mark />
        <h1>{t("setup")}</h1>
        <p className="login-lead">{t("setupLead")}</p>
        {fields.map(({ key, type, autoComplete }, at) => (
          <div key={key}>
            <label htmlFor={key}>{t(key)}</label>
            <input
              id={key}
              type={type}
              autoComplete={autoComplete}
              autoFocus={at === 0}
              list={key === "zone" ? "zones" : undefined}
              value={values[key]}
              aria-required="true"
              aria-invalid={faults[key] !== undefined}
              aria-describedby={`${key}-fault`}
              onChange={(event) => change(key, event.target.value)}
            />
            <p id={`${key}-fault`} className="login-fault">
              {faults[key]}
            </p>
          </div>
        ))}
        <datalist id="zones">
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <PasswordField
          id="password"
          label={say("password")}
          value={values.password}
          fault={faults.password}
          rule={t("passwordRule")}
          onChange={(password) => change("password", password)}
        />
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <button type="submit" className="login-submit" disabled={busy}>
          {t(busy ? "settingUp" : "setUp")}
        </button>
      </form>
    </Entrance>
  );
}
