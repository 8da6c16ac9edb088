import type { Plan } from "@/gantt/plan";
import { formatInstant } from "@/i18n/format";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { useGanttTexts } from "./gantt-texts";
import type { Schedule } from "./schedule";
import { useApsTexts } from "./texts";
import { figure } from "./result";
import { useRunWords } from "./use-run-words";

const meanings: Meaning[] = ["off", "active", "on-time", "done"];

interface GanttRunProps {
  schedule: Schedule;
  plan: Plan | undefined;
}

/** The run behind the picture: state, figures, who and when. */
export function GanttRun({ schedule, plan }: GanttRunProps) {
  const t = useGanttTexts();
  const aps = useApsTexts();
  const say = useRunWords();
  const zone = plan?.zone;
  const time = (at: string | number | null) =>
    zone ? formatInstant(at, zone) : "";
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <p className="gantt-run">
      <StatusMark meaning={meanings[schedule.status]!}>
        {schedule.run ? say(schedule.run) : aps(`status${schedule.status}`)}
      </StatusMark>
      {(["moulds", "tasks", "late", "unscheduled"] as const).map((figure) => (
        <span key={figure}>
          {aps(figure)}{" "}
          <b
            className={
              (figure === "late" || figure === "unscheduled") &&
              schedule[figure] > 0
                ? "gantt-late"
                : undefined
            }
          >
            {schedule[figure]}
          </b>
        </span>
      ))}
      {schedule.runSeconds !== null && (
        <span>{t("runTime", { seconds: figure(schedule.runSeconds, 1) })}</span>
      )}
      {schedule.schedulerName && (
        <span>{t("scheduledBy", { name: schedule.schedulerName })}</span>
      )}
      {schedule.status === 3 && schedule.publishTime && (
        <span>
          {t("publishedBy", {
            name: schedule.publisherName,
            at: time(schedule.publishTime),
          })}
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
