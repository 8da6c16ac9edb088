import { formatInstant } from "@/i18n/format";
import { spanWords, useWhyTexts } from "../why/explain-texts";
import { MouldNo } from "../plan/mould-names";
import type { MouldEffect, PartEffect, PlanEffect } from "./preview";
import { usePreviewTexts } from "./preview-texts";

const mostRows = 8;

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
  const lateParts = effect.parts.filter((part) => part.nowLate).length;
  const rescuedParts = effect.parts.filter((part) => part.rescued).length;
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
        {lateParts > 0 && (
          <li data-meaning="late">{t("lateParts", { n: lateParts })}</li>
        )}
        {rescuedParts > 0 && <li>{t("rescuedParts", { n: rescuedParts })}</li>}
        {effect.conflicts.length > 0 && (
          <li data-meaning="late">
            {t("conflicts", { n: effect.conflicts.length })}
          </li>
        )}
      </ul>
      <Ends head={t("mould")} rows={effect.moulds} more="more" zone={zone} />
      <Ends head={t("part")} rows={effect.parts} more="moreParts" zone={zone} />
    </>
  );
}

interface EndsProps {
  head: string;
  rows: (MouldEffect | PartEffect)[];
  more: "more" | "moreParts";
  zone: string;
}

/** When moulds, or parts with a due date of their own, end then. */
function Ends({ head, rows, more, zone }: EndsProps) {
  const t = usePreviewTexts();
  const why = useWhyTexts();
  if (rows.length === 0) return null;
  return (
    <>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{head}</th>
            <th>{t("after")}</th>
            <th>{t("change")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">
                <MouldNo>{nameOf(row)}</MouldNo>
              </th>
              <td title={`${t("before")} ${formatInstant(row.before, zone)}`}>
                {formatInstant(row.after, zone)}
              </td>
              <td data-meaning={row.nowLate ? "late" : undefined}>
                {t(row.minutes > 0 ? "later" : "earlier", {
                  span: spanWords(row.minutes, why),
                })}
                {row.late > 0 && (
                  <small>
                    {t("isLate", { span: spanWords(row.late, why) })}
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && (
        <p className="soft">{t(more, { n: rows.length - mostRows })}</p>
      )}
    </>
  );
}

/** What people call a mould, or a part of it or its batch. */
function nameOf(row: MouldEffect | PartEffect) {
  return "partNo" in row
    ? [row.mouldNo, row.partNo, row.batchNo].filter(Boolean).join(" / ")
    : row.mouldNo;
}
