import type { ButtonProps } from "antd";
import { PermissionButton } from "@/ui/permission-button";
import { may, offers, type Meta, type Operation } from "./metadata";

interface OperationButtonProps extends ButtonProps {
  meta: Meta;
  operation: Operation;
}

/** The button of an operation on rows: grey where the person may not, none where nobody may. */
export function OperationButton(props: OperationButtonProps) {
  const { meta, operation, ...button } = props;
  if (!offers(meta, operation)) {
    return null;
  }
  return (
    <PermissionButton
      permission={`${meta.permission}.${operation}`}
      isHeld={may(meta, operation)}
      {...button}
    />
  );
}
