import { PinnedPopover, type PinnedPopoverProps } from "./pinned-popover";
import { Reason } from "./reason";

interface ReasonPopoverProps extends Omit<PinnedPopoverProps, "children"> {
  permission: string;
}

/** Why a button is grey. */
export function ReasonPopover({ permission, ...at }: ReasonPopoverProps) {
  return (
    <PinnedPopover {...at}>
      <Reason permission={permission} />
    </PinnedPopover>
  );
}
