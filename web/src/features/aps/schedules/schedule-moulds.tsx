import type { Schema } from "@/api/contract";
import { Checkbox } from "antd";
import { dueOf, formatDue } from "@/i18n/format";
import { useLanguage, type Text } from "@/i18n/language";
import { TimePicker } from "@/resource/time-picker";
import { useZone } from "@/session/session";
import { MouldNo } from "../plan/mould-names";
import { useScheduleMouldTexts } from "./schedule-mould-texts";
import { useApsTexts } from "../plan/texts";

/** What a schedule says of one of its moulds; without a row a mould keeps its own delivery. */
export type MouldRow = Schema<"ApsMouldRow">;

export type BaseMould = Schema<"ApsChoice">;

/** A row as it is typed. */
export interface MouldEntry {
  delivery: string;
  pullIn: boolean;
}

export type MouldEntries = Record<string, MouldEntry>;

export function entriesOf(rows: MouldRow[] | null, zone: string): MouldEntries {
  return Object.fromEntries(
    (rows ?? []).map((row) => [
      row.mouldId,
      {
        delivery: formatDue(row.delivery ?? null, zone),
        pullIn: row.pullIn ?? false,
      },
    ]),
  );
}

/** The rows that say something, of moulds that the schedule holds. */
export function rowsOf(
  entries: MouldEntries,
  held: BaseMould[],
  zone: string,
): MouldRow[] {
  return held.flatMap(({ id }) => {
    const entry = entries[id];
    const typed = entry?.delivery.trim();
    if (!entry || (!typed && !entry.pullIn)) {
      return [];
    }
    const delivery = typed && dueOf(typed, zone);
    return [
      {
        mouldId: id,
        pullIn: entry.pullIn,
        ...(delivery && { delivery }),
      },
    ];
  });
}

/** Whether a typed delivery cannot be read. */
const isWrong = ({ delivery }: MouldEntry, zone: string) =>
  delivery.trim() !== "" && !dueOf(delivery.trim(), zone);

/** The ids of the moulds whose delivery cannot be read. */
export const wrongOf = (
  entries: MouldEntries,
  held: BaseMould[],
  zone: string,
) =>
  held
    .map(({ id }) => id)
    .filter((id) => entries[id] && isWrong(entries[id], zone));

const earlier = (a: string | null | undefined, b: string | null | undefined) =>
  !a || (b && Date.parse(b) < Date.parse(a)) ? (b ?? null) : a;

/** What a mould is planned for: its own delivery, that of its row, or the schedule's that pulls it in. */
export function plannedFor(
  mould: BaseMould,
  row: MouldRow | undefined,
  delivery: string | null,
  alone: boolean,
) {
  const own = earlier(mould.delivery, row?.delivery);
  return alone || row?.pullIn ? earlier(own, delivery) : own;
}

/** What a planner should know before saving; the server says the same afterwards. */
export function overdue(
  held: BaseMould[],
  rows: MouldRow[],
  start: string | null,
  delivery: string | null,
) {
  if (!start || held.length < 2) {
    return [];
  }
  return held.filter((mould) => {
    const row = rows.find(({ mouldId }) => mouldId === mould.id);
    const due = plannedFor(mould, row, delivery, false);
    return due && Date.parse(due) <= Date.parse(start);
  });
}

/** What holds without a delivery of the schedule: the latest one of its moulds. */
export function latestOf(held: BaseMould[], rows: MouldRow[], zone: string) {
  const all = held
    .map((mould) =>
      plannedFor(
        mould,
        rows.find(({ mouldId }) => mouldId === mould.id),
        null,
        false,
      ),
    )
    .filter((due) => due !== null)
    .sort((a, b) => Date.parse(b) - Date.parse(a));
  return formatDue(all[0] ?? null, zone) || "–";
}

interface ScheduleMouldsProps {
  held: BaseMould[];
  entries: MouldEntries;
  /** What the server refuses, by the mould's id. */
  faults: Partial<Record<string, Text>>;
  onChange: (mouldId: string, entry: MouldEntry) => void;
}

/** The moulds of a schedule with the deliveries that they are planned for. */
export function ScheduleMoulds(props: ScheduleMouldsProps) {
  const { held, entries, faults, onChange } = props;
  const t = useScheduleMouldTexts();
  const aps = useApsTexts();
  const { say } = useLanguage();
  const zone = useZone();
  return (
    <table className="schedule-moulds">
      <thead>
        <tr>
          <th>{aps("mouldNo")}</th>
          <th>{t("mouldDelivery")}</th>
          <th>{t("plannedDelivery")}</th>
          {held.length > 1 && <th title={t("pullInAbout")}>{t("pullIn")}</th>}
        </tr>
      </thead>
      <tbody>
        {held.map((mould) => {
          const entry = entries[mould.id] ?? { delivery: "", pullIn: false };
          const own = formatDue(mould.delivery ?? null, zone);
          const refused = faults[mould.id];
          const fault = isWrong(entry, zone)
            ? aps("timeFormat", { stamp: own || "2026-03-20" })
            : refused && say(refused);
          return (
            <tr key={mould.id}>
              <th scope="row">
                <MouldNo>{mould.mouldNo}</MouldNo>{" "}
                <span className="soft">{mould.name}</span>
              </th>
              <td className="numbers">{own || "–"}</td>
              <td>
                <TimePicker
                  size="small"
                  precision="due"
                  aria-label={t("plannedDeliveryOf", {
                    mould: mould.mouldNo ?? "",
                  })}
                  placeholder={own}
                  value={entry.delivery}
                  status={fault ? "error" : ""}
                  onChange={(delivery) =>
                    onChange(mould.id, { ...entry, delivery })
                  }
                />
                {fault && (
                  <small className="setting-error" role="alert">
                    {fault}
                  </small>
                )}
              </td>
              {held.length > 1 && (
                <td>
                  <Checkbox
                    aria-label={t("pullInOf", { mould: mould.mouldNo ?? "" })}
                    checked={entry.pullIn}
                    onChange={(event) =>
                      onChange(mould.id, {
                        ...entry,
                        pullIn: event.target.checked,
                      })
                    }
                  />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
