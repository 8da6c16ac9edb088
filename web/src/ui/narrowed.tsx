import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import type { LimitKind } from "./limits";
import "./plain-button.css";

const LimitsPopover = lazy(async () => ({
  default: (await import("./limits-popover")).LimitsPopover,
}));

interface NarrowedProps {
  kinds: LimitKind[];
  children: ReactNode;
}

/** Says that less may be shown than there is; pressed, it tells why and who can change it. */
export function Narrowed({ kinds, children }: NarrowedProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="plain-link"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <LimitsPopover
            kinds={kinds}
            button={button}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
