import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useParams } from "react-router";
import { call } from "@/api/call";
import { GanttView } from "@/gantt/gantt-view";
import type { Plan } from "@/gantt/model";
import { formatInstant } from "@/i18n/format";
import { useLook } from "@/ui/look";
import { Page } from "@/ui/page";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { schedulesQuery } from "./schedule";
import { useApsTexts } from "./texts";
import "./aps.css";

/** The newest plan of a schedule, by resource. */
export function GanttPage() {
  const { id = "" } = useParams();
  const t = useApsTexts();
  const ui = useUiTexts();
  const look = useLook();
  const schedule = useQuery(schedulesQuery("")).data?.rows.find(
    (row) => row.id === id,
  );
  const gantt = useQuery({
    queryKey: ["gantt", id, schedule?.version],
    queryFn: () => call<Plan>("GET", `aps/plan/${id}/gantt`),
    enabled: Boolean(schedule?.tasks),
  });
  const plan = gantt.data;
  const words = useMemo(
    () => ({
      chart: t("chart", { bars: plan?.bars.id?.length ?? 0 }),
      zoomIn: t("zoomIn"),
      zoomOut: t("zoomOut"),
      fit: t("fit"),
      today: t("today"),
      fullScreen: t("fullScreen"),
    }),
    [t, plan],
  );

  function tooltip(bar: number) {
    if (!plan) {
      return null;
    }
    const { mould, part, op, process, resource, start, end, status } =
      plan.bars;
    const time = (minute: number) =>
      formatInstant(Date.parse(plan.epoch) + minute * 60_000, plan.zone);
    const owner = plan.moulds[mould![bar]!]!;
    return (
      <>
        <strong>
          {owner.no} {owner.name}
        </strong>
        <dl>
          <dt>{t("partNo")}</dt>
          <dd>
            {plan.parts[part![bar]!]} / {op![bar]}
          </dd>
          <dt>{t("process")}</dt>
          <dd>{plan.processes[process![bar]!]!.name}</dd>
          <dt>{t("resource")}</dt>
          <dd>{plan.resources[resource![bar]!]!.name}</dd>
          <dt>{t("plannedStart")}</dt>
          <dd>{time(start![bar]!)}</dd>
          <dt>{t("plannedEnd")}</dt>
          <dd>{time(end![bar]!)}</dd>
          <dt>{t("taskStatus")}</dt>
          <dd>{t(`task${status![bar] as 0 | 1 | 2 | 3}`)}</dd>
          {owner.due !== null && (
            <>
              <dt>{t("due")}</dt>
              <dd>{time(owner.due)}</dd>
            </>
          )}
        </dl>
      </>
    );
  }

  return (
    <Page
      title={t("ganttTitle", { name: schedule?.name ?? "" })}
      tools={
        <>
          <span className="push" />
          <Link to={`/aps/schedule/${id}/tasks`}>{t("openTasks")}</Link>
          <Link to="/aps/schedule">{t("toList")}</Link>
        </>
      }
    >
      <div className="gantt-page">
        {schedule && (
          <p className="gantt-figures">
            {(["moulds", "tasks", "late", "unscheduled"] as const).map(
              (figure) => (
                <span key={figure}>
                  {t(figure)} {schedule[figure]}
                </span>
              ),
            )}
          </p>
        )}
        {plan ? (
          <GanttView
            plan={plan}
            words={words}
            look={look}
            tooltip={tooltip}
            legend={
              <>
                <StatusMark meaning="on-time">{t("onTime")}</StatusMark>
                <StatusMark meaning="late">{t("isLate")}</StatusMark>
                <StatusMark meaning="active">{t("running")}</StatusMark>
                <StatusMark meaning="done">{t("task3")}</StatusMark>
                <StatusMark meaning="electrode">{t("electrode")}</StatusMark>
                <StatusMark meaning="outsourced">{t("outsourced")}</StatusMark>
              </>
            }
          />
        ) : (
          <p className="gantt-figures">
            {gantt.isFetching ? ui("loading") : t("noPlan")}
          </p>
        )}
      </div>
    </Page>
  );
}
