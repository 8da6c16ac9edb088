import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { useZone } from "@/session/session";
import { figure, type Difference as Change, type MouldShift } from "./result";
import { useResultTexts } from "./result-texts";
import "./result.css";

/** What a plan changes against the plan in force, for the planner and for the floor. */
export function Difference({ change }: { change: Change }) {
  const t = useResultTexts();
  return (
    <div className="difference">
      <DifferenceSummary change={change} />
      <Moulds title={t("nowLate")} moulds={change.late} />
      <Moulds title={t("rescued")} moulds={change.rescued} />
      <Moulds title={t("allMoved")} moulds={change.moulds} />
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
                  <th scope="row">{row.resource || "–"}</th>
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
  const t = useResultTexts();
  const { compared, removed } = change;
  const isFirst = !change.inForce && compared + removed === 0;
  if (isFirst) {
    return <p>{t(change.own ? "firstInForce" : "nothingInForce")}</p>;
  }
  const same =
    change.moved + change.elsewhere + change.added + change.removed === 0;
  if (same) {
    return <p>{t(change.own ? "sameAsBefore" : "same")}</p>;
  }
  return (
    <>
      {change.own && <p className="soft">{t("ownAbout")}</p>}
      <ul className="difference-summary">
        <li data-meaning={change.late.length > 0 ? "late" : undefined}>
          {t("sumLate", { count: change.late.length })}
          {change.late.length > 0 && change.late.length <= 8 && (
            <span>
              {t("named", {
                names: joined(change.late.map(({ mouldNo }) => mouldNo)),
              })}
            </span>
          )}
        </li>
        <li>{t("sumRescued", { count: change.rescued.length })}</li>
        <li>
          {t("sumMoved", {
            count: change.moved,
            far: change.movedFar,
            all: change.compared,
          })}
        </li>
        <li>{t("sumElsewhere", { count: change.elsewhere })}</li>
        <li>
          {t("sumAdded", { added: change.added, removed: change.removed })}
        </li>
      </ul>
    </>
  );
}

function Moulds({ title, moulds }: { title: string; moulds: MouldShift[] }) {
  const t = useResultTexts();
  const zone = useZone();
  if (moulds.length === 0) {
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
          {moulds.map((row) => (
            <tr key={row.mouldNo}>
              <th scope="row">{row.mouldNo}</th>
              <td>{formatInstant(row.before, zone) || "–"}</td>
              <td>{formatInstant(row.after, zone) || "–"}</td>
              <td className="numbers">
                {row.hours > 0 && "+"}
                {figure(row.hours, 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
