import { InputNumber } from "antd";
import { memo } from "react";
import { useLanguage, type Text } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { bracketed, comma } from "@/i18n/punctuation";
import { RecordName } from "@/ui/record-name";
import { isChanged, type FlowLine, type Place } from "./flow-times";
import { useBasedataTexts } from "./texts";
import type { FlowLines } from "./use-flow-lines";
import "@/ui/sheet.css";

interface FlowTableProps {
  lines: FlowLine[];
  flow: FlowLines;
  locked: boolean;
}

export function FlowTable({ lines, flow, locked }: FlowTableProps) {
  const t = useBasedataTexts();
  const { ticked, tick, type, places, faults } = flow;
  const count = lines.filter((line) => ticked.has(line.key)).length;

  return (
    <div className="sheet" tabIndex={-1}>
      <table className="flow-table">
        <thead>
          <tr>
            <th scope="col" className="flow-tick">
              <input
                type="checkbox"
                aria-label={t("tickAll")}
                checked={count === lines.length}
                ref={(box) => {
                  if (box) {
                    box.indeterminate = count > 0 && count < lines.length;
                  }
                }}
                onChange={(event) =>
                  tick(
                    lines.map((line) => line.key),
                    event.target.checked,
                  )
                }
              />
            </th>
            <th scope="col">{t("up")}</th>
            <th scope="col">{t("down")}</th>
            <th scope="col" className="flow-hours">
              {t("hours")}
            </th>
            <th scope="col" aria-label={t("unsaved")} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <FlowRow
              key={line.key}
              line={line}
              row={at + 1}
              up={places.get(line.up)}
              down={places.get(line.down)}
              isTicked={ticked.has(line.key)}
              faults={faults[line.key]}
              locked={locked}
              onTick={tick}
              onType={type}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FlowRowProps {
  line: FlowLine;
  row: number;
  up: Place | undefined;
  down: Place | undefined;
  isTicked: boolean;
  faults: Record<string, Text> | undefined;
  locked: boolean;
  onTick: (keys: string[], on: boolean) => void;
  onType: (key: string, hours: number | null) => void;
}

const FlowRow = memo(
  function FlowRow(props: FlowRowProps) {
    const { line, row, up, down, isTicked, faults, locked } = props;
    const t = useBasedataTexts();
    const words = `flow-${row}-words`;
    const { say } = useLanguage();
    const wrong = Object.values(faults ?? {}).map(say);
    return (
      <tr className={isTicked ? "flow-ticked" : undefined}>
        <td className="flow-tick">
          <input
            type="checkbox"
            aria-label={t("tick", { row })}
            checked={isTicked}
            onChange={(event) => props.onTick([line.key], event.target.checked)}
          />
        </td>
        <PlaceCell place={up} />
        <PlaceCell place={down} />
        <td className="flow-hours">
          <InputNumber
            aria-label={`${t("hours")}${comma()}${up?.name} → ${down?.name}`}
            aria-describedby={words}
            controls={false}
            size="small"
            disabled={locked}
            {...(wrong.length > 0 && {
              status: "error" as const,
              "aria-invalid": true,
            })}
            value={line.hours}
            onChange={(hours) => props.onType(line.key, hours)}
          />
        </td>
        <td>
          {isChanged(line) && (
            <span className="flow-unsaved">
              {line.entry ? t("unsaved") : t("fresh")}
            </span>
          )}
          <span id={words} className="form-fault">
            {listed(wrong)}
          </span>
        </td>
      </tr>
    );
  },
  // Lines are made anew with every key typed; what they say decides.
  (before, after) =>
    before.line.hours === after.line.hours &&
    before.line.entry === after.line.entry &&
    before.row === after.row &&
    before.isTicked === after.isTicked &&
    before.faults === after.faults &&
    before.locked === after.locked &&
    before.up === after.up &&
    before.down === after.down &&
    before.onTick === after.onTick &&
    before.onType === after.onType,
);

function PlaceCell({ place }: { place: Place | undefined }) {
  const t = useBasedataTexts();
  return (
    <td>
      <RecordName>{place?.name ?? ""}</RecordName>{" "}
      <span className="soft">
        {place?.title}
        {place?.kind === "machine" && bracketed(t("kindMachine"))}
      </span>
    </td>
  );
}
