import { useState, type ReactNode } from "react";
import { SecretInput } from "./secret-input";
import { usePublicTexts } from "./texts";

interface PasswordFieldProps {
  id: string;
  label: string;
  value: string;
  fault: string | undefined;
  /** What a new password must be; shown until something is wrong with it. */
  rule?: ReactNode;
  /** The one that is in use, not a new one. */
  isCurrent?: boolean;
  onChange: (value: string) => void;
}

/** A password that is asked for, with its label, its rule, what is wrong with it, and a word about Caps Lock. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, value, fault, rule, isCurrent = false, onChange } = props;
  const t = usePublicTexts();
  const [capsLock, setCapsLock] = useState(false);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <SecretInput
        id={id}
        autoComplete={isCurrent ? "current-password" : "new-password"}
        value={value}
        aria-required="true"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
        onCapsLock={setCapsLock}
      />
      <p id={`${id}-fault`} className="login-fault" role="alert">
        {fault ?? (
          <span className={capsLock ? "login-hint" : "soft"}>
            {capsLock ? `⇪ ${t("capsLock")}` : rule}
          </span>
        )}
      </p>
    </>
  );
}
