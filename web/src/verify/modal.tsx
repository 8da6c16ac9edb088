import { useEffect, useId, useRef, type ReactNode } from "react";
import { useVerifyTexts } from "./texts";
import "./verify.css";

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog of the browser's own: it holds the focus, closes by Escape and lies
 * over everything, also before anybody is signed in, where antd is not loaded.
 */
export function Modal({ title, onClose, tools, children }: ModalProps) {
  const t = useVerifyTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="verify-modal"
      aria-labelledby={id}
      onCancel={(event) => {
        // Of a file field inside it is no cancel of ours; of a dialog over this one neither.
        if (event.target === dialog.current) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {tools}
        <button type="button" aria-label={t("close")} onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" />
          </svg>
        </button>
      </header>
      {children}
    </dialog>
  );
}
