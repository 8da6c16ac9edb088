import { Button, type ButtonProps } from "antd";
import { lazy } from "react";
import { defineTexts } from "@/i18n/define-texts";
import { useCan } from "@/session/session";
import { PinnedButton } from "./pinned-button";
import { useIsEmployee } from "./use-is-employee";

const { useTexts: useBarredTexts } = defineTexts(
  "barred",
  { hint: "没有权限，点击查看原因" },
  { hint: "No permission. Press to see why" },
);

const ReasonPopover = lazy(async () => ({
  default: (await import("./reason-popover")).ReasonPopover,
}));

interface PermissionButtonProps extends ButtonProps {
  permission: string;
  /** Where an answer of the server tells whether the person has it; the session knows of the others. */
  isHeld?: boolean;
}

/** A button that needs a permission. For colleagues who lack that it is grey and, when pressed, tells why. */
export function PermissionButton(props: PermissionButtonProps) {
  const { permission, isHeld, ...button } = props;
  const can = useCan(permission);
  const isEmployee = useIsEmployee();
  if (isHeld ?? can) {
    return <Button {...button} />;
  }
  return isEmployee ? <BarredButton {...props} /> : null;
}

/** Not disabled: who comes by the keyboard wants to know as well. */
function BarredButton(props: PermissionButtonProps) {
  const { permission, className, size, icon, children } = props;
  const t = useBarredTexts();
  return (
    <PinnedButton
      className={[
        "plain-button barred-button",
        ...(size === "small" ? ["plain-button-small"] : []),
        ...(className ? [className] : []),
      ].join(" ")}
      aria-disabled="true"
      aria-label={props["aria-label"]}
      title={t("hint")}
      popover={(at) => <ReasonPopover permission={permission} {...at} />}
    >
      {icon}
      {children}
    </PinnedButton>
  );
}
