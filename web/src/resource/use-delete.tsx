import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useContext } from "react";
import { useNavigate } from "react-router";
import { isPartlyDone } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import { inSentence, titleOf, type Meta, type Row } from "./metadata";
import { RecordLinks } from "./record-links";
import { deleteRows, usesQuery, type Use } from "./resource-queries";
import { useResourceTexts } from "./texts";
import { UseList } from "./use-list";

/** Deletes rows after naming them; where others refer to a single one, it shows who, and offers no deletion. */
export function useDelete(meta: Meta, onDeleted: (ids: string[]) => void) {
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const { modal, message } = App.useApp();
  const client = useQueryClient();
  const ask = useQuestion();
  const pathOf = useContext(RecordLinks);
  const navigate = useNavigate();

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
    if (uses.length > 0) {
      // What must fail is not offered; the way to what holds the record is.
      const { destroy } = modal.warning({
        title: t("cannotDelete", { label, name: titleOf(meta, only) }),
        content: (
          <>
            <p>{t("deleteUsed")}</p>
            <UseList
              uses={uses}
              pathOf={pathOf}
              onVisit={(path) => {
                destroy();
                void navigate(path);
              }}
            />
          </>
        ),
        okText: ui("close"),
      });
      return;
    }
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
