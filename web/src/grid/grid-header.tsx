import type { Header } from "@tanstack/react-table";
import type { PlacedColumn } from "./grid-column";
import type { GridFeatures } from "./use-grid-table";

interface GridHeaderProps<Row extends object> {
  columns: PlacedColumn<Row>[];
  headers: (Header<GridFeatures, Row, unknown> | undefined)[];
  /** Undefined: rows cannot be chosen. */
  choice: { all: boolean; label: string; toggle: () => void } | undefined;
}

const directions = { asc: "ascending", desc: "descending" } as const;

export function GridHeader<Row extends object>(props: GridHeaderProps<Row>) {
  const { columns, headers, choice } = props;
  return (
    <div role="row" aria-rowindex={1} className="grid-header">
      {choice && (
        <div
          role="columnheader"
          aria-colindex={1}
          className="grid-cell grid-pick"
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={choice.label}
            checked={choice.all}
            onChange={choice.toggle}
          />
        </div>
      )}
      {columns.map((column, at) => {
        const header = headers[at];
        const sorted = header?.column.getIsSorted() || undefined;
        const canSort = header?.column.getCanSort() ?? false;
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + (choice ? 2 : 1)}
            aria-sort={sorted && directions[sorted]}
            className={
              canSort ? `${column.className} grid-sortable` : column.className
            }
            style={column.style}
            title={column.title}
            // By keyboard: Alt with up or down on a cell of the column.
            onClick={header?.column.getToggleSortingHandler()}
          >
            {column.title}
            {sorted && (
              <span aria-hidden="true" className="grid-sort">
                {sorted === "asc" ? "↑" : "↓"}
              </span>
            )}
            {/* By keyboard: Alt with left or right. */}
            <span
              className="grid-resizer"
              onMouseDown={header?.getResizeHandler()}
              onTouchStart={header?.getResizeHandler()}
              onClick={(event) => event.stopPropagation()}
            />
          </div>
        );
      })}
    </div>
  );
}
