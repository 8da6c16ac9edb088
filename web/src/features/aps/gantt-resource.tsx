import { lazy, Suspense } from "react";
import type { Chart } from "@/gantt/chart";
import { SidePanel } from "@/ui/side-panel";
import { useGanttTexts } from "./gantt-texts";
import { restAfter } from "./preview";
import { usePreviewTexts } from "./preview-texts";
import "./preview.css";

const Overtime = lazy(async () => ({
  default: (await import("./preview-overtime")).Overtime,
}));

/** Overtime of a machine or of people, asked for at their row. */
export function GanttResource(props: { chart: Chart; resource: number }) {
  const { chart } = props;
  const { plan } = chart.model;
  const t = useGanttTexts();
  const preview = usePreviewTexts();
  const resource = plan.resources[props.resource]!;
  const [from, to] = overtimeOf(chart, props.resource, 0);
  return (
    <SidePanel
      title={resource.name}
      closeLabel={t("closeDetails")}
      onClose={() => chart.set({ resource: -1 })}
    >
      <div className="gantt-details">
        <p className="soft">
          {[resource.section, resource.group].filter(Boolean).join(" / ")}
        </p>
        <section className="preview">
          <h3>{preview("overtime")}</h3>
          <Suspense>
            <Overtime
              key={resource.id}
              scheduleId={plan.scheduleId}
              planId={plan.planId}
              zone={plan.zone}
              resource={resource}
              from={from}
              to={to}
            />
          </Suspense>
        </section>
      </div>
    </SidePanel>
  );
}

/** Where overtime of a resource is proposed: its next rest after a minute, but not in the past. */
export function overtimeOf(
  chart: Chart,
  resource: number,
  minute: number,
): [string, string] {
  const { plan } = chart.model;
  const calendar = plan.calendars[plan.resources[resource]!.calendar];
  const earliest = Math.max(minute, plan.start, chart.state.now);
  return restAfter(calendar?.closed ?? [], earliest).map((at) =>
    new Date(Date.parse(plan.epoch) + at * 60_000).toISOString(),
  ) as [string, string];
}
