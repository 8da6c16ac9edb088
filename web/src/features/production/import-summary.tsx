import { Button } from "antd";
import { useState } from "react";
import { counted } from "@/i18n/counted";
import { joined } from "@/i18n/joined";
import { ImportUnseen } from "@/resource/import-unseen";
import {
  sumOf,
  type Count,
  type ImportNames,
  type ImportResult,
} from "./import-model";
import { writtenOf } from "./import-written";
import { useProductionTexts } from "./texts";

const figures = [
  "read",
  "new",
  "changed",
  "same",
  "refused",
  "skipped",
  "notReached",
  "removed",
  "followed",
  "made",
] as const;
/** Sheets of which the note of what is not read tells by name. */
const pagesShown = 4;
/** Sheets that a summary shows before the rest is asked for; with few more it shows them all. */
const sheetsShown = 8;
const sheetsAtOnce = 10;
const always = new Set<string>(figures.slice(0, 6));

interface ImportSummaryProps {
  result: ImportResult;
  names: ImportNames;
}

/** What would happen, by sheet: every row of the file is counted once. */
export function ImportSummary({ result, names }: ImportSummaryProps) {
  const t = useProductionTexts();
  const sum = sumOf(result);
  const shown = figures.filter(
    (figure) =>
      always.has(figure) ||
      sum[figure] > 0 ||
      (figure === "removed" && result.mode === "replace"),
  );
  const [tone, verdict] = verdictOf(result, t);
  const said = [
    verdict,
    result.edits.length > 0 && t("mended", { count: result.edits.length }),
  ].filter(Boolean);
  const sheets = [
    ...names.order(Object.keys(result.counts)).map((sheet) => ({
      key: sheet,
      name: names.sheet(sheet),
      count: result.counts[sheet]!,
    })),
    ...unreadOf(result),
  ];
  const [isWhole, setWhole] = useState(false);
  const rows =
    isWhole || sheets.length <= sheetsAtOnce
      ? sheets
      : sheets.slice(0, sheetsShown);
  return (
    <section className="import-summary" aria-label={t("summary")}>
      {said.length > 0 && (
        <p className={`import-verdict ${tone}`}>{said.join(" ")}</p>
      )}
      {result.notWritten.length > 0 && (
        <p className="import-verdict bad" role="alert">
          {t("notWritten", {
            count: result.notWritten.length,
            moulds: joined(result.notWritten.slice(0, 20)),
          })}
        </p>
      )}
      <SkippedPages result={result} />
      <ImportUnseen sheets={result.pages.filter(({ sheet }) => sheet)} />
      {sheets.length > 0 && (
        <div className="import-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("sheet")}</th>
                {shown.map((action) => (
                  <th scope="col" key={action} className="figure">
                    <i className={`import-dot ${action}`} aria-hidden="true" />
                    {t(action)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, count }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {shown.map((action) => (
                    <td
                      key={action}
                      className={count[action] ? "figure" : "figure nil"}
                    >
                      {counted(count[action] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
              {rows.length < sheets.length && (
                <tr>
                  <td colSpan={shown.length + 1}>
                    <Button
                      type="link"
                      size="small"
                      onClick={() => setWhole(true)}
                    >
                      {t("sheetsMore", { count: sheets.length - rows.length })}
                    </Button>
                  </td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("total")}</th>
                {shown.map((action) => (
                  <td key={action} className="figure">
                    {counted(sum[action])}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

/** Sheets of the file that are not read: their rows are counted as skipped. */
function unreadOf(
  result: ImportResult,
): { key: string; name: string; count: Partial<Count> }[] {
  return result.pages
    .filter(
      ({ sheet, skipped, why }) => !sheet && why !== "guide" && skipped > 0,
    )
    .map(({ name, skipped }, at) => ({
      key: `unread ${at}`,
      name: name || result.name,
      count: { read: skipped, skipped },
    }));
}

/** Sheets and rows of the file that were passed over, each with why. */
function SkippedPages({ result }: { result: ImportResult }) {
  const t = useProductionTexts();
  const passed = result.pages.filter(
    (page) => page.skipped > 0 && page.why !== "guide",
  );
  if (passed.length === 0) {
    return null;
  }
  return (
    <p className="soft import-skipped">
      {t("passedOver")}{" "}
      {passed
        .slice(0, pagesShown)
        .map(({ name, skipped, why }) =>
          t(why && why !== "guide" ? `page_${why}` : "page_rows", {
            name: name || result.name,
            count: skipped,
          }),
        )
        .join(t("listSeparator"))}
      {passed.length > pagesShown &&
        t("listSeparator") +
          t("pagesMore", { count: passed.length - pagesShown })}
    </p>
  );
}

type Words = ReturnType<typeof useProductionTexts>;

/** What the check has found, or what was written, in one sentence and its tone. */
function verdictOf(result: ImportResult, t: Words): [string, string] {
  const sum = sumOf(result);
  if (result.stopped && !result.committed) {
    return ["hint", ""]; // the line on how it ended has said it
  }
  if (result.committed && sum.refused === 0) {
    return [result.brokeOff ? "hint" : "good", writtenOf(result, t)];
  }
  if (result.committed) {
    const leftOut = t("leftOut", { count: sum.refused });
    return ["hint", `${writtenOf(result, t)} ${leftOut}`];
  }
  const strange =
    result.unknown.length + Object.values(result.strange ?? {}).flat().length;
  if (strange > 0) {
    return ["hint", t("toTeach", { count: strange })];
  }
  if (result.errors > 0) {
    return ["bad", t(wordsOfFaults(result), { count: result.errors })];
  }
  return result.faultCount > 0
    ? ["hint", t("hints", { count: result.faultCount })]
    : ["good", t("clean")];
}

/** What becomes of the rows beside the faulty ones, if there are any. */
function wordsOfFaults(result: ImportResult) {
  const sum = sumOf(result);
  if (sum.new + sum.changed + sum.removed === 0) {
    return "faultsAlone";
  }
  return result.mode === "row" ? "faultsByRow" : "faults";
}
