import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { isPartlyDone } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import { inSentence, titleOf, type Meta, type Row } from "./metadata";
import { deleteRows, usesQuery, type Use } from "./resource-queries";
import { useResourceTexts } from "./texts";

/** Deletes rows after naming them, and who still refers to a single one. */
export function useDelete(meta: Meta, onDeleted: (ids: string[]) => void) {
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const { modal, message } = App.useApp();
  const client = useQueryClient();
  const ask = useQuestion();

  const { mutate } = useMutation({
    mutationFn: (ids: string[]) =>
      ask((confirm) => deleteRows(meta, ids, confirm)),
    onSuccess: (_done, ids) => {
      message.destroy();
      void message.success(t("deleted", { count: ids.length }));
      forget(ids);
    },
    onError: (failure, ids) => {
      // The code table names what stays; the others are gone.
      if (isPartlyDone(failure)) {
        forget(ids);
      }
    },
  });

  function forget(ids: string[]) {
    void client.invalidateQueries({ queryKey: ["list", meta.entity] });
    void client.invalidateQueries({ queryKey: ["choices", meta.entity] });
    onDeleted(ids);
  }

  return async (rows: Row[]) => {
    const label = inSentence(say(meta.label));
    const [only] = rows;
    const uses = rows.length === 1 ? await usesOf(only!.id) : [];
    const agreed = await modal.confirm({
      title:
        rows.length === 1
          ? t("deleteOne", { label, name: titleOf(meta, only) })
          : t("deleteMany", { label, count: rows.length }),
      content: (
        <>
          {rows.length > 1 && (
            <ul className="question-items">
              {rows.slice(0, 5).map((row) => (
                <li key={row.id}>{titleOf(meta, row)}</li>
              ))}
              {rows.length > 5 && (
                <li>{t("andMore", { count: rows.length - 5 })}</li>
              )}
            </ul>
          )}
          <p>{t("deleteText")}</p>
          {uses.length > 0 && (
            <>
              <p>{t("deleteUsed")}</p>
              <ul className="question-items">
                {uses.map((use) => (
                  <li key={use.label}>
                    {use.label}: {use.count}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ),
      okText: ui("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      mutate(rows.map((row) => row.id));
    }
  };

  async function usesOf(id: string): Promise<Use[]> {
    try {
      const { items } = await client.fetchQuery({
        ...usesQuery(meta, id),
        meta: { quiet: true },
      });
      return (items ?? []).filter((use) => use.count > 0);
    } catch {
      // Unknown is no reason not to ask; the server refuses if it must.
      return [];
    }
  }
}
