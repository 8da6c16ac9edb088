import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useUiTexts } from "./texts";
import { useDrag } from "./use-drag";
import "./dialog.css";
import "./plain-button.css";

interface DialogProps {
  title: string;
  /** Gives the width. */
  className: string;
  /** Asked when the person wants to close; without it there is no way to. */
  onClose?: (() => void) | undefined;
  /** Beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog of the browser's own, dragged by its head: it holds the focus, closes
 * by Escape and lies over everything, also before anybody is signed in, where
 * antd is not loaded. It stands outside of whoever shows it, for a form must not
 * stand in a form. What has data-first gets the focus.
 */
export function Dialog(props: DialogProps) {
  const { title, className, onClose, tools, children } = props;
  const t = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { offset, grip } = useDrag(dialog);

  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement;
    shown.showModal();
    // Else the browser takes the first button, which closes.
    shown.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      shown.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      style={{ translate: `${offset.x}px ${offset.y}px` }}
      // Keys are the dialog's own: Escape must not also close a panel behind it.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // Of a file field inside it is no cancel of ours; of a dialog over this one neither.
        if (event.target === dialog.current) {
          event.preventDefault();
          onClose?.();
        }
      }}
      // Browsers let the second Escape in a row close it unasked.
      onClose={(event) => {
        const shown = dialog.current;
        if (event.target === shown && !shown.open) {
          shown.showModal();
          onClose?.();
        }
      }}
    >
      <header {...grip}>
        <h2 id={id}>{title}</h2>
        {tools}
        {onClose && (
          <button type="button" aria-label={t("close")} onClick={onClose}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" />
            </svg>
          </button>
        )}
      </header>
      {children}
    </dialog>,
    document.body,
  );
}
