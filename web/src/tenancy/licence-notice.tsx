import { noticeOf } from "./licence";
import type { TenantInfo } from "./tenancy";
import { useTenancyTexts } from "./texts";

/** A few words on a licence that ends soon or has ended; nothing otherwise. */
export function LicenceNotice({
  licence,
  className = "",
}: {
  licence: Pick<TenantInfo, "expireTime" | "expireRemainDays">;
  className?: string;
}) {
  const t = useTenancyTexts();
  const notice = noticeOf(licence);
  if (!notice) {
    return null;
  }
  if (notice.kind === "expired") {
    return (
      <span className={`tenancy-expired numbers ${className}`}>
        {t("expired", { count: notice.days })}
      </span>
    );
  }
  const { date, days } = notice;
  return (
    <span className={`tenancy-ends numbers ${className}`}>
      {days === 0 ? t("endsToday", { date }) : t("ends", { date, count: days })}
    </span>
  );
}
