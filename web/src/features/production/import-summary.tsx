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
    (action) => action !== "removed" || result.replaces || sum.removed > 0,
  );
  return (
    <section className="import-summary" aria-label={t("summary")}>
      <p
        className={result.errors > 0 ? "import-verdict bad" : "import-verdict"}
      >
        {result.errors > 0
          ? t("faults", { count: result.errors })
          : result.faultCount > 0
            ? t("hints", { count: result.faultCount })
            : t("clean")}
        {result.edits.length > 0 &&
          ` ${t("mended", { count: result.edits.length })}`}
      </p>
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
            {Object.entries(result.counts).map(([sheet, count]) => (
              <tr key={sheet}>
                <th scope="row">{names.sheet(sheet)}</th>
                {shown.map((action) => (
                  <td
                    key={action}
                    className={count[action] ? "figure" : "figure nil"}
                  >
                    {count[action]}
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
    </section>
  );
}
