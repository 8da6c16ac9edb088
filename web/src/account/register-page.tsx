import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useLiveText } from "@/i18n/use-live-text";
import { faultsOf, focusFirst, useFaults, type Faults } from "@/ui/faults";
import { encrypted, passwordFault } from "./passwords";
import { accountText } from "./texts";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { useLanguage } from "@/i18n/language";
import { Entrance } from "@/public/entrance";
import { Mark } from "@/public/mark";
import { refusalOf } from "@/public/refusal";
import { PasswordField } from "@/public/password-field";
import { Dialog } from "@/ui/dialog";
import { CodeField, isCode } from "@/verify/code-field";
import { joiningText, useJoiningTexts } from "./joining-texts";
import "@/ui/plain-button.css";
import { isPhone, longestPhone, readPhone } from "@/verify/phone";
import "./joining.css";

type Terms = Schema<"RegistrationTerms">;

export type Received = Schema<"RegistrationReceived">;

const mostName = 50;

const order = [
  "companyName",
  "realName",
  "phoneNum",
  "phoneCode",
  "password",
  "agreed",
];

/** The public form by which a company joins. */
export function RegisterPage() {
  const t = useJoiningTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [terms, setTerms] = useState<Terms>();
  const [values, setValues] = useState({
    companyName: "",
    realName: "",
    phoneNum: "",
    phoneCode: "",
    password: "",
    agreed: false,
  });
  const [faults, setFaults, forgetFault] = useFaults();
  const [refusal, setRefusal] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  const [isReading, setReading] = useState(false);
  const code = useRef<HTMLInputElement>(null);

  useEffect(() => {
    document.title = `${t("title")} · Mouldworks`;
  }, [t]);
  // In the language of the day: the agreement has one text in each.
  useEffect(() => {
    call("GET", "upms/registration").then(
      (found) => {
        localStorage.setItem(
          "mw.enterpriseRegistration",
          found.enterpriseRegistrationFlag,
        );
        setTerms(found);
      },
      (failure: unknown) => setRefusal(() => refusalOf(failure)),
    );
  }, [language, setRefusal]);

  function fill(change: Partial<typeof values>) {
    setValues({ ...values, ...change });
    const field = Object.keys(change)[0]!;
    forgetFault(field);
    setRefusal();
  }

  function wrongHere(): Faults {
    const company = values.companyName.trim();
    const broken = passwordFault(values.password);
    return {
      ...((company === "" || company.length > mostName) && {
        companyName: joiningText("companyMissing"),
      }),
      ...(!isPhone(readPhone(values.phoneNum)) && {
        phoneNum: joiningText("phoneFormat"),
      }),
      ...(!isCode(values.phoneCode) && {
        phoneCode: joiningText("codeFormat"),
      }),
      ...(broken && { password: accountText(broken) }),
      ...(!values.agreed && { agreed: joiningText("agreeMissing") }),
    };
  }

  function show(wrong: Faults) {
    setFaults(wrong);
    if (order.find((field) => wrong[field]) === "phoneCode") {
      code.current?.focus();
    } else {
      focusFirst(wrong, order);
    }
  }

  async function submit() {
    const wrong = wrongHere();
    show(wrong);
    setRefusal();
    if (Object.keys(wrong).length > 0) {
      return;
    }
    setBusy(true);
    try {
      const { password } = await encrypted({ password: values.password });
      const received = await call("POST", "upms/registration", {
        body: {
          ...values,
          phoneNum: readPhone(values.phoneNum),
          password,
          agreement: terms?.agreement.id ?? "",
        },
      });
      await navigate("/registersucceed", { replace: true, state: received });
    } catch (failure) {
      setBusy(false);
      const said = faultsOf(failure);
      if (said) {
        show(said);
      } else {
        setRefusal(() => refusalOf(failure));
      }
    }
  }

  const text = (
    field: "companyName" | "realName" | "phoneNum",
    more: React.ComponentProps<"input"> = {},
  ) => (
    <div>
      <label htmlFor={field}>{t(field)}</label>
      <input
        id={field}
        type="text"
        maxLength={mostName}
        value={values[field]}
        aria-required={field !== "realName"}
        aria-invalid={faults[field] !== undefined}
        aria-describedby={`${field}-fault`}
        onChange={(event) => fill({ [field]: event.target.value })}
        {...more}
      />
      <p id={`${field}-fault`} className="login-fault" role="alert">
        {faults[field]}
        {!faults[field] && field === "realName" && (
          <span className="soft">{t("realNameHint")}</span>
        )}
      </p>
    </div>
  );

  if (terms && !terms.open) {
    return (
      <Entrance>
        <div className="login-form">
          <Mark />
          <h1>{t("title")}</h1>
          <p className="login-lead">{t("closed")}</p>
          <Link to="/login">{t("toSignIn")}</Link>
        </div>
      </Entrance>
    );
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
            void submit();
          }
        }}
      >
        <Mark />
        <h1>{t("title")}</h1>
        <p className="login-lead">{t("lead")}</p>
        {text("companyName", { autoComplete: "organization" })}
        {text("realName", { autoComplete: "name" })}
        {text("phoneNum", {
          type: "tel",
          inputMode: "tel",
          autoComplete: "tel",
          maxLength: longestPhone,
          onBlur: () => fill({ phoneNum: readPhone(values.phoneNum) }),
        })}
        <CodeField
          phone={readPhone(values.phoneNum)}
          sendType={1}
          value={values.phoneCode}
          fault={faults.phoneCode}
          inputRef={code}
          onChange={(phoneCode) => fill({ phoneCode })}
          onGet={() =>
            isPhone(readPhone(values.phoneNum))
              ? undefined
              : joiningText("phoneFormat")
          }
          onSent={() => code.current?.focus()}
        />
        <PasswordField
          id="password"
          label={t("password")}
          value={values.password}
          fault={faults.password}
          rule={t("passwordRule")}
          onChange={(password) => fill({ password })}
        />
        <p className="joining-agree">
          <label>
            <input
              id="agreed"
              type="checkbox"
              checked={values.agreed}
              aria-required="true"
              aria-invalid={faults.agreed !== undefined}
              aria-describedby="agreed-fault"
              onChange={(event) => fill({ agreed: event.target.checked })}
            />
            {t("agree")}
          </label>{" "}
          <button
            type="button"
            className="plain-link"
            onClick={() => setReading(true)}
          >
            {t("agreement")}
          </button>
        </p>
        <p id="agreed-fault" className="login-fault" role="alert">
          {faults.agreed}
        </p>
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <button
          type="submit"
          className="login-submit"
          disabled={isBusy || !terms}
        >
          {t(isBusy ? "sending" : "submit")}
        </button>
        <p className="joining-out">
          <Link to="/login">{t("toLogin")}</Link>
        </p>
      </form>
      {isReading && terms && (
        <Dialog
          title={t("agreementTitle")}
          className="joining-agreement"
          onClose={() => setReading(false)}
        >
          <AgreementText {...terms.agreement} />
          <footer>
            <button
              type="button"
              className="plain-button plain-button-main"
              data-first
              onClick={() => setReading(false)}
            >
              {t("close")}
            </button>
          </footer>
        </Dialog>
      )}
    </Entrance>
  );
}

/** The words of an agreement, as their author has broken them into lines. */
export function AgreementText(props: { edition: string; text: string }) {
  const t = useJoiningTexts();
  return (
    <div className="joining-words" tabIndex={0} role="document">
      {props.edition && (
        <p className="soft">{t("edition", { edition: props.edition })}</p>
      )}
      {props.text}
    </div>
  );
}
