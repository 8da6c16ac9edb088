import { Button, Input, Select } from "antd";
import { useEffect, useState } from "react";
import { useLanguage } from "@/i18n/language";
import { useSpellingTexts } from "@/resource/spelling-texts";
import { StatusMark } from "@/ui/status-mark";
import { shortened } from "@/ui/typed-text";
import type { Edit, Fault, ImportNames, ImportResult } from "./import-model";
import { useProductionTexts } from "./texts";

const faultsShown = 200;

interface ImportFaultsProps {
  result: ImportResult;
  names: ImportNames;
  disabled: boolean;
  /** Cells that were mended and not checked when the page was lost. */
  restored?: Record<string, Edit> | undefined;
  /** Told which cells are mended and not checked yet. */
  onTyping: (typed: Record<string, Edit>) => void;
  onMend: (edits: Edit[]) => void;
}

const placeOf = ({ sheet, part, row, column }: Fault) =>
  `${sheet} ${part ?? 0} ${row} ${column}`;

/** What is wrong, cell by cell; a cell can be mended where it stands. */
export function ImportFaults(props: ImportFaultsProps) {
  const { result, names, disabled, onTyping, onMend } = props;
  const t = useProductionTexts();
  const { say } = useLanguage();
  const spelling = useSpellingTexts();
  const [typed, setTyped] = useState(props.restored ?? {});
  // A new check begins with a clean slate.
  const [seen, setSeen] = useState(result);
  if (seen !== result) {
    setSeen(result);
    setTyped({});
  }
  const edits = Object.values(typed);
  useEffect(() => onTyping(typed), [typed, onTyping]);
  useEffect(() => () => onTyping({}), [onTyping]);

  if (result.faults.length === 0) {
    return result.committed ? null : (
      <p className="import-none soft">{t("clean")}</p>
    );
  }

  const shown = result.faults.slice(0, faultsShown);

  function type(fault: Fault, value: string) {
    const { sheet, part, row, column } = fault;
    setTyped((before) => {
      const next = { ...before };
      delete next[placeOf(fault)];
      return value === fault.value
        ? next
        : {
            ...next,
            [placeOf(fault)]: {
              sheet,
              ...(part && { part }),
              row,
              column,
              value,
            },
          };
    });
  }

  return (
    <form
      className="import-faults"
      onSubmit={(event) => {
        event.preventDefault();
        if (edits.length > 0 && !disabled) {
          onMend(edits);
        }
      }}
    >
      <div className="import-bar">
        <Button
          type={edits.length > 0 ? "primary" : "default"}
          htmlType="submit"
          disabled={disabled || edits.length === 0}
        >
          {edits.length > 0
            ? t("recheck", { count: edits.length })
            : t("recheckNone")}
        </Button>
        <span className="soft">{t("mendHint")}</span>
      </div>
      <div className="import-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("sheet")}</th>
              <th scope="col" className="figure">
                {t("row")}
              </th>
              <th scope="col">{t("mouldNo")}</th>
              <th scope="col">{t("partNo")}</th>
              <th scope="col">{t("column")}</th>
              <th scope="col">{t("value")}</th>
              <th scope="col">{t("reason")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((fault, at) => (
              <tr key={`${at} ${placeOf(fault)}`}>
                <td>{names.sheet(fault.sheet)}</td>
                <td className="figure">{fault.row || ""}</td>
                <td>
                  {fault.mouldNo}{" "}
                  {fault.typed && (
                    <span className="soft">
                      {spelling("typed", { key: fault.typed })}
                    </span>
                  )}
                </td>
                <td>{fault.partNo}</td>
                <td>{names.column(fault.sheet, fault.column)}</td>
                <td className="import-value">
                  {fault.editable && !disabled ? (
                    <CellInput
                      fault={fault}
                      label={`${names.sheet(fault.sheet)} ${fault.row} ${names.column(fault.sheet, fault.column)}`}
                      options={names.options(fault.sheet, fault.column)}
                      value={typed[placeOf(fault)]?.value ?? fault.value}
                      isTyped={placeOf(fault) in typed}
                      onChange={(value) => type(fault, value)}
                    />
                  ) : (
                    <span title={fault.value}>
                      {shortened(fault.value, 40)}
                    </span>
                  )}
                </td>
                <td>
                  <StatusMark
                    meaning={fault.level === "error" ? "late" : "at-risk"}
                  >
                    {say(fault.texts)}
                  </StatusMark>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.faultCount > shown.length && (
        <p className="soft">
          {t("faultsMore", { shown: shown.length, count: result.faultCount })}
        </p>
      )}
    </form>
  );
}

interface CellInputProps {
  fault: Fault;
  label: string;
  options: string[] | undefined;
  value: string;
  isTyped: boolean;
  onChange: (value: string) => void;
}

function CellInput(props: CellInputProps) {
  const { label, options, value, isTyped, onChange } = props;
  const className = isTyped ? "import-cell typed" : "import-cell";
  if (options) {
    return (
      <Select
        className={className}
        aria-label={label}
        value={value}
        onChange={onChange}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    );
  }
  return (
    <Input
      className={className}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
