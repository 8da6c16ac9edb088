import { lazy, Suspense, useMemo, type ReactNode } from "react";
import type { GridColumn } from "@/grid/grid-column";
import { useTaskColumns } from "./task-columns";
import type { EditableTask } from "./task-edit";
import { useTaskEditTexts } from "./task-edit-texts";
import type { Task } from "./task";

/** The column that only those who edit have; files do not know it. */
export const ownColumn = "supplier";

// Only for those who edit: until a field is there, its cell says what it says to everybody.
const cells = {
  hours: lazy(async () => ({
    default: (await import("./task-cells")).HoursCell,
  })),
  lockStatus: lazy(async () => ({
    default: (await import("./task-cells")).LockCell,
  })),
  supplier: lazy(async () => ({
    default: (await import("./task-cells")).SupplierCell,
  })),
  leadDays: lazy(async () => ({
    default: (await import("./task-cells")).LeadCell,
  })),
};

/** A cell of a row that comes with what an edit needs. */
function editCell(of: keyof typeof cells, task: Task, otherwise: ReactNode) {
  const Cell = cells[of];
  return (
    <Suspense fallback={otherwise}>
      <Cell task={task as EditableTask} />
    </Suspense>
  );
}

/** The columns of the table; for those who edit, what can be edited comes behind the resource and is typed in place. */
export function useEditColumns(mayEdit: boolean): GridColumn<Task>[] {
  const columns = useTaskColumns();
  const t = useTaskEditTexts();
  return useMemo(() => {
    if (!mayEdit) {
      return columns;
    }
    const known = new Map(columns.map((column) => [column.id, column]));
    const supplier: GridColumn<Task> = {
      id: ownColumn,
      title: t("supplier"),
      value: (task) => (task.outsourced ? task.resourceName : ""),
      sortable: false,
    };
    const widths = { hours: 84, lockStatus: 138, supplier: 140, leadDays: 116 };
    const typed = Object.entries(widths).map(([id, width]) => {
      const column = known.get(id) ?? supplier;
      return {
        ...column,
        width,
        render: (task: Task) =>
          editCell(
            id as keyof typeof cells,
            task,
            column.render?.(task) ?? (column.value(task) as ReactNode),
          ),
      };
    });
    const others = columns.filter(({ id }) => !(id in widths));
    const at = others.findIndex(({ id }) => id === "resourceName") + 1;
    return [...others.slice(0, at), ...typed, ...others.slice(at)];
  }, [columns, t, mayEdit]);
}
