import {
  actions,
  sumOf,
  type ImportNames,
  type ImportResult,
} from "./import-model";
import { useProductionTexts } from "./texts";

interface ImportSummaryProps {
  result: ImportResult;
  names: ImportNames;
}

/** What would happen, in five figures and by sheet. */
export function ImportSummary({ result, names }: ImportSummaryProps) {
  const t = useProductionTexts();
  const sum = sumOf(result);
  const shown = actions.filter(
    (action) =>
      action !== "removed" || result.mode === "replace" || sum.removed > 0,
  );
  const strange =
    result.unknown.length + Object.values(result.strange ?? {}).flat().length;
  const [tone, verdict] =
    strange > 0
      ? ["hint", t("toTeach", { count: strange })]
      : result.errors > 0
        ? [
            "bad",
            t(result.mode === "row" ? "faultsByRow" : "faults", {
              count: result.errors,
            }),
          ]
        : result.faultCount > 0
          ? ["hint", t("hints", { count: result.faultCount })]
          : ["good", t("clean")];
  const sheets = names.order(Object.keys(result.counts));
  return (
    <section className="import-summary" aria-label={t("summary")}>
      <p className={`import-verdict ${tone}`}>
        {verdict}
        {result.edits.length > 0 &&
          ` ${t("mended", { count: result.edits.length })}`}
      </p>
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
              {sheets.map((sheet) => (
                <tr key={sheet}>
                  <th scope="row">{names.sheet(sheet)}</th>
                  {shown.map((action) => (
                    <td
                      key={action}
                      className={
                        result.counts[sheet]![action] ? "figure" : "figure nil"
                      }
                    >
                      {result.counts[sheet]![action]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("total")}</th>
                {shown.map((action) => (
                  <td key={action} className="figure">
                    {sum[action]}
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
