import {
  Suspense,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import type { PinnedPopoverProps } from "./pinned-popover";
import "./plain-button.css";

interface PinnedButtonProps
  extends Omit<ComponentProps<"button">, "onClick" | "popover"> {
  /** What stands at the button once it is pressed; it may come later. */
  popover: (at: Omit<PinnedPopoverProps, "children">) => ReactNode;
}

/** A button that opens a popover at itself, and closes it. */
export function PinnedButton({ popover, ...button }: PinnedButtonProps) {
  const at = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        {...button}
        ref={at}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense>
          {popover({ button: at, onClose: () => setOpen(false) })}
        </Suspense>
      )}
    </>
  );
}
