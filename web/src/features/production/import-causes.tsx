import { AutoComplete, Button } from "antd";
import { useState } from "react";
import { counted } from "@/i18n/counted";
import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { StatusMark } from "@/ui/status-mark";
import {
  missingOf,
  type Cause,
  type ImportNames,
  type ImportResult,
  type Missing,
  type Replacement,
} from "./import-model";
import { useProductionTexts } from "./texts";

const causesShown = 30;
const namesShown = 6;

interface ImportCausesProps {
  result: ImportResult;
  names: ImportNames;
  disabled: boolean;
  onReplace: (replaced: Replacement[]) => void;
  onCreate: (missing: Missing) => void;
}

/** The problems by what they have in common: mended once, they are gone everywhere. */
export function ImportCauses(props: ImportCausesProps) {
  const { result, names, disabled, onReplace, onCreate } = props;
  const t = useProductionTexts();
  const causes = result.causes.filter(
    ({ count, entity, level }) => level === "error" && (count > 1 || entity),
  );
  if (causes.length === 0) {
    return null;
  }
  return (
    <section className="import-causes" aria-label={t("causes")}>
      {missingOf(causes).map((missing) => (
        <div className="import-bar" key={missing.entity}>
          <Button disabled={disabled} onClick={() => onCreate(missing)}>
            {t("createMissing", {
              count: missing.names.length,
              kind: t(`entity_${missing.entity}`, {
                count: missing.names.length,
              }),
            })}
          </Button>
          <span className="soft import-missing-names">
            {missing.names.slice(0, namesShown).join(t("listSeparator"))}
            {missing.names.length > namesShown && " …"}
          </span>
        </div>
      ))}
      <ul>
        {causes.slice(0, causesShown).map((cause) => (
          <CauseLine
            key={`${cause.rule} ${cause.entity} ${cause.value} ${cause.columns[0]!.sheet} ${cause.columns[0]!.column} ${cause.texts.en}`}
            cause={cause}
            names={names}
            disabled={disabled}
            onReplace={onReplace}
          />
        ))}
      </ul>
    </section>
  );
}

interface CauseLineProps {
  cause: Cause;
  names: ImportNames;
  disabled: boolean;
  onReplace: (replaced: Replacement[]) => void;
}

function CauseLine({ cause, names, disabled, onReplace }: CauseLineProps) {
  const t = useProductionTexts();
  const { say } = useLanguage();
  const [to, setTo] = useState("");
  const columns = cause.columns.filter(({ column }) => column);
  const where = columns
    .map(
      ({ sheet, column }) =>
        `${names.sheet(sheet)} · ${names.column(sheet, column)}`,
    )
    .join(t("listSeparator"));
  const allowed =
    (columns[0] && names.options(columns[0].sheet, columns[0].column)) ??
    cause.allowed.map(say);
  const canReplace = columns.length > 0 && cause.value !== "";
  return (
    <li className="import-cause">
      <b className="import-times">{counted(cause.count)} ×</b>
      <div>
        <StatusMark meaning="late">{say(cause.texts)}</StatusMark>
        <small className="soft">
          {where}
          {cause.rows[0] && cause.rows[0].row > 0 && (
            <>
              {" "}
              {t("causeRows", {
                count: cause.count,
                rows: joined(cause.rows.map(({ row }) => row)),
              })}
              {cause.count > cause.rows.length && " …"}
            </>
          )}
        </small>
      </div>
      {canReplace && (
        <form
          className="import-replace"
          onSubmit={(event) => {
            event.preventDefault();
            if (to.trim()) {
              onReplace(
                columns.map((column) => ({
                  ...column,
                  from: cause.value,
                  to: to.trim(),
                })),
              );
            }
          }}
        >
          <AutoComplete
            aria-label={t("replaceWith", { value: cause.value })}
            placeholder={t("replaceWith", { value: cause.value })}
            value={to}
            onChange={setTo}
            disabled={disabled}
            options={allowed
              .filter((one) => one.toLowerCase().includes(to.toLowerCase()))
              .map((value) => ({ value }))}
          />
          <Button htmlType="submit" disabled={disabled || !to.trim()}>
            {t("replaceAll")}
          </Button>
        </form>
      )}
    </li>
  );
}
