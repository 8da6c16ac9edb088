import type { Schema } from "@/api/contract";
import type { PlanChange } from "../draft/preview";
import { lotOf, stepOf } from "../plan/lot";

/** A row of the table with what an edit needs of its operation. */
export type EditableTask = Schema<"ApsScheduleTask">;

/** A supplier to whom the plan can send work. */
export type TaskSupplier = Schema<"ApsTaskSupplier">;

/** What is typed over a task and not saved. Texts stay as typed: what cannot be read is not lost. */
export interface TaskEdit {
  hours?: string;
  /** 0 takes the lock off; 2 locks machine and times, as the server does. */
  lock?: 0 | 2;
  supplierId?: string;
  /** Days at the supplier; "" leaves them to the supplier. */
  leadDays?: string;
}

export type EditField = keyof TaskEdit;

/** What a task says itself in the fields that can be typed over. */
export type Stored = Required<Omit<TaskEdit, "lock">> & { lock: 0 | 1 | 2 };

/** A task that is ticked or edited. */
export interface KeptTask {
  task: EditableTask;
  edit: TaskEdit;
  /** What stood there when it was typed over: where the task says otherwise now, somebody else has changed it. */
  was: Partial<Stored>;
}

/** Why a field of a task takes nothing. */
export type Refusal =
  | "carried"
  | "begun"
  | "unscheduled"
  | "cut"
  | "implied"
  | "batches"
  | "ordered"
  | "locked"
  | "willLock"
  | "noMachine"
  | "outside"
  | "noSuppliers"
  | "notLocked"
  | "isLocked";

/** What keeps an edit from being tried. */
export type Fault = "hours" | "supplier" | "lead";

/** Most changes that the server takes at once. */
export const mostChanges = 100;

/** What the server takes for the hours of an operation and for the days at a supplier. */
const mostHours = 5000;
const mostDays = 365;

/** What people call a task. */
export const titleOf = (task: EditableTask) =>
  `${task.mouldNo}/${lotOf(task)}/${stepOf(task)}`;

/** The values of a task that can be typed over. */
export function storedOf(task: EditableTask): Stored {
  return {
    hours: String(task.recordHours),
    lock: task.lock,
    supplierId: task.outsourced ? task.supplierId : "",
    leadDays: task.outsourced && task.leadDays ? String(task.leadDays) : "",
  };
}

/** The lock that a task will have. */
export const lockOf = (task: EditableTask, edit: TaskEdit) =>
  edit.lock ?? task.lock;

/** Locked, whatever was only typed: a lock that is to come does not count, one that is to go does no more. */
export const isLocked = ({ task, edit }: Pick<KeptTask, "task" | "edit">) =>
  task.lock > 0 && edit.lock !== 0;

/** An edit sends its task outside, or there to somebody else or for other days. */
export const goesOutside = ({ supplierId, leadDays }: TaskEdit) =>
  supplierId !== undefined || leadDays !== undefined;

/** Why nothing at all of a task can change; the server says the same of the calls. */
function fixedBy(task: EditableTask): Refusal | null {
  const reasons: [Refusal, boolean][] = [
    ["carried", task.carried],
    ["begun", task.status !== 0],
    ["unscheduled", !task.scheduled],
    ["cut", task.segment > 0],
    ["implied", task.version === 0],
    ["batches", task.batches || task.batchNo !== ""],
  ];
  return reasons.find(([, is]) => is)?.[0] ?? null;
}

/** Why a task cannot be locked with machine and times. */
function barsLock(task: EditableTask, edit: TaskEdit): Refusal | null {
  if (lockOf(task, edit) === 2) {
    return "isLocked";
  }
  return !task.onMachine || task.outsourced || goesOutside(edit)
    ? "noMachine"
    : null;
}

/** Why one of the changes is not possible for a task, null when it is. */
export function refusalOf(
  kind: "lock" | "unlock" | "hours" | "outsource",
  task: EditableTask,
  edit: TaskEdit,
  suppliers: TaskSupplier[],
): Refusal | null {
  const fixed = fixedBy(task);
  if (fixed) {
    return fixed;
  }
  // What is locked with its times stays so until the lock goes, which goes first of all.
  const isHeld = task.lock === 2 && edit.lock !== 0;
  switch (kind) {
    case "lock":
      return barsLock(task, edit);
    case "unlock":
      return lockOf(task, edit) === 0 ? "notLocked" : null;
    case "hours":
      return task.outsourced ? "outside" : isHeld ? "locked" : null;
    case "outsource":
      return task.ordered
        ? "ordered"
        : isHeld
          ? "locked"
          : edit.lock === 2
            ? "willLock"
            : suppliers.length === 0
              ? "noSuppliers"
              : null;
  }
}

/** Why the lock of a task takes no other value. */
export const lockRefusalOf = (task: EditableTask, edit: TaskEdit) =>
  fixedBy(task) ??
  (locksOf(task, edit).length > 1
    ? null
    : barsLock(task, { ...edit, lock: 0 }));

/** The values that the lock of a task can be given, with the one that it has. */
export function locksOf(task: EditableTask, edit: TaskEdit): (0 | 1 | 2)[] {
  const mayLock = !barsLock(task, { ...edit, lock: 0 });
  return ([0, 1, 2] as const).filter(
    (lock) => lock === task.lock || lock === 0 || (lock === 2 && mayLock),
  );
}

/** The days at the supplier as the table shows them: another supplier does not take over those of the one before. */
export const leadOf = (task: EditableTask, edit: TaskEdit) =>
  edit.leadDays ??
  (edit.supplierId === undefined ? storedOf(task).leadDays : "");

/** An edit with a further value; what is again as it is stored is no edit. */
export function withEdit(
  task: EditableTask,
  edit: TaskEdit,
  change: TaskEdit,
): TaskEdit {
  const all = { ...edit, ...change };
  const stored = storedOf(task);
  const base: Stored = {
    ...stored,
    leadDays:
      all.supplierId === undefined || all.supplierId === stored.supplierId
        ? stored.leadDays
        : "",
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([field, value]) =>
        value !== undefined && value !== base[field as EditField],
    ),
  );
}

export const isEdited = (edit: TaskEdit) => Object.keys(edit).length > 0;

/** A number as people type it, NaN for none. */
export const numberOf = (text: string) =>
  text.trim() === "" ? NaN : Number(text.trim().replace(/,/, "."));

/** What of an edit cannot be tried as it is. */
export function faultsOf({ task, edit }: KeptTask): Fault[] {
  const faults: Fault[] = [];
  if (edit.hours !== undefined) {
    const hours = numberOf(edit.hours);
    if (!(hours > task.setupHours && hours <= mostHours)) {
      faults.push("hours");
    }
  }
  if (goesOutside(edit)) {
    if (!supplierOf(task, edit)) {
      faults.push("supplier");
    }
    if (edit.leadDays && !(daysOf(task, edit) <= mostDays)) {
      faults.push("lead");
    }
  }
  return faults;
}

/** The supplier to whom a task goes. */
export const supplierOf = (task: EditableTask, edit: TaskEdit) =>
  edit.supplierId ?? storedOf(task).supplierId;

/** Days at the supplier, 0 for the supplier's own, NaN for what is none. */
function daysOf(task: EditableTask, edit: TaskEdit) {
  const text = leadOf(task, edit);
  const days = text === "" ? 0 : numberOf(text);
  return days >= 0 ? days : NaN;
}

/**
 * The changes that an edit means. The order is that in which the server can make them: the lock goes first, for it holds
 * everything else, and comes last.
 */
export function changesOf({ task, edit }: KeptTask): PlanChange[] {
  const { taskId, version } = task;
  const changes: PlanChange[] = [];
  if (edit.lock === 0) {
    changes.push({ kind: "unlock", taskId, version });
  }
  if (edit.hours !== undefined) {
    const minutes = Math.round(numberOf(edit.hours) * 60);
    changes.push({ kind: "hours", taskId, version, minutes });
  }
  if (goesOutside(edit)) {
    const minutes = Math.round(daysOf(task, edit) * 1440);
    const resourceId = supplierOf(task, edit);
    changes.push({ kind: "outsource", taskId, version, resourceId, minutes });
  }
  if (edit.lock === 2) {
    changes.push({ kind: "lock", taskId, version });
  }
  return changes;
}

/** The fields of a task that somebody else has changed since they were typed over. */
export function clashesOf({ task, edit, was }: KeptTask): EditField[] {
  const stored = storedOf(task);
  return (Object.keys(edit) as EditField[]).filter(
    (field) => was[field] !== undefined && was[field] !== stored[field],
  );
}
