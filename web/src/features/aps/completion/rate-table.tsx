import { RecordName } from "@/ui/record-name";
import { figure, outOfHundred } from "../plan/figure";
import { useCompletionTexts } from "./completion-texts";
import {
  allStates,
  useAmount,
  useGroupName,
  type FigureName,
  type Figures,
  type Group,
  type Measure,
} from "./figures";
import { RateBar } from "./rate-bar";
import type { groupings } from "./use-rate-address";

interface TableProps {
  by: (typeof groupings)[number];
  groups: Group[];
  measure: Measure;
  onOpen: (state: FigureName, key: string) => void;
}

const columns = ["base", ...allStates] as const;

/** The rate of each part of the tasks, with its figures; each of them opens its tasks. */
export function RateTable({ by, groups, measure, onOpen }: TableProps) {
  const t = useCompletionTexts();
  const nameOf = useGroupName();
  return (
    <table className="plain-table rate-table">
      <thead>
        <tr>
          <th>{t(`head.${by}`)}</th>
          <th className="numbers">{t("rate")}</th>
          <th aria-label={t("groups")} />
          {columns.map((key) => (
            <th key={key} className="numbers">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <RecordName>{nameOf(row)}</RecordName>
              {row.section && (
                <small className="soft">
                  <RecordName>{row.section}</RecordName>
                </small>
              )}
            </th>
            <td className="numbers">
              <Rate of={row} measure={measure} />
            </td>
            <td className="rate-cell">
              <RateBar of={row} measure={measure} target={row.target} />
            </td>
            {columns.map((key) => (
              <td key={key} className="numbers" data-label={t(key)}>
                <FigureButton
                  {...{ of: row, measure, name: key }}
                  whose={nameOf(row)}
                  onOpen={() => onOpen(key, row.key)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rate, and whether it reaches the target. */
function Rate({ of, measure }: { of: Group; measure: Measure }) {
  const t = useCompletionTexts();
  const { rate } = of[measure];
  const isMet = rate !== null && of.target !== null && rate >= of.target;
  return (
    <>
      <RateFigure rate={rate} />
      {of.target !== null && (
        <small className="soft">
          {t("targetOf", { target: of.target })}{" "}
          {rate !== null &&
            (isMet ? (
              <span className="rate-met">✓ {t("met")}</span>
            ) : (
              <span data-meaning="late">{t("notMet")}</span>
            ))}
        </small>
      )}
    </>
  );
}

/** A rate with one place; all six of them where the pointer rests. */
export function RateFigure({ rate }: { rate: number | null }) {
  const t = useCompletionTexts();
  if (rate === null) {
    return <span title={t("noBase")}>–</span>;
  }
  return <span title={`${figure(rate, 6)} %`}>{outOfHundred(rate)} %</span>;
}

interface ButtonProps {
  of: Figures;
  measure: Measure;
  name: FigureName;
  whose: string;
  onOpen: () => void;
}

/** A figure that opens the tasks behind it; what has none is no button. */
export function FigureButton(props: ButtonProps) {
  const { of, measure, name, whose, onOpen } = props;
  const t = useCompletionTexts();
  const amount = useAmount(measure);
  const value = of[measure][name];
  const text = measure === "hours" ? amount(value) : figure(value);
  if (of.count[name] === 0) {
    return <span className="soft">{text}</span>;
  }
  return (
    <button
      type="button"
      className="rate-figure"
      aria-label={t("openTasks", {
        ...{ of: whose, what: t(name), amount: amount(value) },
      })}
      onClick={onOpen}
    >
      {text}
    </button>
  );
}
