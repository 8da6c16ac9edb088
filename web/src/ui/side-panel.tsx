import { useEffect, useRef, type ReactNode } from "react";
import "./side-panel.css";

interface SidePanelProps {
  title: string;
  /** The title with more than its words, such as a mark. */
  heading?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** Buttons that stay in sight below the scrolling part. */
  footer?: ReactNode;
  /** Escape does not close it: what it shows is shown once. */
  stays?: boolean;
  /** For forms with tables in them. */
  wide?: boolean;
  children: ReactNode;
}

/** Stands beside the list, not over it: the rows stay readable. */
export function SidePanel(props: SidePanelProps) {
  const { title, heading, closeLabel, onClose, footer, stays, wide, children } =
    props;
  const panel = useRef<HTMLElement>(null);

  // Focus goes in when the panel opens, and back where it came from.
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-label={title}
      className={wide ? "side-panel side-panel-wide" : "side-panel"}
      onKeyDown={(event) => {
        // A popup inside keeps Escape for itself by preventing its default.
        if (event.key === "Escape" && !event.defaultPrevented) {
          // One Escape closes one thing: what listens further out leaves it alone.
          event.preventDefault();
          if (!stays) {
            onClose();
          }
        }
      }}
    >
      <header className="side-panel-head">
        <h2>{heading ?? title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
        >
          ✕
        </button>
      </header>
      <div className="side-panel-body">{children}</div>
      {footer && <footer className="side-panel-foot">{footer}</footer>}
    </aside>
  );
}
