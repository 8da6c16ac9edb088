import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { forgetLayout, layoutsQuery, type ImportNames } from "./import-model";
import { useProductionTexts } from "./texts";

/** What the import has been taught about headings, layout by layout, and how it is forgotten. */
export function ImportLayouts({ names }: { names: ImportNames }) {
  const t = useProductionTexts();
  const client = useQueryClient();
  const layouts = useQuery(layoutsQuery()).data ?? [];
  const forget = useMutation({
    mutationFn: forgetLayout,
    onSuccess: () => client.invalidateQueries(layoutsQuery()),
  });
  if (layouts.length === 0) {
    return null;
  }
  return (
    <details className="import-layouts">
      <summary>{t("layouts", { count: layouts.length })}</summary>
      <p className="soft">{t("layoutsHint")}</p>
      <ul>
        {layouts.map(({ id, name, sheet, leftOut, columns }) => (
          <li key={id}>
            <div>
              <b>{name || "csv"}</b>
              {(sheet || leftOut) &&
                ` → ${leftOut ? t("ignoreSheet") : names.sheet(sheet)}`}
              <small className="soft">
                {Object.entries(columns)
                  .map(
                    ([heading, code]) =>
                      `${heading} → ${code ? names.column(sheet, code) : t("ignoreColumn")}`,
                  )
                  .join(t("listSeparator"))}
              </small>
            </div>
            <Button
              size="small"
              aria-label={t("forgetLayout", { name: name || "csv" })}
              loading={forget.isPending && forget.variables === id}
              onClick={() => forget.mutate(id)}
            >
              {t("forget")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
