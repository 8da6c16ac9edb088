import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from "react";
import { placeColumn, startOf, widthOf } from "./grid-column";
import { GridHeader } from "./grid-header";
import { cellAfter, type Cell } from "./grid-keyboard";
import { cellId, GridRow } from "./grid-row";
import { useGridTexts } from "./texts";
import { useGridTable, type GridState } from "./use-grid-table";
import "@/ui/sheet.css";
import "./data-grid.css";

const rowHeight = 32;
const pickWidth = 36;

interface DataGridProps<Row> extends GridState<Row> {
  /** What the table shows, for those who do not see it. */
  label: string;
  /** Said in place of rows: loading, nothing here and what to do about it. */
  empty: React.ReactNode;
  onOpen?: (row: Row) => void;
  /** The row that is open beside the table. */
  openId?: string | undefined;
  /** The last row came into view: fetch more, if there is more. */
  onEndReached?: () => void;
}

/** Keys that lead out of the field of a cell, back to the table. */
const leaving = ["Enter", "Escape", "F2"];

/** A field that a cell holds; the box that chooses its row is none. */
const isField = (target: EventTarget) =>
  target instanceof Element &&
  target.matches(".grid-row input, .grid-row select") &&
  !target.closest(".grid-pick");

/** A table for many rows: only those in view are in the document. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { columns, onOpen, onEndReached, rowId } = props;
  const t = useGridTexts();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });

  const { table, layout, shown } = useGridTable(props);
  const { rows } = table.getRowModel();
  const canChoose = props.selection !== undefined;

  // Rows render anew when this array is another one, so it depends on which
  // columns stand where, and not on how wide they are.
  const places = shown
    .map((column) => `${column.id}:${column.getIsPinned() || ""}`)
    .join("\n");
  const placed = useMemo(
    () =>
      places.split("\n").flatMap((place) => {
        const at = place.lastIndexOf(":");
        const column = columns.find((one) => one.id === place.slice(0, at));
        return column ? [placeColumn(column, place.slice(at + 1) !== "")] : [];
      }),
    [places, columns],
  );

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The header lies over the top of what scrolls.
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const headers = table.getFlatHeaders();

  const lastSeen = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length > 0 && lastSeen >= rows.length - 1) {
      onEndReached?.();
    }
  }, [lastSeen, rows.length, onEndReached]);

  // The memoised rows keep their callbacks; these read the rows of the day.
  const latest = useRef({ rows, onOpen });
  useEffect(() => {
    latest.current = { rows, onOpen };
  });
  const choose = useCallback((index: number) => {
    latest.current.rows[index]?.toggleSelected();
  }, []);
  const open = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row) {
      latest.current.onOpen?.(row.original);
    }
  }, []);
  const activate = useCallback((row: number, column: number) => {
    setActive({ row, column });
  }, []);

  function resize(by: number) {
    const column = shown[active.column];
    if (column) {
      const width = Math.max(48, column.getSize() + by);
      const widths = { ...layout.widths, [column.id]: width };
      props.onLayoutChange({ ...layout, widths });
    }
  }

  function sort(desc: boolean) {
    const column = shown[active.column];
    if (column?.getCanSort()) {
      props.onLayoutChange({ ...layout, sort: [{ id: column.id, desc }] });
    }
  }

  /** Goes into the field of the cell where one stands; false where it has none. */
  function enter() {
    const cell = document.getElementById(
      cellId(gridId, active.row, active.column),
    );
    const field = cell?.querySelector<HTMLElement>("input, select");
    field?.focus();
    return Boolean(field);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) {
      // A link or a box inside a cell answers its own keys, but for the way out of it.
      if (isField(event.target) && leaving.includes(event.key)) {
        event.preventDefault();
        scroller.current?.focus();
      }
      return;
    }
    const key = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
    const height = scroller.current?.clientHeight ?? 0;
    const next = cellAfter(active, key, {
      rows: rows.length,
      columns: placed.length,
      pageRows: Math.max(1, Math.floor(height / rowHeight) - 2),
    });
    const altKeys: Record<string, () => void> = {
      ArrowLeft: () => resize(-16),
      ArrowRight: () => resize(16),
      ArrowUp: () => sort(false),
      ArrowDown: () => sort(true),
    };
    if (event.altKey) {
      const act = altKeys[event.key];
      if (!act) {
        return;
      }
      act();
    } else if (key === " " && canChoose) {
      choose(active.row);
    } else if (key === "Enter" || key === "F2") {
      if (!enter() && key === "Enter") {
        open(active.row);
      }
    } else if (next) {
      setActive(next);
      virtual.scrollToIndex(next.row);
    } else {
      return;
    }
    event.preventDefault();
  }

  const isActiveDrawn = items.some((item) => item.index === active.row);
  return (
    <div className="grid-frame">
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable={canChoose || undefined}
        aria-rowcount={rows.length + 1}
        aria-colcount={placed.length + (canChoose ? 1 : 0)}
        aria-activedescendant={
          isActiveDrawn ? cellId(gridId, active.row, active.column) : undefined
        }
        className="sheet grid"
        style={measures(shown, canChoose ? pickWidth : 0)}
        onKeyDown={onKeyDown}
      >
        <div
          className="grid-body"
          role="presentation"
          style={{
            height: virtual.getTotalSize(),
            width: table.getTotalSize() + (canChoose ? pickWidth : 0),
          }}
        >
          <GridHeader
            columns={placed}
            headers={shown.map(({ id }) =>
              headers.find((one) => one.column.id === id),
            )}
            choice={
              canChoose
                ? {
                    all: rows.length > 0 && table.getIsAllRowsSelected(),
                    label: t("chooseAll"),
                    toggle: () => table.toggleAllRowsSelected(),
                  }
                : undefined
            }
          />
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <GridRow
                key={row.id}
                row={row.original}
                index={index}
                top={start}
                gridId={gridId}
                columns={placed}
                chosen={canChoose ? row.getIsSelected() : undefined}
                chooseLabel={t("chooseRow")}
                isOpen={rowId(row.original) === props.openId}
                activeColumn={active.row === index ? active.column : null}
                onChoose={choose}
                onActivate={activate}
                onOpen={open}
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <div className="grid-empty">{props.empty}</div>}
    </div>
  );
}

interface Measured {
  id: string;
  getSize: () => number;
  getStart: (position: "start") => number;
}

function measures(columns: Measured[], before: number) {
  const variables: Record<string, string> = {};
  for (const column of columns) {
    variables[widthOf(column.id)] = `${column.getSize()}px`;
    variables[startOf(column.id)] = `${column.getStart("start") + before}px`;
  }
  return variables as CSSProperties;
}
