import { formatInstant } from "@/i18n/format";
import { spanWords, useWhyTexts } from "../why/explain-texts";
import { MouldNo } from "../plan/mould-names";
import type { MouldEffect, PlanEffect } from "./preview";
import { usePreviewTexts } from "./preview-texts";

const mostMoulds = 8;

interface EffectProps {
  effect: PlanEffect;
  /** The task that is changed, none for a machine. */
  taskId?: string | undefined;
  zone: string;
}

/** What changes would do: the task, how many others, which moulds. */
export function Effect({ effect, taskId, zone }: EffectProps) {
  const t = usePreviewTexts();
  const own = effect.tasks.find(({ task }) => task.taskId === taskId);
  if (effect.taskCount === 0 && effect.segments.length === 0) {
    return <p className="soft preview-nothing">{t("nothing")}</p>;
  }
  return (
    <>
      <ul className="preview-sum">
        {own && (
          <li>
            {t("moves", {
              resource: own.resource,
              start: formatInstant(own.start, zone),
              end: formatInstant(own.end, zone),
            })}
          </li>
        )}
        {effect.segments.map((segment, i) => (
          <li key={i}>
            {t("segment", {
              n: segment.task.segment ?? 2,
              resource: segment.resource,
              start: formatInstant(segment.start, zone),
              end: formatInstant(segment.end, zone),
            })}
          </li>
        ))}
        <li>{t("tasks", { n: effect.taskCount })}</li>
        <li data-meaning={effect.nowLate > 0 ? "late" : undefined}>
          {effect.nowLate > 0
            ? t("nowLate", { n: effect.nowLate })
            : t("noneLate")}
        </li>
        {effect.rescued > 0 && <li>{t("rescued", { n: effect.rescued })}</li>}
        {effect.conflicts.length > 0 && (
          <li data-meaning="late">
            {t("conflicts", { n: effect.conflicts.length })}
          </li>
        )}
      </ul>
      {effect.moulds.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t("mould")}</th>
              <th>{t("after")}</th>
              <th>{t("change")}</th>
            </tr>
          </thead>
          <tbody>
            {effect.moulds.slice(0, mostMoulds).map((mould) => (
              <Mould key={mould.mouldId} mould={mould} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
      {effect.moulds.length > mostMoulds && (
        <p className="soft">
          {t("more", { n: effect.moulds.length - mostMoulds })}
        </p>
      )}
    </>
  );
}

function Mould({ mould, zone }: { mould: MouldEffect; zone: string }) {
  const t = usePreviewTexts();
  const why = useWhyTexts();
  return (
    <tr>
      <th scope="row">
        <MouldNo>{mould.mouldNo}</MouldNo>
      </th>
      <td title={`${t("before")} ${formatInstant(mould.before, zone)}`}>
        {formatInstant(mould.after, zone)}
      </td>
      <td data-meaning={mould.nowLate ? "late" : undefined}>
        {t(mould.minutes > 0 ? "later" : "earlier", {
          span: spanWords(mould.minutes, why),
        })}
        {mould.late > 0 && (
          <small>{t("isLate", { span: spanWords(mould.late, why) })}</small>
        )}
      </td>
    </tr>
  );
}
