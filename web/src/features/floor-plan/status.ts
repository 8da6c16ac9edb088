import type { Meaning } from "@/ui/status-mark";
import type { Machine } from "./floor";
import { useFloorTexts } from "./texts";

const meanings: Record<Machine["status"], Meaning> = {
  0: "off",
  1: "done",
  2: "at-risk",
};

export const meaningOf = ({ status }: Machine) => meanings[status];

/** Whether a machine is valid, in words. */
export function useStatusName() {
  const t = useFloorTexts();
  return ({ status }: Machine) => t(`status${status}`);
}
