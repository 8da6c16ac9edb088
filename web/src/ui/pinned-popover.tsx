import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
} from "react";
import "./reason.css";

export interface PinnedPopoverProps {
  /** What was pressed: the popover stands at it, and the focus goes back to it. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  children: ReactNode;
}

const gap = 4;
const edge = 8;
/** Room that the longest content wants. */
const room = 240;

/** Stands at a button, until Escape or a press elsewhere. */
export function PinnedPopover(props: PinnedPopoverProps) {
  const { button, onClose, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const popover = box.current!;
    const place = () => placeAt(popover, button.current);
    popover.showPopover?.(); // the top layer: no panel cuts it off
    place();
    window.addEventListener("resize", place);
    document.addEventListener("scroll", place, true);
    return () => {
      window.removeEventListener("resize", place);
      document.removeEventListener("scroll", place, true);
    };
  }, [button]);

  useEffect(() => {
    function onPress({ target }: Event) {
      const isInside = [box, button].some(({ current }) =>
        current?.contains(target as Node),
      );
      if (!isInside) {
        close.current();
      }
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === "Escape") {
        event.preventDefault(); // A panel around it stays open.
        close.current();
        button.current?.focus();
      }
    }
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [button]);

  return (
    <div ref={box} popover="manual" className="reason-popover">
      {children}
    </div>
  );
}

/** Below the button, or above where there is more room; the content may grow there. */
function placeAt(popover: HTMLElement, button: HTMLElement | null) {
  if (!button) {
    return;
  }
  const { top, bottom, left } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isBelow = below >= room || below >= top;
  const rightmost = innerWidth - popover.offsetWidth - edge;
  popover.style.left = `${Math.max(edge, Math.min(left, rightmost))}px`;
  popover.style.top = isBelow ? `${bottom + gap}px` : "auto";
  popover.style.bottom = isBelow ? "auto" : `${innerHeight - top + gap}px`;
}
