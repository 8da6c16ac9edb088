import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useContext } from "react";
import { useNavigate } from "react-router";
import { outcomeOfFailure } from "@/api/errors";
import { isPartlyDone, keptBack } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import {
  inSentence,
  shownTitle,
  titleOf,
  type Meta,
  type Row,
} from "./metadata";
import { RecordLinks } from "./record-links";
import { deleteRows, usesQuery, type Use } from "./resource-queries";
import { useResourceTexts } from "./texts";
import { UseList } from "./use-list";

/** Of the records that could not be deleted, those of which the users are asked for. */
const keptShown = 20;

/** Deletes rows after naming them; where others refer to a single one, it shows who, and offers no deletion. */
export function useDelete(meta: Meta, onDeleted: (ids: string[]) => void) {
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say, language } = useLanguage();
  const nameOf = (row: Row | undefined) => shownTitle(meta, row, language);
  const { modal, message } = App.useApp();
  const client = useQueryClient();
  const ask = useQuestion();
  const pathOf = useContext(RecordLinks);
  const navigate = useNavigate();

  const { mutate } = useMutation({
    mutationFn: (rows: Row[]) =>
      ask((confirm) => deleteRows(meta, rows, confirm)),
    onSuccess: (_done, rows) => {
      message.destroy();
      void message.success(t("deleted", { count: rows.length }));
      forget(rows.map((row) => row.id));
    },
    onError: (failure, rows) => {
      // The code table names what stays; the others are gone.
      if (isPartlyDone(failure)) {
        forget(rows.map((row) => row.id));
      }
      // Somebody was faster, as the code table says: what they made of it is to be seen before it goes.
      if (outcomeOfFailure(failure)?.kind === "conflict") {
        void client.invalidateQueries({ queryKey: ["list", meta.entity] });
      }
      const names = keptBack(failure);
      const kept = rows.filter((row) => names.includes(titleOf(meta, row)));
      if (kept.length > 0) {
        void tellUses(kept);
      }
    },
  });

  /** Who refers to what could not be deleted, with the way to them. */
  async function tellUses(kept: Row[]) {
    const shown = await Promise.all(
      kept
        .slice(0, keptShown)
        .map(async (row) => ({ row, uses: await usesOf(row.id) })),
    );
    const used = shown.filter(({ uses }) => uses.length > 0);
    if (used.length === 0) {
      return;
    }
    const { destroy } = modal.warning({
      title: t("keptUsed", { count: kept.length }),
      className: "uses-window",
      content: (
        <>
          <p>{t("keptUsedHint")}</p>
          {used.map(({ row, uses }) => (
            <section key={row.id} aria-label={nameOf(row)}>
              <h3>{nameOf(row)}</h3>
              <UseList
                id={row.id}
                uses={uses}
                pathOf={pathOf}
                onVisit={(path) => {
                  destroy();
                  void navigate(path);
                }}
              />
            </section>
          ))}
          {kept.length > shown.length && (
            <p>{t("andMore", { count: kept.length - shown.length })}</p>
          )}
        </>
      ),
      okText: ui("close"),
    });
  }

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
        title: t("cannotDelete", {
          label: say(meta.label),
          name: nameOf(only),
        }),
        className: "uses-window",
        content: (
          <>
            <p>{t("deleteUsed")}</p>
            <UseList
              id={only!.id}
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
          ? t("deleteOne", { label, name: nameOf(only) })
          : t("deleteMany", { label, count: rows.length }),
      content: (
        <>
          {rows.length > 1 && (
            <ul className="question-items">
              {rows.slice(0, 5).map((row) => (
                <li key={row.id}>{nameOf(row)}</li>
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
      mutate(rows);
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
