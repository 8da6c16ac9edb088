import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortFn,
} from "@tanstack/react-table";
import { useLayoutEffect, useMemo, useReducer } from "react";
import { forColumns, isHidden, type ColumnLayout } from "./column-layout";
import type { GridColumn } from "./grid-column";
import { headingWidth } from "./heading-width";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type GridFeatures = typeof features;

export interface GridState<Row> {
  columns: GridColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  layout: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
  /** Ids of the chosen rows; without it rows cannot be chosen. */
  selection?: string[];
  onSelectionChange?: (ids: string[]) => void;
  /** The server sorts, because it holds more rows than we do. */
  sortedByServer?: boolean;
}

const nothingChosen: string[] = [];

const order = new Intl.Collator("zh", { numeric: true });

function compare(a: unknown, b: unknown) {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  return order.compare(asText(a), asText(b));
}

const asText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** All that is known of TanStack Table: our layout goes in, our layout comes out. */
export function useGridTable<Row extends object>(props: GridState<Row>) {
  const { columns, onLayoutChange, onSelectionChange } = props;
  const selection = props.selection ?? nothingChosen;

  const definitions = useMemo(() => {
    const sortFn: SortFn<GridFeatures, Row> = (a, b, id) =>
      compare(a.getValue(id), b.getValue(id));
    return columns.map(
      (column): ColumnDef<GridFeatures, Row> => ({
        id: column.id,
        header: column.title,
        accessorFn: column.value,
        size: Math.max(column.width ?? 120, headingWidth(column.title)),
        minSize: 48,
        enableSorting: column.sortable !== false,
        sortDescFirst: false,
        sortFn,
      }),
    );
  }, [columns]);

  const layout = useMemo(() => {
    const known = columns.map((column) => column.id);
    return forColumns(props.layout, known);
  }, [props.layout, columns]);

  const state = useMemo(
    () => ({
      columnOrder: layout.order,
      columnPinning: { start: layout.pinned, end: [] },
      columnSizing: layout.widths,
      columnVisibility: Object.fromEntries(
        columns.map((column) => [column.id, !isHidden(layout, column)]),
      ),
      sorting: layout.sort,
    }),
    [layout, columns],
  );
  const rowSelection = useMemo(
    () => Object.fromEntries(selection.map((id) => [id, true as const])),
    [selection],
  );

  const table = useTable<GridFeatures, Row>({
    features,
    columns: definitions,
    data: props.rows,
    getRowId: props.rowId,
    columnResizeMode: "onChange",
    manualSorting: props.sortedByServer ?? false,
    state: { ...state, rowSelection },
    onColumnSizingChange: (updater) =>
      onLayoutChange({
        ...layout,
        widths: functionalUpdate(updater, state.columnSizing),
      }),
    onSortingChange: (updater) =>
      onLayoutChange({
        ...layout,
        sort: functionalUpdate(updater, state.sorting),
      }),
    onRowSelectionChange: (updater) =>
      onSelectionChange?.(Object.keys(functionalUpdate(updater, rowSelection))),
  });

  // The table takes over state of ours in an effect, after this render has read
  // the state before: once more, or the grid would stay one step behind.
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(renderAgain, [renderAgain, state, rowSelection]);

  // All visible ones together do not put the pinned ones first.
  const shown = [
    ...table.getStartVisibleLeafColumns(),
    ...table.getCenterVisibleLeafColumns(),
  ];
  return { table, layout, shown };
}
