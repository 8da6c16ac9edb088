import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { RecoveryFrame } from "./recovery-frame";
import { useRecovery } from "./recovery";
import { useAccountTexts } from "./texts";
import { isPhone, readPhone } from "@/verify/phone";

/** The first step of a recovery: whose password is lost. */
export function ForgotPage() {
  const t = useAccountTexts();
  const navigate = useNavigate();
  const before = useRecovery((now) => now.phone);
  const [phone, setPhone] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function submit() {
    const typed = readPhone(phone);
    // Whether anybody has the number is not asked: the server would not tell.
    if (!isPhone(typed)) {
      setWrong(true);
      input.current?.focus();
      return;
    }
    useRecovery.setState({ phone: typed, ticket: "", isDone: false });
    void navigate("/forgotactive");
  }

  return (
    <RecoveryFrame at="stepPhone" onSubmit={submit}>
      <p className="login-lead">{t("forgotLead")}</p>
      <label htmlFor="phone">{t("phone")}</label>
      <input
        id="phone"
        ref={input}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        value={phone}
        aria-required="true"
        aria-invalid={isWrong}
        aria-describedby="phone-fault"
        onChange={(event) => {
          setPhone(event.target.value);
          setWrong(false);
        }}
        onBlur={() => setPhone(readPhone)}
      />
      <p id="phone-fault" className="login-fault" role="alert">
        {isWrong && t("phoneFormat")}
      </p>
      <button type="submit" className="login-submit">
        {t("next")}
      </button>
    </RecoveryFrame>
  );
}
