import type { Chart } from "@/gantt/chart";
import { overtimeOf } from "../draft/overtime-proposal";
import { OnNewestOnly } from "../plan/plan-head";
import { useShownPlan } from "../plan/plan-version";
import { ChangeTask } from "../draft/preview-change";

/** What may be changed about a bar. What is locked to its machine moves in time alone. */
export function GanttChange(props: {
  chart: Chart;
  bar: number;
  /** The plan on show holds the task no more. */
  hasLeft: boolean;
}) {
  const { chart, bar, hasLeft } = props;
  const { schedule, isNewest } = useShownPlan();
  const { model } = chart;
  const { plan } = model;
  const here = plan.resources[model.resource[bar]!]!;
  const lock = model.lock[bar]!;
  if (schedule && !isNewest && !hasLeft) {
    return <OnNewestOnly schedule={schedule} />;
  }
  return (
    <ChangeTask
      scheduleId={plan.scheduleId}
      planId={plan.planId}
      taskId={plan.bars.id[bar]!}
      zone={plan.zone}
      hasLeft={hasLeft}
      resource={here}
      resources={plan.resources.filter(
        ({ id, group, kind }) =>
          id === here.id ||
          (lock === 0 && kind === "machine" && group === here.group),
      )}
      suppliers={plan.resources.filter(
        ({ id, kind }) => kind === "outside" && id !== anySupplier,
      )}
      start={new Date(
        Date.parse(plan.epoch) + model.start[bar]! * 60_000,
      ).toISOString()}
      minutes={plan.bars.minutes[bar]!}
      overtime={overtimeOf(chart, model.resource[bar]!, model.start[bar]!)}
      of={{
        kind: here.kind,
        lock,
        isBegun: model.status[bar] !== 0,
        isWhole:
          plan.parts[model.part[bar]!]!.kind === 1 && !plan.bars.segment?.[bar],
      }}
    />
  );
}

/** The row of work outside without a named supplier. */
const anySupplier = "outside";
