import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useLanguage } from "@/i18n/language";
import { fieldOf, type Meta } from "./metadata";
import { forgetLayout, layoutsQuery } from "./resource-queries";
import { useImportTexts } from "./import-texts";
import { useResourceTexts } from "./texts";

/** What the import of a list has been taught about headings, layout by layout, and how it is forgotten. */
export function ImportLayouts({ meta }: { meta: Meta }) {
  const t = useImportTexts();
  const list = useResourceTexts();
  const { say } = useLanguage();
  const client = useQueryClient();
  const layouts = useQuery(layoutsQuery(meta)).data ?? [];
  const forget = useMutation({
    mutationFn: (id: string) => forgetLayout(meta, id),
    meta: { says: t("layoutForgotten") },
    onSuccess: () => client.invalidateQueries(layoutsQuery(meta)),
  });
  if (layouts.length === 0) {
    return null;
  }
  const meaning = (key: string) => {
    const field = fieldOf(meta, key);
    return field ? say(field.label) : t("leaveOut");
  };
  return (
    <details className="import-layouts">
      <summary>{t("layouts", { count: layouts.length })}</summary>
      <p className="soft">{t("layoutsHint")}</p>
      <ul>
        {layouts.map(({ id, columns }) => {
          const name = Object.keys(columns).join(list("comma"));
          return (
            <li key={id}>
              <span>
                {Object.entries(columns)
                  .map(([heading, key]) => `${heading} → ${meaning(key)}`)
                  .join(list("comma"))}
              </span>
              <Button
                size="small"
                aria-label={t("forgetLayoutOf", { name })}
                loading={forget.isPending && forget.variables === id}
                onClick={() => forget.mutate(id)}
              >
                {t("forgetLayout")}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
