import { useState } from "react";
import { formatInstant } from "@/i18n/format";
import { MomentField, momentOf, type Named } from "./preview-fields";
import { usePreviewTexts } from "./preview-texts";
import { Trial } from "./preview-trial";

interface OvertimeProps {
  scheduleId: string;
  planId: string;
  zone: string;
  resource: Named;
  /** What is proposed. */
  from: string;
  to: string;
  /** The task for whose sake. */
  taskId?: string | undefined;
  onKept?: ((planId: string) => void) | undefined;
}

/** One stretch is a day's at most, as on the server. */
const LONGEST = 24 * 3_600_000;

/** More hours of a machine or of people on a day. */
export function Overtime(props: OvertimeProps) {
  const { scheduleId, planId, zone, resource, taskId } = props;
  const t = usePreviewTexts();
  const local = (at: string) => formatInstant(at, zone).replace(" ", "T");
  const [from, setFrom] = useState(local(props.from));
  const [to, setTo] = useState(local(props.to));
  const begin = momentOf(from, zone);
  const end = momentOf(to, zone);
  const today = `${local(new Date().toISOString()).slice(0, 10)}T00:00`;
  const latest = begin
    ? local(new Date(Date.parse(begin) + LONGEST).toISOString())
    : undefined;
  return (
    <Trial
      scheduleId={scheduleId}
      planId={planId}
      kind="overtime"
      taskId={taskId}
      zone={zone}
      onKept={props.onKept}
      change={
        begin && end
          ? { kind: "overtime", resourceId: resource.id, from: begin, to: end }
          : null
      }
    >
      <p className="soft">{t("overtimeHint", { resource: resource.name })}</p>
      <MomentField
        label={t("from", { zone })}
        zone={zone}
        min={today}
        value={from}
        onChange={setFrom}
      />
      <MomentField
        label={t("to")}
        zone={zone}
        min={from}
        max={latest}
        value={to}
        onChange={setTo}
      />
    </Trial>
  );
}
