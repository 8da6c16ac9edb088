import type { Dayjs } from "dayjs";

/** The picker's type knows ranges too; these pickers have none. */
export function dayjsOf(picked: Dayjs | Dayjs[] | null) {
  return Array.isArray(picked) ? picked[0] : picked;
}
