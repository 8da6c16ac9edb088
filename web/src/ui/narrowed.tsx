import { lazy, type ReactNode } from "react";
import type { LimitKind } from "./limits";
import { PinnedButton } from "./pinned-button";

const LimitsPopover = lazy(async () => ({
  default: (await import("./limits-popover")).LimitsPopover,
}));

interface NarrowedProps {
  kinds: LimitKind[];
  children: ReactNode;
}

/** Says that less may be shown than there is; pressed, it tells why and who can change it. */
export function Narrowed({ kinds, children }: NarrowedProps) {
  return (
    <PinnedButton
      className="plain-link"
      popover={(at) => <LimitsPopover kinds={kinds} {...at} />}
    >
      {children}
    </PinnedButton>
  );
}
