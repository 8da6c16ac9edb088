import { useEffect, useState } from "react";
import { countdownMs } from "@/api/times";
import { Dialog } from "@/ui/dialog";
import { useTenancyTexts } from "./texts";
import "./tenancy.css";

interface BlockedProps {
  tenantName: string;
  expireDate: string;
  remainDays: number | null;
  maxOverdueDays: number;
  onClose: () => void;
}

/** A licence that lets nobody in any more: what it was, and whom to tell. */
export function LicenceExpiredDialog(props: BlockedProps) {
  const { tenantName, expireDate, remainDays, maxOverdueDays, onClose } = props;
  const t = useTenancyTexts();
  return (
    <Dialog
      title={t("licenceTitle")}
      className="tenancy-licence"
      onClose={onClose}
    >
      <p>{t("licenceText", { tenant: tenantName })}</p>
      <dl className="numbers">
        <dt>{t("tenant")}</dt>
        <dd>{tenantName}</dd>
        <dt>{t("expireDate")}</dt>
        <dd>{expireDate.slice(0, 10)}</dd>
        <dt>{t("remainDays")}</dt>
        <dd>{t("days", { count: remainDays ?? 0 })}</dd>
        <dt>{t("overdueDays")}</dt>
        <dd>{t("days", { count: maxOverdueDays })}</dd>
      </dl>
      <footer>
        <button
          type="button"
          className="plain-button plain-button-main"
          onClick={onClose}
        >
          {t("gotIt")}
        </button>
      </footer>
    </Dialog>
  );
}

interface DelayProps {
  /** For how long the licence has been over. */
  days: number;
  /** From which to count down. */
  seconds: number;
  onOver: () => void;
  /** Staying out; without it the wait cannot be left. */
  onCancel?: () => void;
}

/** Counts down, second by second, before an overdue licence lets in. */
export function DelayDialog({ days, seconds, onOver, onCancel }: DelayProps) {
  const t = useTenancyTexts();
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    if (left <= 0) {
      onOver();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), countdownMs);
    return () => clearTimeout(timer);
    // The countdown alone decides: a new function is the same wish.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [left]);

  return (
    <Dialog
      title={t("licenceTitle")}
      className="tenancy-delay"
      onClose={onCancel}
    >
      <p>{t("expiredNotice", { count: days })}</p>
      <p role="timer" className="numbers">
        {t("entering", { count: Math.max(0, left) })}
      </p>
    </Dialog>
  );
}
