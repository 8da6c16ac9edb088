import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { meaningOf, type ProgressListProps } from "./progress-table";
import { useProgressTexts } from "./progress-texts";

/** The dispatch list for a phone: a card each, as wide as the thumb needs. */
export function ProgressCards(props: ProgressListProps) {
  const { rows, machines, openId, onOpen, empty } = props;
  const t = useProgressTexts();
  const zone = useZone();
  const { language } = useLanguage();
  if (rows.length === 0) {
    return <div className="floor-empty">{empty}</div>;
  }
  return (
    <ul className="floor-cards">
      {rows.map((turn) => {
        const machine = machines.find(
          (one) => one.id === (turn.machineId || turn.plannedMachine),
        );
        return (
          <li key={turn.operationId}>
            <button
              type="button"
              className="floor-card"
              data-status={turn.status}
              aria-expanded={turn.operationId === openId}
              onClick={() => onOpen(turn.operationId)}
            >
              <span className="floor-card-head">
                <b>
                  {turn.opNo} <RecordName>{turn.process}</RecordName>
                </b>
                <StatusMark meaning={meaningOf(turn)}>
                  {t(`status${turn.status}`)}
                </StatusMark>
              </span>
              <span>
                {turn.mouldNo} / {turn.partNo} {turn.partName}
                {turn.qty > 1 && ` ×${turn.qty}`}
              </span>
              <span className="floor-card-foot numbers">
                <span>
                  <RecordName>{machine?.name ?? turn.group}</RecordName> ·{" "}
                  {t("hoursOf", {
                    hours: formatNumber(turn.hours, language),
                  })}
                </span>
                <span className={turn.late ? "floor-late" : ""}>
                  {turn.status === 0
                    ? formatInstant(turn.plannedStart, zone).slice(5)
                    : turn.plannedEnd &&
                      t("until", {
                        time: formatInstant(turn.plannedEnd, zone).slice(5),
                      })}
                </span>
              </span>
              {turn.blocked.length > 0 && (
                <span className="floor-late">⚠ {t("blockedShort")}</span>
              )}
              {turn.waits.length > 0 && (
                <span className="floor-waits">
                  {t("waitsFor", { what: listed(turn.waits) })}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
