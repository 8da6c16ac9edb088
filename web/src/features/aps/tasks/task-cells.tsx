import {
  useContext,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { bracketed } from "@/i18n/punctuation";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { hoursFigure } from "../plan/figure";
import {
  faultsOf,
  leadOf,
  lockOf,
  lockRefusalOf,
  locksOf,
  numberOf,
  refusalOf,
  storedOf,
  supplierOf,
  titleOf,
  type EditableTask,
  type EditField,
  type Refusal,
  type TaskEdit,
} from "./task-edit";
import { useTaskEditTexts } from "./task-edit-texts";
import { TaskEditingContext } from "./task-editing";
import "./task-edit.css";

interface CellProps {
  task: EditableTask;
}

function useCell(task: EditableTask) {
  const { tasks, suppliers, type } = useContext(TaskEditingContext);
  const t = useTaskEditTexts();
  const kept = tasks[task.taskId];
  const edit = kept?.edit ?? {};
  const isChanged = (...fields: EditField[]) =>
    fields.some((field) => edit[field] !== undefined);
  return {
    t,
    edit,
    suppliers,
    faults: kept ? faultsOf({ ...kept, task }) : [],
    isChanged,
    /** What every field of a cell has. */
    shared: (label: string, was: string, ...fields: EditField[]) => ({
      className: "task-field",
      // The cell is reached by arrows, its field by Enter.
      tabIndex: -1,
      "aria-label": isChanged(...fields)
        ? label + bracketed(t("changed", { was: was || t("none") }))
        : label,
      ...(isChanged(...fields) && {
        "data-changed": "",
        title: t("changed", { was: was || t("none") }),
      }),
    }),
    type: (change: TaskEdit) => type(task, change),
  };
}

/** A value that cannot change; pointed at, or on the way of the arrow keys, it says why. */
function Fixed({ why, children }: { why: Refusal; children: ReactNode }) {
  const t = useTaskEditTexts();
  return (
    <span className="task-fixed">
      {children}
      <small>{t(`not.${why}`)}</small>
    </span>
  );
}

/** A number as it is typed. What it was when the field was entered comes back by Escape. */
function NumberField(props: {
  value: string;
  placeholder?: string;
  onType: (text: string) => void;
  onLeave?: () => void;
  shared: object;
  isWrong: boolean;
}) {
  const { value, onType, isWrong } = props;
  const [entered, setEntered] = useState(value);
  return (
    <input
      {...props.shared}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder={props.placeholder}
      aria-invalid={isWrong || undefined}
      value={value}
      onFocus={({ target }) => {
        setEntered(value);
        target.select();
      }}
      onChange={({ target }) => onType(target.value)}
      onBlur={props.onLeave}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === "Escape" && value !== entered) {
          onType(entered);
        }
      }}
    />
  );
}

/** Hours of the operation of a task, with set-up. */
export function HoursCell({ task }: CellProps) {
  const { t, edit, suppliers, faults, shared, type } = useCell(task);
  const why = refusalOf("hours", task, edit, suppliers);
  if (why && edit.hours === undefined) {
    return <Fixed why={why}>{hoursFigure(task.hours)}</Fixed>;
  }
  const { hours } = storedOf(task);
  const label = t("hoursOf", { task: titleOf(task) });
  return (
    <NumberField
      shared={{
        ...(task.setupHours > 0 && {
          title: t("withSetup", { setup: task.setupHours }),
        }),
        ...shared(label, hours, "hours"),
      }}
      value={edit.hours ?? hours}
      isWrong={faults.includes("hours")}
      onType={(hours) => type({ hours })}
      onLeave={() => {
        if (numberOf(edit.hours ?? "") === task.recordHours) {
          type({ hours }); // 8.0 is 8
        }
      }}
    />
  );
}

/** Whether a task is locked to its machine, or to machine and times. */
export function LockCell({ task }: CellProps) {
  const { t, edit, shared, type } = useCell(task);
  const why = lockRefusalOf(task, edit);
  if (why && edit.lock === undefined) {
    return <Fixed why={why}>{t(`lock${task.lock}`)}</Fixed>;
  }
  const label = t("lockOf", { task: titleOf(task) });
  return (
    <select
      {...shared(label, t(`lock${task.lock}`), "lock")}
      value={lockOf(task, edit)}
      onChange={({ target }) => type({ lock: Number(target.value) as 0 | 2 })}
    >
      {locksOf(task, edit).map((lock) => (
        <option key={lock} value={lock}>
          {t(`lock${lock}`)}
        </option>
      ))}
    </select>
  );
}

/** Who makes a task outside; nobody while it is made in house. */
export function SupplierCell({ task }: CellProps) {
  const { t, edit, suppliers, faults, isChanged, shared, type } = useCell(task);
  const why = refusalOf("outsource", task, edit, suppliers);
  if (why && !isChanged("supplierId", "leadDays")) {
    return (
      <Fixed why={why}>
        {task.outsourced ? (
          <StatusMark meaning="outsourced">
            <RecordName>{task.resourceName}</RecordName>
          </StatusMark>
        ) : (
          t("inHouse")
        )}
      </Fixed>
    );
  }
  const stored = storedOf(task);
  const nameOf = (id: string) =>
    suppliers.find((supplier) => supplier.id === id)?.name ?? "";
  const was = task.outsourced ? nameOf(stored.supplierId) : t("inHouse");
  const isKnown = Boolean(nameOf(supplierOf(task, edit)));
  const label = t("supplierOf", { task: titleOf(task) });
  return (
    <select
      {...shared(label, was, "supplierId")}
      aria-invalid={faults.includes("supplier") || undefined}
      value={isKnown ? supplierOf(task, edit) : ""}
      onChange={({ target }) =>
        type({ supplierId: target.value || stored.supplierId })
      }
    >
      {(!task.outsourced || !isKnown) && (
        <option value="">
          {t(task.outsourced ? "chooseSupplier" : "inHouse")}
        </option>
      )}
      {suppliers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

const dayMs = 86_400_000;

/** Days that the plan leaves the supplier of an outsourced task. */
const plannedDays = ({ outsourced, plannedStart, plannedEnd }: EditableTask) =>
  outsourced && plannedStart && plannedEnd
    ? (Date.parse(plannedEnd) - Date.parse(plannedStart)) / dayMs
    : null;

/** How many days a supplier has for a task. */
export function LeadCell({ task }: CellProps) {
  const { t, edit, suppliers, faults, isChanged, shared, type } = useCell(task);
  const why = refusalOf("outsource", task, edit, suppliers);
  if (why && !isChanged("supplierId", "leadDays")) {
    return <Fixed why={why}>{hoursFigure(plannedDays(task))}</Fixed>;
  }
  const label = t("leadOf", { task: titleOf(task) });
  const isOut = task.outsourced || edit.supplierId !== undefined;
  const days = edit.supplierId === undefined ? plannedDays(task) : null;
  return (
    <NumberField
      shared={shared(
        label,
        storedOf(task).leadDays || t("leadOwn"),
        "leadDays",
      )}
      value={leadOf(task, edit)}
      placeholder={
        isOut ? (days === null ? t("leadOwn") : hoursFigure(days)) : "–"
      }
      isWrong={faults.includes("lead")}
      onType={(leadDays) => type({ leadDays })}
    />
  );
}
