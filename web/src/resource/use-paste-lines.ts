import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState, type ClipboardEvent } from "react";
import { useZone } from "@/session/session";
import { titleOf, type Field, type Names, type Values } from "./metadata";
import { cellsOf, pasteLines } from "./paste";
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
  // What was pasted refers to rows whose names did not come with the record.
  const [names, setNames] = useState<Names>({});
  const fields = field.fields ?? [];

  async function find(entity: string, title: string) {
    const meta = await client.fetchQuery(metaQuery(entity));
    const { rows } = await client.fetchQuery(choicesQuery(meta, title));
    return rows?.find((row) => titleOf(meta, row) === title)?.id;
  }

  async function paste(
    cells: string[][],
    at: { line: number; column: number },
  ) {
    const done = await pasteLines(lines, at, cells, {
      fields,
      atMost: field.atMost,
      zone,
      find,
    });
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
