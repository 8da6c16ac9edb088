import { useLanguage } from "@/i18n/language";
import { fieldOf, type Meta } from "./metadata";
import type { ImportResult } from "./resource-queries";
import { useSpellingTexts } from "./spelling-texts";
import { useImportTexts } from "./import-texts";
import { useResourceTexts } from "./texts";

const rowsShown = 300;

type ImportRow = ImportResult["rows"][number];

/** What would become of each row: before and after of every field that changes, and why rows are skipped. */
export function ImportPreview({
  meta,
  result,
}: {
  meta: Meta;
  result: ImportResult;
}) {
  const t = useImportTexts();
  const list = useResourceTexts();
  const spelling = useSpellingTexts();
  const { say } = useLanguage();
  const rows = result.rows.filter(({ action }) => action !== "refused");
  if (rows.length === 0) {
    return null;
  }
  const actions = {
    new: t("actionNew"),
    changed: t("actionChanged"),
    refused: t("actionRefused"),
    notReached: t("actionNotReached"),
    skipped: t("actionSkipped"),
  };
  function reasonOf(row: ImportRow) {
    switch (row.reason) {
      case "remark":
        return t("whyRemark");
      case "blank":
        return t("whyBlank");
      case "title":
        return t("whyTitle");
      case "heading":
        return t("whyHeading");
      case "totals":
        return t("whyTotals");
      case "sheet":
        return t("whySheet", { sheet: row.sheet ?? "" });
      default:
        return "";
    }
  }
  const left =
    result.rowCount - result.refused - Math.min(rows.length, rowsShown);

  return (
    <>
      <h3>{t("preview")}</h3>
      <div className="import-scroll">
        <table className="fault-table">
          <thead>
            <tr>
              <th scope="col">{list("row")}</th>
              <th scope="col">{t("key")}</th>
              <th scope="col">{t("action")}</th>
              <th scope="col">
                {t("before")} → {t("after")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map((row) => (
              <tr key={`${row.sheet ?? ""} ${row.row}`}>
                <td className="numbers">{row.row}</td>
                <td>
                  {row.key}
                  {row.typed && (
                    <div className="soft">
                      {spelling("typed", { key: row.typed })}
                    </div>
                  )}
                </td>
                <td>{actions[row.action]}</td>
                <td>
                  {reasonOf(row)}
                  {(row.changes ?? []).map(({ field, before, after }) => (
                    <div key={field}>
                      <span className="soft">
                        {say(
                          fieldOf(meta, field)?.label ?? {
                            zh: field,
                            en: field,
                          },
                        )}
                      </span>{" "}
                      {say(before) && <del>{say(before)}</del>}{" "}
                      {say(after) ? <ins>{say(after)}</ins> : "–"}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className="soft">{t("moreRows", { count: left })}</p>}
    </>
  );
}
