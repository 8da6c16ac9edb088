import { useEffect, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { useLiveText } from "@/i18n/use-live-text";
import { refusalOf } from "@/public/refusal";
import { PasswordField } from "@/public/password-field";
import { maskPhone } from "@/verify/mask";
import { faultsOf, focusFirst, useFaults, type Faults } from "@/ui/faults";
import { passwordFault } from "./passwords";
import { setNewPassword, useRecovery } from "./recovery";
import { RecoveryFrame } from "./recovery-frame";
import { accountText, useAccountTexts } from "./texts";

const fields = ["password", "confirmPassword"] as const;

/** The third step of a recovery: the new password. */
export function ForgotResetPage() {
  const t = useAccountTexts();
  const navigate = useNavigate();
  const { phone, ticket } = useRecovery();
  const [values, setValues] = useState({ password: "", confirmPassword: "" });
  const [faults, setFaults, forgetFault] = useFaults();
  const [refusal, setRefusal] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  const [isStarted] = useState(ticket !== "");
  useEffect(() => document.getElementById("password")?.focus(), []);
  // Only on arrival: when the password is set, the ticket goes first and the page after.
  if (!isStarted) {
    return <Navigate to="/forgot" replace />;
  }

  async function submit() {
    const broken = passwordFault(values.password);
    const wrong: Faults = {
      ...(broken && { password: accountText(broken) }),
      ...(values.confirmPassword !== values.password && {
        confirmPassword: accountText("mismatch"),
      }),
    };
    setFaults(wrong);
    setRefusal();
    if (wrong.password || wrong.confirmPassword) {
      focusFirst(wrong, fields);
      return;
    }
    setBusy(true);
    try {
      await setNewPassword(values.password, values.confirmPassword);
      await navigate("/forgotsucceed", { replace: true });
    } catch (failure) {
      const said = faultsOf(failure);
      setBusy(false);
      if (said) {
        setFaults(said);
        focusFirst(said, fields);
      } else {
        setRefusal(() => refusalOf(failure));
      }
    }
  }

  return (
    <RecoveryFrame
      at="stepPassword"
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      <p className="login-lead numbers">
        {t("resetLead", { phone: maskPhone(phone) })}
      </p>
      {fields.map((field) => (
        <div key={field}>
          <PasswordField
            id={field}
            label={t(field === "password" ? "newPassword" : "confirmPassword")}
            value={values[field]}
            fault={faults[field]}
            rule={field === "password" && t("passwordRule")}
            onChange={(value) => {
              setValues({ ...values, [field]: value });
              forgetFault(field);
            }}
          />
        </div>
      ))}
      <div role="alert" className="login-refusal">
        {refusal && (
          <>
            {refusal} <Link to="/forgot">{t("startAgain")}</Link>
          </>
        )}
      </div>
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t(isBusy ? "setting" : "setPassword")}
      </button>
    </RecoveryFrame>
  );
}
