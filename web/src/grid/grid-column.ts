import type { CSSProperties, ReactNode } from "react";

/** One column: what it is called, and what it takes from a row. */
export interface GridColumn<Row> {
  id: string;
  title: string;
  /** What sorting and plain cells use. */
  value: (row: Row) => unknown;
  /** For cells that are more than their value. */
  render?: (row: Row) => ReactNode;
  /** Pixels that its cells need, 120 unless told; a longer heading has its room. */
  width?: number;
  /** Out of the first view: shown when somebody asks for it. */
  away?: boolean;
  /** Right-aligned with figures of one width. */
  numeric?: boolean;
  /** False: the server cannot sort by it. */
  sortable?: boolean;
}

/** A column in its place, with what all of its cells share made once. */
export interface PlacedColumn<Row> extends GridColumn<Row> {
  className: string;
  style: CSSProperties;
}

// Variables on the grid: a drag restyles cells without rendering them.
export const widthOf = (id: string) => `--width-${CSS.escape(id)}`;
export const startOf = (id: string) => `--start-${CSS.escape(id)}`;

export function placeColumn<Row>(
  column: GridColumn<Row>,
  pinned: boolean,
): PlacedColumn<Row> {
  const classes = ["grid-cell"];
  const style: CSSProperties = { width: `var(${widthOf(column.id)})` };
  if (column.numeric) {
    classes.push("grid-numeric");
  }
  if (pinned) {
    classes.push("grid-pinned");
    style.left = `var(${startOf(column.id)})`;
  }
  return { ...column, className: classes.join(" "), style };
}
