import { expiryWindowDays } from "@/ui/sizes";
import type { TenantInfo } from "./tenancy";

type Dated = Pick<TenantInfo, "expireTime" | "expireRemainDays">;

/** What there is to tell of a licence: nothing while its end is far. */
export type LicenceNotice =
  | { kind: "ends"; date: string; days: number }
  | { kind: "expired"; days: number }
  | null;

export function noticeOf({
  expireTime,
  expireRemainDays,
}: Dated): LicenceNotice {
  if (expireRemainDays === null) {
    return null;
  }
  if (expireRemainDays < 0) {
    return { kind: "expired", days: -expireRemainDays };
  }
  return expireRemainDays <= expiryWindowDays
    ? { kind: "ends", date: expireTime.slice(0, 10), days: expireRemainDays }
    : null;
}

/** May be entered, after a delay. */
export const isDelayed = (tenant: TenantInfo) =>
  tenant.allowLoginFlag === 1 && tenant.overdueFlag === 1;
