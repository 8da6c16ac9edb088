import { useId, useState, type Ref } from "react";
import { call } from "@/api/call";
import { smsAgainSeconds, smsValidMinutes } from "@/api/times";
import { currentLanguage, type Text } from "@/i18n/language";
import { useLiveText } from "@/i18n/use-live-text";
import { maskPhone } from "./mask";
import { Dialog } from "@/ui/dialog";
import { PuzzleDialog, type SendType } from "./puzzle-dialog";
import { refusalText } from "./refusal";
import { sayVerify, useVerifyTexts } from "./texts";
import "@/ui/plain-button.css";
import "./verify.css";
import { useCountdown } from "./use-countdown";

interface CodeFieldProps {
  phone: string;
  sendType: SendType;
  value: string;
  onChange: (code: string) => void;
  /** What is wrong with the code, in words. */
  fault?: string | undefined;
  /** Says what is missing before a code can be asked for; nothing lets go on. */
  onGet?: () => Text | undefined;
  /** Told when a code is on its way. */
  onSent?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** The fields of a code are digits only, at most six. */
const digitsOf = (typed: string) => typed.replace(/\D/g, "").slice(0, 6);

/** Is it a code at all: 4 to 6 digits. */
export const isCode = (typed: string) => /^\d{4,6}$/.test(typed);

/** A code by SMS: the field, the button that leads to the puzzle, and the way out when none comes. */
export function CodeField(props: CodeFieldProps) {
  const { phone, sendType, value, onChange, fault, onGet, onSent, inputRef } =
    props;
  const t = useVerifyTexts();
  const id = useId();
  const [isPuzzling, setPuzzling] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useLiveText();
  const [refused, setRefused] = useLiveText();
  const { left, begin } = useCountdown(`${sendType} ${phone}`);

  async function send() {
    setPuzzling(false);
    setSending(true);
    setRefused();
    setSaid();
    try {
      await call("POST", "upms/tenant/sendSMS", {
        body: { phoneNum: phone, sendType },
      });
      begin(smsAgainSeconds);
      setSaid(() =>
        sayVerify("sent", {
          phone: maskPhone(phone),
          minutes: smsValidMinutes,
        }),
      );
      onSent?.();
    } catch (failure) {
      setRefused(() => refusalText(failure));
    }
    setSending(false);
  }

  return (
    <div className="code-field">
      <label htmlFor={id}>{t("code")}</label>
      <div className="code-row">
        <input
          id={id}
          ref={inputRef}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value}
          aria-required="true"
          aria-invalid={Boolean(fault)}
          aria-describedby={`${id}-fault`}
          onChange={(event) => onChange(digitsOf(event.target.value))}
        />
        <button
          type="button"
          className="plain-button"
          data-first
          disabled={left > 0 || isSending}
          onClick={() => {
            const missing = onGet?.();
            setRefused(missing && (() => missing[currentLanguage()]));
            setPuzzling(!missing);
          }}
        >
          {left > 0 ? t("retryAfter", { count: left }) : t("getCode")}
        </button>
      </div>
      <p id={`${id}-fault`} className="code-fault" role="alert">
        {fault || refused}
      </p>
      <p className="code-said">
        <span role="status">{!fault && !refused && said}</span>
        <button
          type="button"
          className="plain-link"
          onClick={() => setHelping(true)}
        >
          {t("cannotReceive")}
        </button>
      </p>
      {isPuzzling && (
        <PuzzleDialog
          phone={phone}
          sendType={sendType}
          onSolved={() => void send()}
          onClose={() => setPuzzling(false)}
        />
      )}
      {isHelping && <HintsDialog onClose={() => setHelping(false)} />}
    </div>
  );
}

const hints = ["hintNumber", "hintBlocked", "hintDelay", "hintRetry"] as const;

function HintsDialog({ onClose }: { onClose: () => void }) {
  const t = useVerifyTexts();
  return (
    <Dialog title={t("hintsTitle")} className="verify-dialog" onClose={onClose}>
      <ol className="code-hints">
        {hints.map((hint) => (
          <li key={hint}>{t(hint)}</li>
        ))}
      </ol>
      <footer>
        <button
          type="button"
          className="plain-button plain-button-main"
          data-first
          onClick={onClose}
        >
          {t("confirm")}
        </button>
      </footer>
    </Dialog>
  );
}
