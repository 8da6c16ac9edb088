import { rowIndexAt, type Layout, type Row } from "./layout";

export interface Sticky {
  index: number;
  row: Row;
  /** Pixels that the next head has pushed it up: 0 or less. */
  shift: number;
}

const isHead = ({ branch: { kind } }: Row) =>
  kind === "section" || kind === "group" || kind === "mould";

/** The head whose rows are in sight while it has scrolled out: it stays at the top. */
export function stickyAt(layout: Layout, top: number): Sticky | null {
  const { rows } = layout;
  let index = rows.length > 0 ? rowIndexAt(layout, top) : -1;
  const first = index;
  while (index >= 0 && !isHead(rows[index]!)) {
    index--;
  }
  const row = rows[index];
  if (!row || row.top >= top) {
    return null;
  }
  let shift = 0;
  for (let i = first + 1; i < rows.length; i++) {
    const room = rows[i]!.top - top;
    if (room >= row.height) {
      break;
    }
    if (isHead(rows[i]!)) {
      shift = room - row.height;
      break;
    }
  }
  return { index, row, shift };
}
