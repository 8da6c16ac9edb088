import { createContext } from "react";
import type {
  EditableTask,
  KeptTask,
  TaskEdit,
  TaskSupplier,
} from "./task-edit";

/** What the cells of the table share; beside the rows, so that typing renders these cells and nothing else. */
export interface TaskEditing {
  tasks: Record<string, KeptTask>;
  suppliers: TaskSupplier[];
  type: (task: EditableTask, change: TaskEdit) => void;
}

const nothing: TaskEditing = { tasks: {}, suppliers: [], type: () => {} };

/** Gives the cells what is typed over their tasks. */
export const TaskEditingContext = createContext(nothing);
