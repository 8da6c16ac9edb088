import { Link } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { planPath, type WorkedBy } from "../plan/plan-version";
import { useApsTexts } from "../plan/texts";
import { useCapacityTexts } from "./capacity-texts";

/** The plan that the figures follow, or that there is none. */
export function InForce({ by }: { by: WorkedBy | null }) {
  const t = useCapacityTexts();
  const aps = useApsTexts();
  const zone = useZone();
  const mayOpen = useCan("aps.schedule.check");
  if (!by) {
    return (
      <p className="soft" role="status">
        {t("noPlan")}{" "}
        {mayOpen && <Link to="/aps/schedule">{t("toSchedules")}</Link>}
      </p>
    );
  }
  const plan = { id: by.scheduleId, planNumber: by.planNumber };
  return (
    <p className="soft">
      {t("by", {
        name: by.name,
        number: by.planNumber,
        at: formatInstant(by.since, zone),
        publisherName: by.publisherName,
      })}{" "}
      {mayOpen && <Link to={planPath("gantt", plan)}>{aps("openGantt")}</Link>}
    </p>
  );
}
