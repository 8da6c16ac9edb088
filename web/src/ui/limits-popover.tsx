import { Limits, type LimitKind } from "./limits";
import { PinnedPopover, type PinnedPopoverProps } from "./pinned-popover";

interface LimitsPopoverProps extends Omit<PinnedPopoverProps, "children"> {
  kinds: LimitKind[];
}

/** Why less is shown than there is. */
export function LimitsPopover({ kinds, ...at }: LimitsPopoverProps) {
  return (
    <PinnedPopover {...at}>
      <Limits kinds={kinds} />
    </PinnedPopover>
  );
}
