import { useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useLiveText } from "@/i18n/use-live-text";
import { refusalOf } from "@/public/refusal";
import { CodeField, isCode } from "@/verify/code-field";
import { maskPhone } from "@/verify/mask";
import { sayVerify } from "@/verify/texts";
import { proveCode, useRecovery } from "./recovery";
import { RecoveryFrame } from "./recovery-frame";
import { useAccountTexts } from "./texts";

/** The second step of a recovery: the code that came to the phone. */
export function ForgotCodePage() {
  const t = useAccountTexts();
  const navigate = useNavigate();
  const phone = useRecovery((now) => now.phone);
  const [code, setCode] = useState("");
  const [fault, setFault] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!phone) {
    return <Navigate to="/forgot" replace />;
  }

  async function submit() {
    if (!isCode(code)) {
      setFault(() => sayVerify("codeFormat"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await proveCode(phone, code);
      await navigate("/forgotreset");
    } catch (failure) {
      setFault(() => refusalOf(failure));
      setBusy(false);
      input.current?.select();
    }
  }

  return (
    <RecoveryFrame at="stepCode" isBusy={isBusy} onSubmit={() => void submit()}>
      <p className="login-lead numbers">
        {t("codeLead", { phone: maskPhone(phone) })}
      </p>
      <CodeField
        phone={phone}
        sendType={2}
        value={code}
        fault={fault}
        inputRef={input}
        onChange={(typed) => {
          setCode(typed);
          setFault();
        }}
        onSent={() => {
          setFault();
          input.current?.focus();
        }}
      />
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t(isBusy ? "checking" : "next")}
      </button>
    </RecoveryFrame>
  );
}
