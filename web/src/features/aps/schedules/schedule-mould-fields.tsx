import { Form, Select } from "antd";
import { useState } from "react";
import type { FieldError } from "@/api/errors";
import { useClearing } from "@/ui/use-clearing";
import {
  ScheduleMoulds,
  type BaseMould,
  type MouldEntries,
  type MouldRow,
} from "./schedule-moulds";
import { WithNames } from "../plan/mould-names";
import { remarked } from "../plan/punctuation";
import { useScheduleMouldTexts } from "./schedule-mould-texts";
import { useApsTexts } from "../plan/texts";

interface ScheduleMouldFieldsProps {
  /** All that may be chosen. */
  moulds: BaseMould[];
  /** Those that the schedule holds. */
  held: BaseMould[];
  entries: MouldEntries;
  rows: MouldRow[];
  /** Those that are due before the schedule starts. */
  late: BaseMould[];
  /** Of the schedule. */
  delivery: string | null;
  errors: FieldError[];
  /** How many moulds of the schedule the person does not see. */
  hidden: number;
  onChange: (entries: MouldEntries) => void;
}

/** Which moulds a schedule holds, and what each of them is planned for. */
export function ScheduleMouldFields(props: ScheduleMouldFieldsProps) {
  const { moulds, held, entries, rows, late, delivery, errors, onChange } =
    props;
  const t = useScheduleMouldTexts();
  const clearing = useClearing();
  const aps = useApsTexts();
  // Hundreds of fields: they are there when somebody looks at them.
  const [showsMoulds, setShowsMoulds] = useState(
    Object.keys(entries).length > 0,
  );
  const faults = mouldFaults(errors, rows);
  const [seen, setSeen] = useState(errors);
  if (errors !== seen) {
    setSeen(errors);
    setShowsMoulds((before) => before || Object.keys(faults).length > 0);
  }
  return (
    <>
      <Form.Item name="mouldIds" label={aps("moulds")} extra={t("mouldsHint")}>
        <Select
          mode="multiple"
          allowClear={clearing}
          placeholder={aps("allMoulds")}
          options={moulds.map(({ id, mouldNo, name, shut }) => ({
            value: id,
            label: shut
              ? remarked(`${mouldNo} ${name}`, t(`shut.${shut}`))
              : `${mouldNo} ${name}`,
          }))}
        />
      </Form.Item>
      {props.hidden > 0 && (
        <p role="note">{t("hiddenMoulds", { count: props.hidden })}</p>
      )}
      <details
        className="schedule-settings"
        open={showsMoulds}
        onToggle={(event) => setShowsMoulds(event.currentTarget.open)}
      >
        <summary>{t("mouldDeliveries", { count: held.length })}</summary>
        <p>{t(held.length > 1 ? "mouldDeliveriesAbout" : "oneDelivery")}</p>
        {showsMoulds && (
          <ScheduleMoulds
            held={held}
            entries={entries}
            faults={faults}
            onChange={(mouldId, entry) =>
              onChange({ ...entries, [mouldId]: entry })
            }
          />
        )}
      </details>
      {late.length > 0 && (
        <p className="schedule-warning" role="note">
          <WithNames
            names={late
              .slice(0, 10)
              .map(({ mouldNo }) => ({ no: mouldNo ?? "" }))}
          >
            {(names) => t("overdueMoulds", { count: late.length, names })}
          </WithNames>
        </p>
      )}
      {delivery && held.length > 1 && !rows.some(({ pullIn }) => pullIn) && (
        <p className="schedule-warning" role="note">
          {t("noPullIn")}
        </p>
      )}
    </>
  );
}

/** What the server refuses of the moulds, by their ids. */
function mouldFaults(errors: FieldError[], rows: MouldRow[]) {
  return Object.fromEntries(
    errors.flatMap(({ field, texts }) => {
      const at = /^moulds\.(\d+)\./.exec(field)?.[1];
      const row = at === undefined ? undefined : rows[Number(at)];
      return row ? [[row.mouldId, texts]] : [];
    }),
  );
}
