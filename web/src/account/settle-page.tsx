import { useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useLiveText } from "@/i18n/use-live-text";
import { faultsOf, focusFirst, useFaults, type Faults } from "@/ui/faults";
import { encrypted, passwordFault } from "./passwords";
import { accountText, useAccountTexts } from "./texts";
import { call } from "@/api/call";
import { Entrance } from "@/public/entrance";
import { Mark } from "@/public/mark";
import { refusalOf } from "@/public/refusal";
import { PasswordField } from "@/public/password-field";
import { landingPath } from "@/public/sign-in";
import { session } from "@/session/session";
import { exit, leaveFor, signOut } from "@/session/sign-out";
import { useLanguage } from "@/i18n/language";
import { AgreementText } from "./register-page";
import { useJoiningTexts } from "./joining-texts";
import "@/ui/plain-button.css";
import "./joining.css";

const fields = ["oldPassword", "password", "confirmPassword"] as const;

const labels = {
  oldPassword: "currentPassword",
  password: "newPassword",
  confirmPassword: "confirmPassword",
} as const;

/** What code 307 leads to: a password of one's own in place of one that somebody else has made. */
export function NewPasswordPage() {
  const t = useJoiningTexts();
  const account = useAccountTexts();
  const navigate = useNavigate();
  const [values, setValues] = useState({
    oldPassword: "",
    password: "",
    confirmPassword: "",
  });
  const [faults, setFaults, forgetFault] = useFaults();
  const [refusal, setRefusal] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  const [least, setLeast] = useState(6);
  useEffect(() => {
    call("GET", "upms/user/profile").then(
      ({ minPassword }) => setLeast(minPassword),
      // The server knows the rule anyway.
      () => undefined,
    );
  }, []);
  if (!session.signedIn()) {
    return <Navigate to="/login" replace />;
  }

  async function submit() {
    const broken = passwordFault(values.password, least);
    const wrong: Faults = {
      ...(!values.oldPassword && {
        oldPassword: accountText("currentMissing"),
      }),
      ...(broken && { password: accountText(broken, { min: least }) }),
      ...(values.confirmPassword !== values.password && {
        confirmPassword: accountText("mismatch"),
      }),
    };
    setFaults(wrong);
    setRefusal();
    if (Object.keys(wrong).length > 0) {
      focusFirst(wrong, fields);
      return;
    }
    setBusy(true);
    try {
      await call("POST", "upms/user/password", {
        body: await encrypted(values),
      });
      await navigate(landingPath(""), { replace: true });
    } catch (failure) {
      setBusy(false);
      const said = faultsOf(failure);
      if (said) {
        setFaults(said);
        focusFirst(said, fields);
      } else {
        setRefusal(() => refusalOf(failure));
      }
    }
  }

  return (
    <Settling
      title={t("passwordTitle")}
      lead={t("passwordLead")}
      go={isBusy ? t("accepting") : account("setPassword")}
      refusal={refusal}
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      {fields.map((field) => (
        <div key={field}>
          <PasswordField
            id={field}
            label={account(labels[field])}
            value={values[field]}
            fault={faults[field]}
            isCurrent={field === "oldPassword"}
            rule={
              field === "password" &&
              account("passwordRuleLong", { min: least })
            }
            onChange={(value) => {
              setValues({ ...values, [field]: value });
              forgetFault(field);
            }}
          />
        </div>
      ))}
    </Settling>
  );
}

/** What code 11020 leads to: the agreement that waits for a consent. */
export function AgreementPage() {
  const t = useJoiningTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [shown, setShown] = useState({ id: "", edition: "", text: "" });
  const [refusal, setRefusal] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    call("GET", "upms/agreement").then(setShown, (failure: unknown) =>
      setRefusal(() => refusalOf(failure)),
    );
  }, [language, setRefusal]);
  if (!session.signedIn()) {
    return <Navigate to="/login" replace />;
  }

  async function submit() {
    setBusy(true);
    try {
      await call("POST", "upms/agreement/accept", { body: { id: shown.id } });
      await navigate(landingPath(""), { replace: true });
    } catch (failure) {
      setBusy(false);
      setRefusal(() => refusalOf(failure));
    }
  }

  return (
    <Settling
      title={t("agreementTitle")}
      lead={t("agreementLead")}
      go={t(isBusy ? "accepting" : "accept")}
      refusal={refusal}
      isBusy={isBusy || shown.text === ""}
      onSubmit={() => void submit()}
    >
      <AgreementText {...shown} />
    </Settling>
  );
}

interface SettlingProps {
  title: string;
  lead: string;
  /** On the button. */
  go: string;
  refusal: string;
  isBusy: boolean;
  onSubmit: () => void;
  children: React.ReactNode;
}

/** What stands around each of them: nothing else is open before, but the way out. */
export function Settling(props: SettlingProps) {
  const { title, lead, go, refusal, isBusy, onSubmit, children } = props;
  const t = useJoiningTexts();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${title} · Mouldworks`;
  }, [title]);

  async function leave() {
    const next = await signOut();
    exit();
    leaveFor(next, (path) => void navigate(path, { replace: true }));
  }

  return (
    <Entrance>
      <form
        className="login-form joining"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) {
            onSubmit();
          }
        }}
      >
        <Mark />
        <h1>{title}</h1>
        <p className="login-lead">{lead}</p>
        {children}
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <button type="submit" className="login-submit" disabled={isBusy}>
          {go}
        </button>
        <p className="joining-out">
          <button
            type="button"
            className="plain-link"
            onClick={() => void leave()}
          >
            {t("signOut")}
          </button>
        </p>
      </form>
    </Entrance>
  );
}
