import { Link } from "react-router";
import { formatDue, formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { lotOf } from "../plan/lot";
import { MouldNo } from "../plan/mould-names";
import { figure, hoursFigure, percent } from "../plan/figure";
import type { Evaluation } from "./result";
import { useResultTexts } from "./result-texts";
import { useSpans } from "./spans";

/** How much better a plan of the same data could be at most. */
export function Bound({ measured }: { measured: Evaluation }) {
  const t = useResultTexts();
  const { days } = useSpans();
  const { bound } = measured;
  if (!bound) {
    return null;
  }
  const of = bound.goal === 2 ? "cycle" : "tardiness";
  // As the tile of the same figure says it.
  const said = (x: number | null) => (of === "cycle" ? days(x) : figure(x, 1));
  const value = said(bound.value);
  const least = said(bound.bound);
  const what = t(measured.figures.forced > 0 ? "bound.forced" : "bound.own");
  const words =
    bound.gap === 0
      ? t(`bound.${of}Best`, { what, value })
      : bound.gap === null
        ? t(`bound.${of}Unknown`, { what, value })
        : t(`bound.${of}`, { what, value, least, gap: percent(bound.gap, 1) });
  return <p className="evaluation-bound">{words}</p>;
}

/** Who works overtime on which day. */
export function Overtime({ measured }: { measured: Evaluation }) {
  const t = useResultTexts();
  const rows = measured.overtime ?? [];
  if (rows.length === 0) {
    return null;
  }
  return (
    <section>
      <h2>{t("overtimeDays")}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("day")}</th>
            <th>{t("resource")}</th>
            <th>{t("group")}</th>
            <th className="numbers">{t("overtimeHours")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.group} ${row.resource}`}>
              <td>{row.day}</td>
              <th scope="row">
                <RecordName>{row.resource}</RecordName>
              </th>
              <td>
                <RecordName>
                  {row.group === row.resource ? "" : row.group}
                </RecordName>
              </td>
              <td className="numbers">{hoursFigure(row.hours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Parts with a due date of their own that are late, each with the way to why. */
export function ForcedLate({ measured }: { measured: Evaluation }) {
  const t = useResultTexts();
  const zone = useZone();
  const parts = measured.forced ?? [];
  if (parts.length === 0) {
    return null;
  }
  return (
    <section>
      <h2>{t("forcedLateParts")}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("forcedPart")}</th>
            <th>{t("forcedDue")}</th>
            <th>{t("forcedEnd")}</th>
            <th className="numbers">{t("forcedBy")}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.taskId}>
              <th scope="row">
                <Link to={`?tab=why&task=${encodeURIComponent(part.taskId)}`}>
                  <MouldNo>{part.mouldNo}</MouldNo> / {lotOf(part)}
                </Link>
              </th>
              <td>{formatDue(part.due, zone)}</td>
              <td>
                {part.end === null
                  ? t("forcedUnscheduled")
                  : formatInstant(part.end, zone)}
              </td>
              <td className="numbers" data-meaning="late">
                {part.end === null ? "–" : hoursFigure(part.late / 60)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
