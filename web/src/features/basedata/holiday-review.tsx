import { Checkbox, Modal, Select } from "antd";
import { useState } from "react";
import { TimePicker, isReadable } from "@/resource/time-picker";
import { useUiTexts } from "@/ui/texts";
import { makeUp, markDays, rest, type HolidayLine } from "./calendar-days";
import type { Proposal } from "./holiday-file";
import { useBasedataTexts } from "./texts";

interface HolidayReviewProps {
  title: string;
  /** What stands above the list. */
  words: string;
  proposals: Proposal[];
  lines: HolidayLine[];
  onTake: (lines: HolidayLine[]) => void;
  onClose: () => void;
}

interface Row extends Proposal {
  isTaken: boolean;
}

/** What may come into a calendar, entry by entry: ticked, of a type, from a date to a date. */
export function HolidayReview(props: HolidayReviewProps) {
  const { title, words, proposals, lines, onTake, onClose } = props;
  const t = useBasedataTexts();
  const ui = useUiTexts();
  const [rows, setRows] = useState<Row[]>(() =>
    proposals.map((one) => ({
      ...one,
      isTaken: one.from !== null && !stands(lines, one),
    })),
  );
  const [isTried, setTried] = useState(false);
  const taken = rows.filter((row) => row.isTaken);

  function change(at: number, now: Partial<Row>) {
    setRows((before) =>
      before.map((row, i) => (i === at ? { ...row, ...now } : row)),
    );
  }

  function take() {
    setTried(true);
    if (taken.some((row) => faultOf(row) !== null)) {
      return;
    }
    onTake(
      taken.reduce(
        (held: HolidayLine[], { from, to, name, type }) =>
          markDays(held, from!, to!, { name, type }),
        [...lines],
      ),
    );
  }

  return (
    <Modal
      open
      className="holiday-review"
      width={760}
      title={title}
      okText={t("takeHolidays", { count: taken.length })}
      okButtonProps={{ disabled: taken.length === 0 }}
      cancelText={ui("cancel")}
      onOk={take}
      onCancel={onClose}
    >
      <p className="soft">{words}</p>
      <ul>
        {rows.map((row, at) => (
          <li key={at}>
            <Checkbox
              checked={row.isTaken}
              onChange={({ target }) => change(at, { isTaken: target.checked })}
            >
              {row.name}
            </Checkbox>
            <Select
              size="small"
              aria-label={t("typeOf", { name: row.name })}
              value={row.type}
              options={[
                { value: rest, label: t("dayHoliday") },
                { value: makeUp, label: t("dayMakeUp") },
              ]}
              onChange={(type: number) => change(at, { type })}
            />
            {(["from", "to"] as const).map((end) => (
              <TimePicker
                key={end}
                size="small"
                precision="day"
                aria-label={t(end === "from" ? "firstOf" : "lastOf", {
                  name: row.name,
                })}
                value={row[end] ?? ""}
                onChange={(date) => change(at, withDate(row, end, date))}
              />
            ))}
            <span aria-live="polite">
              {isTried && row.isTaken && faultOf(row) !== null ? (
                <span className="field-fault">{t(faultOf(row)!)}</span>
              ) : (
                <span className="soft">{noteOf(row, lines, t)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** An entry with another date, which ticks it; it ends no earlier than it begins. */
function withDate(row: Row, end: "from" | "to", date: string): Partial<Row> {
  const now = { isTaken: true, [end]: date || null };
  return end === "from" &&
    date !== "" &&
    isReadable(date, "day") &&
    (row.to ?? "") < date
    ? { ...now, to: date }
    : now;
}

/** Whether the calendar has those very days as the same already. */
function stands(lines: HolidayLine[], { type, from, to }: Proposal) {
  return lines.some(
    (line) =>
      line.type === type &&
      Boolean(line.from && line.to && from && to) &&
      line.from! <= from! &&
      line.to! >= to!,
  );
}

function faultOf({ from, to }: Row) {
  if (!from || !to) {
    return "datesMissing" as const;
  }
  if (!isReadable(from, "day") || !isReadable(to, "day")) {
    return "datesUnclear" as const;
  }
  return from > to ? ("datesOrder" as const) : null;
}

function noteOf(
  row: Row,
  lines: HolidayLine[],
  t: ReturnType<typeof useBasedataTexts>,
) {
  if (row.from === null && row.type === makeUp) {
    return t("askedFor");
  }
  return stands(lines, row) ? t("standsAlready") : "";
}
