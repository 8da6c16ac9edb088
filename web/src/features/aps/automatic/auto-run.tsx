import { Link } from "react-router";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useCan } from "@/session/session";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { planPath } from "../plan/plan-version";
import { useAutoTexts } from "./auto-texts";
import { useWhen } from "./use-when";

export type AutoRun = Schema<"ApsAutoRunView">;

const meanings: Record<AutoRun["outcome"], Meaning> = {
  running: "active",
  succeeded: "done",
  failed: "late",
  skipped: "off",
  missed: "at-risk",
};

/** What became of a time of an auto-schedule. */
export function AutoRunLine({ of, zone }: { of: AutoRun; zone: string }) {
  const t = useAutoTexts();
  const when = useWhen(zone);
  const mayOpen = useCan("aps.schedule.check");
  const plan = { name: of.scheduleName, number: of.planNumber };
  const isKept = of.planNumber > 0;
  return (
    <li className="auto-run">
      <span className="numbers">{when(of.dueTime)}</span>
      <span className="auto-run-told">
        <StatusMark meaning={meanings[of.outcome]}>
          {t(`outcome.${of.outcome}`)}
        </StatusMark>
        {of.published && (
          <StatusMark meaning="done">{t("published")}</StatusMark>
        )}
        {isKept &&
          (mayOpen ? (
            <Link
              to={planPath("gantt", {
                id: of.scheduleId,
                planNumber: of.planNumber,
              })}
              aria-label={t("openGantt", plan)}
            >
              {t("version", plan)}
            </Link>
          ) : (
            <span>{t("version", plan)}</span>
          ))}
        {!isKept && of.outcome !== "missed" && <span>{of.scheduleName}</span>}
        {of.moulds > 0 && (
          <span className="soft">
            {t("onTimeOf", {
              count: of.moulds,
              moulds: of.moulds,
              onTime: of.onTime,
            })}
            {of.onTimeBefore !== null && (
              <>
                {" · "}
                {t("onTimeBefore", { before: of.onTimeBefore })}
              </>
            )}
          </span>
        )}
        {of.caughtUp && (
          <span className="soft">
            {t("caughtUp", { at: formatInstant(of.beginTime, zone).slice(11) })}
          </span>
        )}
        {of.missed > 0 && (
          <span className="soft">
            {t("missedBefore", { count: of.missed })}
          </span>
        )}
        {of.reason && (
          <span className="auto-reason">
            {of.outcome === "succeeded"
              ? t("notPublished", { reason: of.reason })
              : of.reason}
          </span>
        )}
      </span>
    </li>
  );
}
