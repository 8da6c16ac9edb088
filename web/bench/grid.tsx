import { useState } from "react";
import { createRoot } from "react-dom/client";
import { emptyLayout } from "@/grid/column-layout";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { switchLanguage } from "@/i18n/language";
import "@/ui/tokens.css";
import "./bench.css";

const asked = new URLSearchParams(location.search);
const rowCount = Number(asked.get("rows"));
const columnCount = Number(asked.get("columns"));

interface Task {
  id: string;
  cells: (string | number)[];
}

const kinds = [
  (row: number) => `M26-${String(row % 600).padStart(4, "0")}`,
  (row: number) => ["粗加工", "电火花", "线切割", "磨床", "钳工"][row % 5]!,
  (row: number) => ((row * 37) % 4800) / 60,
  (row: number) => `2026-${String((row % 12) + 1).padStart(2, "0")}-15 08:00`,
] as const;

const rows: Task[] = Array.from({ length: rowCount }, (_none, row) => ({
  id: `t${row}`,
  cells: Array.from({ length: columnCount }, (_cell, column) =>
    kinds[column % kinds.length]!(row),
  ),
}));

const columns: GridColumn<Task>[] = Array.from(
  { length: columnCount },
  (_none, column) => ({
    id: `c${column}`,
    title: `Column ${column + 1}`,
    value: (row) => row.cells[column],
    numeric: column % kinds.length === 2,
  }),
);

function Bench() {
  const [layout, setLayout] = useState({
    ...emptyLayout,
    pinned: ["c0", "c1"],
  });
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <DataGrid
      label="Tasks"
      empty=""
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      layout={layout}
      onLayoutChange={setLayout}
      selection={chosen}
      onSelectionChange={setChosen}
    />
  );
}

await switchLanguage("en");
createRoot(document.getElementById("root")!).render(<Bench />);
