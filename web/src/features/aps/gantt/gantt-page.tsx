import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Chart } from "@/gantt/chart";
import { GanttView } from "@/gantt/gantt-view";
import type { Plan } from "@/gantt/plan";
import { useLanguage } from "@/i18n/language";
import { useLook } from "@/ui/look";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { GanttRun } from "./gantt-run";
import { useGanttTexts } from "./gantt-texts";
import { worded } from "./gantt-words";
import { PlanHead } from "../plan/plan-head";
import { useShownName } from "../plan/shown-name";
import { numbered, planPath, useShownPlan } from "../plan/plan-version";
import { useApsTexts } from "../plan/texts";
import "../plan/plan.css";
import "./gantt-page.css";

// Beside the plan, not before it: the picture needs none of this.
const GanttPublish = lazy(async () => ({
  default: (await import("./gantt-publish")).GanttPublish,
}));

const DraftBar = lazy(async () => ({
  default: (await import("../draft/draft-bar")).DraftBar,
}));
const GanttTooltip = lazy(async () => ({
  default: (await import("./gantt-tooltip")).GanttTooltip,
}));
const tooltip = (chart: Chart, bar: number) => (
  <Suspense>
    <GanttTooltip chart={chart} bar={bar} />
  </Suspense>
);
const GanttDetails = lazy(async () => ({
  default: (await import("./gantt-details")).GanttDetails,
}));
const details = (chart: Chart, bar: number, onClose?: () => void) => (
  <Suspense>
    <GanttDetails chart={chart} bar={bar} onClose={onClose} />
  </Suspense>
);
const GanttResource = lazy(async () => ({
  default: (await import("./gantt-resource")).GanttResource,
}));
const resource = (chart: Chart, of: number) => (
  <Suspense>
    <GanttResource chart={chart} resource={of} />
  </Suspense>
);

const GanttOver = lazy(async () => ({
  default: (await import("./gantt-over")).GanttOver,
}));

/** States of a schedule in which its plan may be changed. */
const changeable = [2, 3];

/** A plan as a picture. */
export function GanttPage() {
  const aps = useApsTexts();
  const t = useGanttTexts();
  const ui = useUiTexts();
  const look = useLook();
  const { language } = useLanguage();
  const { message } = App.useApp();
  const { found, schedule, of, isMissing, isNewest } = useShownPlan();
  const { id } = of;
  const asked = { query: { scheduleId: id, ...numbered(of) } };
  const gantt = useQuery({
    queryKey: ["gantt", of],
    queryFn: () => call("GET", "aps/plan/{scheduleId}/gantt", asked),
    enabled: of.version !== undefined,
    placeholderData: keepPreviousData,
    // Thousands of numbers: comparing them costs more than a new picture.
    structuralSharing: false,
  });
  const standing = useQuery({
    queryKey: ["gantt-standing", of],
    queryFn: () => call("GET", "aps/plan/{scheduleId}/standing", asked),
    enabled: of.version !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  const fetched = usePlan(gantt.data);
  const plan = useMemo(
    () => fetched && worded(fetched, t, language),
    [fetched, t, language],
  );
  const failed = [found, gantt].find((query) => query.isError);
  const name = useShownName(id, schedule);
  // Of what is deleted nothing stays drawn.
  const isGone = found.data && !schedule;

  const isOpen =
    isNewest && schedule !== undefined && changeable.includes(schedule.status);
  const over = useCallback(
    (chart: Chart) => (
      <Suspense>
        <GanttOver chart={chart} scheduleId={id} isOpen={isOpen} />
      </Suspense>
    ),
    [id, isOpen],
  );

  const save = useCallback(
    (picture: Blob) => {
      const url = URL.createObjectURL(picture);
      const link = document.createElement("a");
      link.href = url;
      link.download = `${name.replace(/[\\/:*?"<>|]/g, "-")}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      message.destroy();
      void message.success(t("pictureSaved", { name: link.download }));
    },
    [name, message, t],
  );

  return (
    <Page
      title={aps("ganttTitle", { name })}
      tools={
        <>
          <span className="push" />
          {!isGone && (
            <Link to={planPath("tasks", of)}>{aps("openTasks")}</Link>
          )}
          <Link to="/aps/schedule">{aps("toList")}</Link>
          {schedule && plan && !isMissing && (
            <Suspense>
              <GanttPublish schedule={schedule} of={of} />
            </Suspense>
          )}
        </>
      }
    >
      {schedule && <PlanHead schedule={schedule} of={of} />}
      {schedule && plan && !isMissing && (
        <Suspense>
          <DraftBar schedule={schedule} />
        </Suspense>
      )}
      {schedule && (plan || schedule.run) && !isMissing && (
        <GanttRun schedule={schedule} of={of} plan={plan} />
      )}
      {isGone ? (
        <p className="soft">{aps("goneSchedule")}</p>
      ) : (
        !isMissing && (
          <div className="gantt-page">
            {plan ? (
              <GanttView
                plan={plan}
                standing={standing.data}
                say={t}
                locale={language === "zh" ? "zh-CN" : "en-GB"}
                look={look}
                tooltip={tooltip}
                details={details}
                resource={resource}
                onExport={save}
              >
                {over}
              </GanttView>
            ) : failed ? (
              <Failure
                of={failed.error}
                onRetry={() => void failed.refetch()}
              />
            ) : (
              <p className="gantt-figures">
                {found.isPending || gantt.isFetching
                  ? ui("loading")
                  : aps("noPlan")}
              </p>
            )}
          </div>
        )
      )}
    </Page>
  );
}

/** The same object while it is the same plan: publishing reloads it, the picture stays. */
function usePlan(fetched: Plan | undefined) {
  const [shown, setShown] = useState(fetched);
  if (fetched && fetched.planId !== shown?.planId) {
    setShown(fetched);
  }
  return shown;
}
