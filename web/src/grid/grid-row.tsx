import { memo } from "react";
import type { PlacedColumn } from "./grid-column";

interface GridRowProps<Row> {
  row: Row;
  index: number;
  top: number;
  gridId: string;
  columns: PlacedColumn<Row>[];
  /** Undefined: rows cannot be chosen. */
  chosen: boolean | undefined;
  chooseLabel: string;
  /** The row is open in a panel beside the table. */
  isOpen: boolean;
  activeColumn: number | null;
  onChoose: (index: number) => void;
  onActivate: (row: number, column: number) => void;
  onOpen: (index: number) => void;
}

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, gridId, columns, chosen, activeColumn } = props;
  const canChoose = chosen !== undefined;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={props.isOpen ? "grid-row grid-row-open" : "grid-row"}
      style={{ transform: `translateY(${props.top}px)` }}
      onDoubleClick={() => props.onOpen(index)}
    >
      {canChoose && (
        <div role="gridcell" aria-colindex={1} className="grid-cell grid-pick">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={props.chooseLabel}
            checked={chosen}
            onChange={() => props.onChoose(index)}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={cellId(gridId, index, at)}
          role="gridcell"
          aria-colindex={at + (canChoose ? 2 : 1)}
          className={
            at === activeColumn
              ? `${column.className} grid-active`
              : column.className
          }
          style={column.style}
          onClick={() => props.onActivate(index, at)}
        >
          {column.render ? column.render(row) : plain(column.value(row))}
        </div>
      ))}
    </div>
  );
}

/** Memoised: scrolling and resizing render only rows that come into view. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

export function cellId(gridId: string, row: number, column: number) {
  return `${gridId}-${row}-${column}`;
}

function plain(value: unknown) {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
