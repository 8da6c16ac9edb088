import type { Chart } from "@/gantt/chart";
import { RecordName } from "@/ui/record-name";
import { SidePanel } from "@/ui/side-panel";
import { useBarTexts } from "./gantt-bar-texts";
import { overtimeOf } from "../draft/overtime-proposal";
import { OnNewestOnly } from "../plan/plan-head";
import { useShownPlan } from "../plan/plan-version";
import { Overtime } from "../draft/preview-overtime";
import { usePreviewTexts } from "../draft/preview-texts";
import "../draft/preview.css";

/** Overtime of a machine or of people, asked for at their row. */
export function GanttResource(props: { chart: Chart; resource: number }) {
  const { chart } = props;
  const { plan } = chart.model;
  const words = useBarTexts();
  const preview = usePreviewTexts();
  const { schedule, isNewest } = useShownPlan();
  const resource = plan.resources[props.resource]!;
  const [from, to] = overtimeOf(chart, props.resource, 0);
  return (
    <SidePanel
      title={resource.name}
      heading={<RecordName>{resource.name}</RecordName>}
      closeLabel={words("closeDetails")}
      onClose={() => chart.set({ resource: -1 })}
    >
      <div className="gantt-details">
        <p className="soft">
          <RecordName>
            {[resource.section, resource.group].filter(Boolean).join(" / ")}
          </RecordName>
        </p>
        <section className="preview">
          <h3>{preview("overtime")}</h3>
          {schedule && !isNewest ? (
            <OnNewestOnly schedule={schedule} />
          ) : (
            <Overtime
              key={resource.id}
              scheduleId={plan.scheduleId}
              planId={plan.planId}
              zone={plan.zone}
              resource={resource}
              from={from}
              to={to}
            />
          )}
        </section>
      </div>
    </SidePanel>
  );
}
