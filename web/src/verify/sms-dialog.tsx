import { useRef, useState, type FormEvent } from "react";
import { useLiveText } from "@/i18n/use-live-text";
import { CodeField, isCode } from "./code-field";
import { maskName, maskPhone } from "./mask";
import { Dialog } from "@/ui/dialog";
import type { SendType } from "./puzzle-dialog";
import { refusalText } from "./refusal";
import { sayVerify, useVerifyTexts } from "./texts";
import "./verify.css";

export interface SmsDialogProps {
  open: boolean;
  /** Whole or masked, as far as the screen knows it. */
  phone: string;
  accountName: string;
  sendType: SendType;
  /** Hands the code over; what it throws is shown at the field. */
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** Proves who sits here by a code that goes to their phone. */
export function SmsDialog({ open, ...props }: SmsDialogProps) {
  return open ? <OpenSmsDialog {...props} /> : null;
}

function OpenSmsDialog(props: Omit<SmsDialogProps, "open">) {
  const { phone, accountName, sendType, onCode, onCancel } = props;
  const t = useVerifyTexts();
  const [code, setCode] = useState("");
  const [fault, setFault] = useLiveText();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // Inside another form this one's submit is nobody else's.
    event.stopPropagation();
    if (isBusy) {
      return;
    }
    if (!isCode(code)) {
      setFault(() => sayVerify("codeFormat"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCode(code);
    } catch (failure) {
      setFault(() => refusalText(failure));
      input.current?.select();
    }
    setBusy(false);
  }

  return (
    <Dialog title={t("title")} className="verify-dialog" onClose={onCancel}>
      <form
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => void submit(event)}
      >
        <dl className="verify-who">
          <dt>{t("account")}</dt>
          <dd>{maskName(accountName)}</dd>
          <dt>{t("phone")}</dt>
          <dd className="numbers">{maskPhone(phone)}</dd>
        </dl>
        <CodeField
          phone={phone}
          sendType={sendType}
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
        <footer>
          <button type="button" className="plain-button" onClick={onCancel}>
            {t("cancel")}
          </button>
          <button
            type="submit"
            className="plain-button plain-button-main"
            disabled={isBusy}
          >
            {t(isBusy ? "checking" : "confirm")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
