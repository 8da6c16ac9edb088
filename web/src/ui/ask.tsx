import { useState } from "react";
import { ApiFailure } from "@/api/reply";
import { defineTexts } from "@/i18n/define-texts";
import "./plain-button.css";

const { useTexts: useAskTexts } = defineTexts(
  "ask",
  { notSent: "请求未能发送，请稍后再试。" },
  { notSent: "The request could not be sent. Please try again later." },
);

interface AskProps {
  label: string;
  /** What is said once it is sent. */
  sent: string;
  /** Whether a message went out: nothing is sent where nobody could help. */
  send: () => Promise<boolean>;
}

/** One click asks those who can help; a second one that day asks nobody again. */
export function Ask({ label, sent, send }: AskProps) {
  const t = useAskTexts();
  const [state, setState] = useState<"" | "asking" | "sent">("");
  const [failure, setFailure] = useState("");
  if (state === "sent") {
    return <span>{sent}</span>;
  }
  const ask = () => {
    setState("asking");
    setFailure("");
    send().then(
      (isSent) => setState(isSent ? "sent" : ""),
      (error: unknown) => {
        setState("");
        setFailure(
          (error instanceof ApiFailure && error.reply.message) || t("notSent"),
        );
      },
    );
  };
  return (
    <span>
      <button
        type="button"
        className="plain-link"
        disabled={state === "asking"}
        onClick={ask}
      >
        {label}
      </button>
      {failure && <span> {failure}</span>}
    </span>
  );
}
