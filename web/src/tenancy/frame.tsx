import {
  useEffect,
  useId,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from "react";
import { useTenancyTexts } from "./texts";
import "./tenancy.css";

interface FrameProps {
  title: string;
  className: string;
  /** Asked when the person wants to close; without it there is no way to. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A dialog of the browser's own, dragged by its head: it holds the focus and
 * lies over everything, also where antd is not loaded yet.
 */
export function Frame({ title, className, onClose, children }: FrameProps) {
  const t = useTenancyTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { offset, grip } = useDrag(dialog);

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
      className={`tenancy-frame ${className}`}
      aria-labelledby={id}
      style={{ translate: `${offset.x}px ${offset.y}px` }}
      onCancel={(event) => {
        if (event.target === dialog.current) {
          event.preventDefault();
          onClose?.();
        }
      }}
    >
      <header {...grip}>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" aria-label={t("close")} onClick={onClose}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" />
            </svg>
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

const nowhere = { x: 0, y: 0 };

/** Moves a box by its grip, and never out of the window. */
function useDrag(box: React.RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState(nowhere);
  const from = useRef<{ x: number; y: number; rect: DOMRect } | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || (event.target as Element).closest("button")) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const rect = box.current!.getBoundingClientRect();
    from.current = {
      x: event.clientX - offset.x,
      y: event.clientY - offset.y,
      rect: new DOMRect(
        rect.x - offset.x,
        rect.y - offset.y,
        rect.width,
        rect.height,
      ),
    };
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!from.current) {
      return;
    }
    const { x, y, rect } = from.current;
    setOffset({
      x: between(event.clientX - x, -rect.left, innerWidth - rect.right),
      y: between(event.clientY - y, -rect.top, innerHeight - rect.bottom),
    });
  }
  const drop = () => (from.current = null);
  return {
    offset,
    grip: {
      onPointerDown,
      onPointerMove,
      onPointerUp: drop,
      onPointerCancel: drop,
    },
  };
}

const between = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(high, value));
