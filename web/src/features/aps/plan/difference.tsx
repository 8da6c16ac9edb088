import { useState } from "react";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useZone } from "@/session/session";
import "@/ui/plain-button.css";
import { RecordName } from "@/ui/record-name";
import { figure, hoursFigure } from "./figure";
import type {
  Difference as Change,
  MouldShift,
  PartShift,
  PlanConflict,
} from "./difference-query";
import { conflictText } from "./conflict-text";
import { WithNames, type MouldName } from "./mould-names";
import { Beside, firstOf, Moved, namedRows } from "./difference-beside";
import { useMeaningTexts } from "./one-meaning-texts";
import { remarked } from "./punctuation";
import { useDifferenceTexts } from "./difference-texts";
import "./plan.css";

/** What a plan changes against the plan in force, for the planner and for the floor. */
export function Difference({ change }: { change: Change }) {
  const t = useDifferenceTexts();
  return (
    <div className="difference">
      <DifferenceSummary change={change} />
      <Ends title={t("nowLate")} rows={change.late} />
      <Ends title={t("nowLateParts")} rows={change.lateParts} />
      <Ends title={t("goneMoulds")} rows={change.gone} />
      <Ends title={t("newMoulds")} rows={change.new} />
      <Ends title={t("rescued")} rows={change.rescued} isRescue />
      <Ends title={t("rescuedParts")} rows={change.rescuedParts} isRescue />
      <Ends title={t("allMoved")} rows={change.moulds} />
      {change.resources.length > 0 && (
        <section>
          <h2>{t("forTheFloor")}</h2>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t("resource")}</th>
                <th className="numbers">{t("gained")}</th>
                <th className="numbers">{t("lost")}</th>
                <th className="numbers">{t("movedTasks")}</th>
              </tr>
            </thead>
            <tbody>
              {change.resources.map((row) => (
                <tr key={row.resource}>
                  <th scope="row">
                    <RecordName>{row.resource || "–"}</RecordName>
                  </th>
                  <td className="numbers">{figure(row.gained)}</td>
                  <td className="numbers">{figure(row.lost)}</td>
                  <td className="numbers">{figure(row.moved)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** The difference in one glance; the question before publishing shows it too. */
export function DifferenceSummary({ change }: { change: Change }) {
  const t = useDifferenceTexts();
  const { compared, removed } = change;
  const newLate = change.new.filter(({ late }) => late);
  const isFirst = !change.inForce && compared + removed === 0;
  // A date that moves makes a mould late whose tasks stay where they are.
  const same =
    Math.max(change.moved, change.shifted) +
      change.elsewhere +
      change.cut +
      change.added +
      change.removed ===
      0 &&
    [change.late, change.rescued, change.lateParts, change.rescuedParts].every(
      (rows) => rows.length === 0,
    );
  if (isFirst || same) {
    const words = isFirst
      ? change.own
        ? "firstInForce"
        : "nothingInForce"
      : change.own
        ? "sameAsBefore"
        : "same";
    return (
      <>
        <p>{t(words)}</p>
        <Warnings change={change} />
        <Beside change={change} />
        {change.late.length + newLate.length > 0 && (
          <ul className="difference-summary">
            {change.late.length > 0 && (
              <Named words="sumLate" rows={change.late} isLate />
            )}
            {newLate.length > 0 && (
              <Named words="sumNewLate" rows={newLate} isLate />
            )}
          </ul>
        )}
      </>
    );
  }
  return (
    <>
      {change.own && <p className="soft">{t("ownAbout")}</p>}
      <Warnings change={change} />
      <Beside change={change} />
      <ul className="difference-summary">
        <Named words="sumLate" rows={change.late} isLate />
        {newLate.length > 0 && (
          <Named words="sumNewLate" rows={newLate} isLate />
        )}
        {change.lateParts.length > 0 && (
          <Named words="sumLateParts" rows={change.lateParts} isLate />
        )}
        {change.gone.length > 0 && (
          <Named words="sumGone" rows={change.gone} isLate />
        )}
        {change.new.length > newLate.length && (
          <Named words="sumNew" rows={change.new.filter(({ late }) => !late)} />
        )}
        <Named words="sumRescued" rows={change.rescued} />
        {change.rescuedParts.length > 0 && (
          <Named words="sumRescuedParts" rows={change.rescuedParts} />
        )}
        <Moved change={change} />
        <li>
          {t("sumElsewhere", {
            count: change.elsewhere,
            moved: figure(change.elsewhere),
          })}
        </li>
        <li>
          {t("sumAdded", {
            added: figure(change.added),
            removed: figure(change.removed),
          })}
        </li>
      </ul>
    </>
  );
}

const keyOf = (row: MouldShift | PartShift) =>
  "partNo" in row ? [row.mouldNo, row.partNo, row.batchNo].join() : row.mouldNo;

/** The number of a mould with its part and its customer: "M-104 / P05 · ACME". */
function nameOf(row: MouldShift | PartShift): MouldName {
  const parts = "partNo" in row ? [row.partNo, row.batchNo] : [];
  return {
    no: row.mouldNo,
    note: [
      ...parts.filter(Boolean).map((part) => ` / ${part}`),
      row.customer && ` · ${row.customer}`,
    ]
      .filter(Boolean)
      .join(""),
  };
}

/** Why a mould becomes late, or is late no more, empty for any other. */
function useCause(isRescue: boolean) {
  const t = useDifferenceTexts();
  const m = useMeaningTexts();
  const { say } = useLanguage();
  return ({ cause, reason }: MouldShift) => {
    if (reason) {
      return say(reason);
    }
    if (isRescue && (cause === "newDate" || cause === "newPlan")) {
      return m(`rescuedBy.${cause}`);
    }
    return cause ? t(`cause.${cause}`) : "";
  };
}

interface NamedProps {
  words:
    | "sumLate"
    | "sumNewLate"
    | "sumNew"
    | "sumGone"
    | "sumLateParts"
    | "sumRescued"
    | "sumRescuedParts";
  rows: (MouldShift | PartShift)[];
  isLate?: boolean;
}

function Named({ words, rows, isLate }: NamedProps) {
  const t = useDifferenceTexts();
  const [isWhole, setWhole] = useState(false);
  const causeOf = useCause(words.startsWith("sumRescued"));
  const names = rows.slice(0, isWhole ? rows.length : namedRows).map((row) => {
    const name = nameOf(row);
    const cause = causeOf(row);
    return cause ? { ...name, note: remarked(name.note ?? "", cause) } : name;
  });
  return (
    <li data-meaning={isLate && rows.length > 0 ? "late" : undefined}>
      {t(words, { count: rows.length })}
      {rows.length > 0 && (
        <span>
          <WithNames names={names}>
            {(all) => t("named", { names: all })}
          </WithNames>
          {rows.length > names.length && (
            <button
              type="button"
              className="plain-link"
              onClick={() => setWhole(true)}
            >
              {t("otherNames", { count: rows.length - names.length })}
            </button>
          )}
        </span>
      )}
    </li>
  );
}

/** What speaks against publishing, before what changes. */
function Warnings({ change }: { change: Change }) {
  const t = useDifferenceTexts();
  return (
    <>
      {change.overtaken.length > 0 && (
        <p role="alert">
          <WithNames names={firstOf(change.overtaken)}>
            {(names) =>
              t("overtaken", {
                names:
                  change.overtaken.length > namedRows ? `${names} …` : names,
              })
            }
          </WithNames>
        </p>
      )}
      <Conflicts conflicts={change.conflicts} />
    </>
  );
}

function Conflicts({ conflicts }: { conflicts: PlanConflict[] }) {
  const t = useDifferenceTexts();
  const { say } = useLanguage();
  if (conflicts.length === 0) {
    return null;
  }
  return (
    <div role="note" className="difference-conflicts">
      <strong>{t("sumConflicts", { count: conflicts.length })}</strong>
      <ul>
        {conflicts.slice(0, namedRows).map((row, i) => (
          <li key={`${row.taskId} ${i}`}>
            <WithNames
              names={[
                {
                  no: row.mouldNo,
                  note: [row.partNo, row.opNo]
                    .filter(Boolean)
                    .map((part) => ` / ${part}`)
                    .join(""),
                },
              ]}
            >
              {(task) =>
                t("conflictOf", {
                  task,
                  rule: listed(
                    row.rules.map((rule) => conflictText(rule, say, t)),
                  ),
                })
              }
            </WithNames>
          </li>
        ))}
      </ul>
      {conflicts.length > namedRows && " …"}
    </div>
  );
}

interface EndsProps {
  title: string;
  rows: (MouldShift | PartShift)[];
  isRescue?: boolean;
}

function Ends({ title, rows, isRescue = false }: EndsProps) {
  const t = useDifferenceTexts();
  const zone = useZone();
  const causeOf = useCause(isRescue);
  if (rows.length === 0) {
    return null;
  }
  return (
    <section>
      <h2>{title}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("mould")}</th>
            <th>{t("endBefore")}</th>
            <th>{t("endAfter")}</th>
            <th className="numbers">{t("shift")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${keyOf(row)} ${i}`}>
              <th scope="row">
                <WithNames names={[nameOf(row)]}>{(name) => name}</WithNames>
                {causeOf(row) && (
                  <>
                    <br />
                    <small data-meaning={isRescue ? undefined : "late"}>
                      {causeOf(row)}
                    </small>
                  </>
                )}
              </th>
              <td>{formatInstant(row.before, zone) || "–"}</td>
              <td>{formatInstant(row.after, zone) || "–"}</td>
              <td className="numbers">
                {row.before && row.after ? (
                  <>
                    {row.hours > 0 && "+"}
                    {hoursFigure(row.hours)}
                  </>
                ) : (
                  "–"
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
