import type { Chart } from "@/gantt/chart";
import { hasFlag, none, slackOf } from "@/gantt/model";
import { flag } from "@/gantt/plan";
import { slackText, spanText } from "@/gantt/words";
import { RecordName } from "@/ui/record-name";
import { useBarTexts } from "./gantt-bar-texts";
import { useGanttTexts } from "./gantt-texts";
import { MouldNo } from "../plan/mould-names";
import { useApsTexts } from "../plan/texts";

/** What the pointer tells about a bar at once. */
export function GanttTooltip({ chart, bar }: { chart: Chart; bar: number }) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const aps = useApsTexts();
  const { model, clock } = chart;
  const { plan } = model;
  const mould = plan.moulds[model.mould[bar]!]!;
  // Its number, part and status are not told; its process is the word for what is hidden.
  const isHidden = hasFlag(model, bar, flag.hidden);
  const slack = slackOf(model, bar);
  const marks = [
    hasFlag(model, bar, flag.carried) && t("carried"),
    model.lock[bar]! > 0 && words(`lock${model.lock[bar] as 1 | 2}`),
    hasFlag(model, bar, flag.assumed) && t("assumed"),
    hasFlag(model, bar, flag.outsourced) && t("statusOutsourced"),
  ].filter(Boolean);
  return (
    <div className="gantt-tip">
      <header>
        <b>
          <MouldNo>{mould.no}</MouldNo>
          {!isHidden && ` · ${plan.parts[model.part[bar]!]!.no}`}
        </b>
        {mould.lateMinutes ? (
          <span className="gantt-late">
            {words("lateBy", { span: spanText(mould.lateMinutes, t) })}
          </span>
        ) : null}
      </header>
      <p>
        {!isHidden && `${model.op[bar]} `}
        <RecordName>
          {plan.processes[model.process[bar]!]!.name}
        </RecordName> ·{" "}
        <RecordName>{plan.resources[model.resource[bar]!]!.name}</RecordName>
      </p>
      <dl>
        <dt>{t("planned")}</dt>
        <dd>
          {clock.moment(model.start[bar]!)} → {clock.moment(model.end[bar]!)}
        </dd>
        {model.realStart[bar] !== none && (
          <>
            <dt>{words("real")}</dt>
            <dd>
              {model.realEnd[bar] === none
                ? words("since", { at: clock.moment(model.realStart[bar]!) })
                : `${clock.moment(model.realStart[bar]!)} → ${clock.moment(model.realEnd[bar]!)}`}
            </dd>
          </>
        )}
        <dt>{t("status")}</dt>
        <dd>
          {isHidden
            ? t("statusHidden")
            : aps(`task${model.status[bar] as 0 | 1 | 2 | 3}`)}
        </dd>
        {slack !== null && (
          <>
            <dt>{t("slack")}</dt>
            <dd className={slack < 0 ? "gantt-late" : undefined}>
              {slackText(model, bar, t)}
            </dd>
          </>
        )}
        {mould.due !== null && (
          <>
            <dt>{words("due")}</dt>
            <dd>{clock.due(mould.due)}</dd>
          </>
        )}
      </dl>
      {marks.length > 0 && (
        <p className="gantt-tip-marks">{marks.join(" · ")}</p>
      )}
      {(model.conflicts.get(bar) ?? []).map((conflict, i) => (
        <p key={i} className="gantt-late">
          {words(`conflict_${conflict.kind}`, {
            span: spanText(conflict.minutes, t),
          })}
        </p>
      ))}
    </div>
  );
}
