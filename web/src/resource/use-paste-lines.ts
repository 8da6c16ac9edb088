import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useRef, useState, type ClipboardEvent } from "react";
import { useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import {
  shownTitle,
  titleOf,
  type Field,
  type Names,
  type Values,
} from "./metadata";
import { cellsOf, pasteLines } from "./paste";
import { narrowedBy, useRecordValues } from "./record-values";
import { choicesQuery, metaQuery } from "./resource-queries";
import { useResourceTexts } from "./texts";

/** Pasting a piece of a sheet into lines: from the cell that has the focus, to the right and down. */
export function usePasteLines(
  id: string,
  field: Field,
  lines: Values[],
  onChange: (lines: Values[]) => void,
) {
  const t = useResourceTexts();
  const zone = useZone();
  const client = useQueryClient();
  const { notification } = App.useApp();
  const values = useRecordValues();
  // What was pasted refers to rows whose names did not come with the record.
  const [names, setNames] = useState<Names>({});
  const fields = field.fields ?? [];
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  });

  async function find(one: Field, title: string) {
    const meta = await client.fetchQuery(metaQuery(one.reference!));
    const { rows } = await client.fetchQuery(
      choicesQuery(meta, title, false, narrowedBy(one, values)),
    );
    return (
      rows?.find((row) => titleOf(meta, row) === title) ??
      rows?.find((row) => shownTitle(meta, row, "en") === title)
    )?.id;
  }

  async function paste(
    cells: string[][],
    at: { line: number; column: number },
  ) {
    // What was typed while names were looked up stays: the second time they are known.
    let base: typeof lines;
    let done: Awaited<ReturnType<typeof pasteLines>>;
    try {
      do {
        base = latest.current;
        done = await pasteLines(base, at, cells, {
          fields,
          atMost: field.atMost,
          zone,
          find,
        });
      } while (latest.current !== base);
    } catch (failure) {
      notification.error({ title: wordsOf(failure) });
      return;
    }
    setNames((before) => ({ ...before, ...done.names }));
    onChange(done.lines);
    if (done.unread > 0 || done.left > 0) {
      notification.warning({
        title: t("pasted", { count: cells.length }),
        description: t("pastedInPart", {
          unread: done.unread,
          left: done.left,
        }),
      });
    }
  }

  function onPaste(event: ClipboardEvent) {
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) {
      return; // one cell goes where the cursor is
    }
    const cell = (event.target as Element).closest(`[id^="${id}."]`);
    const [line = "", key = ""] = cell
      ? cell.id.slice(id.length + 1).split(".")
      : [];
    const column = fields.findIndex((one) => one.key === key);
    event.preventDefault();
    event.stopPropagation();
    void paste(
      cells,
      column < 0
        ? { line: lines.length, column: 0 }
        : { line: Number(line), column },
    );
  }

  return { onPaste, names };
}
