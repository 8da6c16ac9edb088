import { useState, type ComponentProps, type KeyboardEvent } from "react";
import { usePublicTexts } from "./texts";

interface Props extends ComponentProps<"input"> {
  onCapsLock: (on: boolean) => void;
}

/** A password that can be looked at, and that says when Caps Lock is on. */
export function SecretInput({ onCapsLock, ...input }: Props) {
  const t = usePublicTexts();
  const [shown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) =>
    onCapsLock(event.getModifierState("CapsLock"));
  return (
    <div className="login-secret">
      <input
        {...input}
        type={shown ? "text" : "password"}
        onKeyUp={watch}
        onKeyDown={watch}
        onBlur={() => onCapsLock(false)}
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
  );
}

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
