import { Button, Tooltip } from "antd";
import { can } from "@/session/session";
import { mayNow, type Schedule } from "./schedule";
import { useApsTexts } from "./texts";
import { usePublish } from "./use-publish";

/** Publishes the plan on show, after asking. */
export function GanttPublish({ schedule }: { schedule: Schedule }) {
  const t = useApsTexts();
  const publish = usePublish();
  if (!can("aps.schedule.release")) {
    return null;
  }
  const isAllowed = mayNow("publish", schedule);
  const why = t(schedule.simulation ? "simulationNot" : "publishNot");
  return (
    <Tooltip title={isAllowed ? "" : why}>
      <Button
        type="primary"
        disabled={!isAllowed || publish.isPending}
        onClick={() => publish.mutate(schedule)}
      >
        {t("publish")}
      </Button>
    </Tooltip>
  );
}
