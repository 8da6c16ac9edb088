import { useQuery } from "@tanstack/react-query";
import type { Plan } from "@/gantt/plan";
import { formatInstant } from "@/i18n/format";
import { StatusMark } from "@/ui/status-mark";
import { useGanttTexts } from "./gantt-texts";
import { versionsQuery, type PlanOf } from "../plan/plan-version";
import type { Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";
import { figure as counted } from "../plan/figure";
import { useRunWords } from "../plan/use-run-words";

interface GanttRunProps {
  schedule: Schedule;
  of: PlanOf;
  plan: Plan | undefined;
}

/** What the picture holds: the figures of its version, when it was made, and a run that is under way. In force or not, its head says. */
export function GanttRun({ schedule, of, plan }: GanttRunProps) {
  const t = useGanttTexts();
  const aps = useApsTexts();
  const say = useRunWords();
  const versions = useQuery(versionsQuery(of)).data?.rows;
  // Of another version than the newest, its own.
  const figures =
    of.planNumber > 0
      ? versions?.find(({ planNumber }) => planNumber === of.planNumber)
      : schedule;
  // Without an end they count as late, whatever their dates are.
  const unplanned =
    plan?.moulds.filter(
      ({ state }) => state === "partly" || state === "notPlanned",
    ).length ?? 0;
  const isNewest = figures?.planNumber === schedule.planNumber;
  const zone = plan?.zone;
  const time = (at: string | number | null) =>
    zone ? formatInstant(at, zone) : "";
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <p className="gantt-run">
      {schedule.run && (
        <StatusMark meaning="active">{say(schedule.run)}</StatusMark>
      )}
      {(["moulds", "tasks", "late", "unscheduled"] as const).map((figure) => (
        <span key={figure}>
          {aps(figure)}{" "}
          <b
            className={
              (figure === "late" || figure === "unscheduled") &&
              (figures?.[figure] ?? 0) > 0
                ? "gantt-late"
                : undefined
            }
          >
            {counted(figures?.[figure])}
          </b>
          {figure === "late" && unplanned > 0 && (
            <small className="soft">
              {" "}
              {t("lateIncludes", { count: unplanned })}
            </small>
          )}
        </span>
      ))}
      {isNewest && schedule.runSeconds !== null && (
        <span>
          {t("runTime", { seconds: counted(schedule.runSeconds, 1) })}
        </span>
      )}
      {plan && (
        <span>
          {t("snapshot", {
            at: time(Date.parse(plan.epoch) + plan.now * 60_000),
          })}
        </span>
      )}
      {zone && zone !== here && <span>{t("zone", { zone })}</span>}
    </p>
  );
}
