export interface Cell {
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
  pageRows: number;
}

const steps: Record<string, (at: Cell, extent: Extent) => Partial<Cell>> = {
  ArrowDown: ({ row }) => ({ row: row + 1 }),
  ArrowUp: ({ row }) => ({ row: row - 1 }),
  ArrowRight: ({ column }) => ({ column: column + 1 }),
  ArrowLeft: ({ column }) => ({ column: column - 1 }),
  PageDown: ({ row }, { pageRows }) => ({ row: row + pageRows }),
  PageUp: ({ row }, { pageRows }) => ({ row: row - pageRows }),
  Home: () => ({ column: 0 }),
  End: (_at, { columns }) => ({ column: columns - 1 }),
  "Ctrl+Home": () => ({ row: 0, column: 0 }),
  "Ctrl+End": (_at, { rows, columns }) => ({
    row: rows - 1,
    column: columns - 1,
  }),
};

/** Where a key leads from a cell; undefined when the key is not for the grid. */
export function cellAfter(at: Cell, key: string, extent: Extent) {
  const next = steps[key]?.(at, extent);
  if (!next) {
    return undefined;
  }
  const within = (value: number, count: number) =>
    Math.max(0, Math.min(value, count - 1));
  return {
    row: within(next.row ?? at.row, extent.rows),
    column: within(next.column ?? at.column, extent.columns),
  };
}
