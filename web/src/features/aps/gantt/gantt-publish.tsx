import { Button, Tooltip } from "antd";
import { can } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import type { PlanOf } from "../plan/plan-version";
import type { Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";
import { usePublish } from "../plan/use-publish";

/** Publishes the plan on show, after asking. */
export function GanttPublish(props: { schedule: Schedule; of: PlanOf }) {
  const { schedule, of } = props;
  const t = useApsTexts();
  const publish = usePublish();
  const permission = "aps.schedule.release";
  if (!can(permission)) {
    return schedule.simulation ? null : (
      <PermissionButton permission={permission}>
        {t("publish")}
      </PermissionButton>
    );
  }
  const shown = of.planNumber || schedule.planNumber;
  const isRunning = schedule.status === 1;
  const isInForce = shown === schedule.inForceNumber;
  const isAllowed = !isRunning && !isInForce && !schedule.simulation;
  const why = schedule.simulation
    ? "simulationNot"
    : isInForce
      ? "publishInForce"
      : "publishRunning";
  return (
    <Tooltip title={isAllowed ? "" : t(why)}>
      <Button
        type="primary"
        disabled={!isAllowed || publish.isPending}
        onClick={() => publish.mutate({ schedule, planNumber: of.planNumber })}
      >
        {t("publish")}
      </Button>
    </Tooltip>
  );
}
