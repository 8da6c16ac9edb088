import { App, Button } from "antd";
import { useId, useRef, useState, type FormEvent } from "react";
import { joined } from "@/i18n/joined";
import { labelled } from "@/i18n/punctuation";
import {
  numberOf,
  refusalOf,
  titleOf,
  type Refusal,
  type TaskEdit,
  type TaskSupplier,
} from "./task-edit";
import { useTaskEditTexts } from "./task-edit-texts";
import type { TaskEdits } from "./use-task-edits";
import type { useTaskTrial } from "./use-task-trial";
import "./task-edit.css";

/** Most tasks that one line names. */
const mostNamed = 8;

/** Several tasks in one line, the first ones by name. */
export function useNamed() {
  const t = useTaskEditTexts();
  return (names: string[]) =>
    names.length > mostNamed
      ? `${joined(names.slice(0, mostNamed))} ${t("andMore", { count: names.length - mostNamed })}`
      : joined(names);
}

type Kind = "lock" | "unlock" | "hours" | "outsource";

interface BarProps {
  edits: TaskEdits;
  suppliers: TaskSupplier[];
  trial: ReturnType<typeof useTaskTrial>;
  /** Says that a task has to be ticked first. */
  onUnticked: () => void;
}

/** What can be done with the ticked tasks: values for all of them, a trial, saving. */
export function TaskEditBar({ edits, suppliers, trial, onUnticked }: BarProps) {
  const t = useTaskEditTexts();
  const { modal } = App.useApp();
  const [open, setOpen] = useState<"hours" | "outsource" | null>(null);
  const [skipped, setSkipped] = useState<[string, Refusal][]>([]);
  const named = useNamed();

  /** Changes the ticked tasks that take it; the others are named. */
  function applyToTicked(kind: Kind, change: TaskEdit) {
    const refused: [string, Refusal][] = [];
    for (const { task, edit } of edits.chosen) {
      const why = refusalOf(kind, task, edit, suppliers);
      if (why) {
        refused.push([titleOf(task), why]);
      } else {
        edits.type(task, change);
      }
    }
    setSkipped(refused);
    trial.clearNotice();
    if (refused.length === 0) {
      setOpen(null);
    }
  }

  /** A trial or a save goes on from what is typed by now. */
  function goOn(act: () => void) {
    setSkipped([]);
    setOpen(null);
    act();
  }

  /** Only with a ticked task. */
  function withTicked(act: () => void) {
    setSkipped([]);
    if (edits.ticked.length === 0) {
      onUnticked();
    } else {
      act();
    }
  }
  const toggle = (form: "hours" | "outsource") =>
    withTicked(() => setOpen(open === form ? null : form));

  const whys = [...new Set(skipped.map(([, why]) => why))];
  return (
    <div className="task-edit" role="group" aria-label={t("tools")}>
      <div className="task-edit-tools">
        <Button
          onClick={() => withTicked(() => applyToTicked("lock", { lock: 2 }))}
        >
          {t("lock")}
        </Button>
        <Button
          onClick={() => withTicked(() => applyToTicked("unlock", { lock: 0 }))}
        >
          {t("unlock")}
        </Button>
        {(["hours", "outsource"] as const).map((form) => (
          <Button
            key={form}
            aria-expanded={open === form}
            onClick={() => toggle(form)}
          >
            {t(form)} …
          </Button>
        ))}
        <span className="task-edit-split" />
        <Button loading={trial.isTrying} onClick={() => goOn(trial.inspect)}>
          {t(trial.isTrying ? "inspecting" : "inspect")}
        </Button>
        <Button
          type="primary"
          loading={trial.isKeeping}
          onClick={() => goOn(trial.save)}
        >
          {t(trial.isKeeping ? "saving" : "save")}
        </Button>
        <span role="status" className="soft numbers">
          {t("ticked", {
            ticked: edits.ticked.length,
            edited: edits.edited.length,
          })}
        </span>
        {edits.edited.length > 0 && (
          <Button
            type="link"
            onClick={() =>
              void modal.confirm({
                title: t("dropTitle", { count: edits.edited.length }),
                content: t("dropText"),
                okText: t("drop"),
                onOk: () => {
                  trial.drop();
                  setSkipped([]);
                  edits.forget();
                },
              })
            }
          >
            {t("drop")}
          </Button>
        )}
      </div>
      {open === "hours" && (
        <HoursForm
          onApply={(change) => withTicked(() => applyToTicked("hours", change))}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "outsource" && (
        <OutsourceForm
          suppliers={suppliers}
          onApply={(change) =>
            withTicked(() => applyToTicked("outsource", change))
          }
          onClose={() => setOpen(null)}
        />
      )}
      {skipped.length > 0 && (
        <div role="alert" className="task-edit-note">
          <strong>{t("skipped")}</strong>
          <ul>
            {whys.map((why) => (
              <li key={why}>
                {labelled(
                  named(
                    skipped
                      .filter(([, one]) => one === why)
                      .map(([title]) => title),
                  ),
                  t(`not.${why}`),
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface ApplyProps {
  onApply: (change: TaskEdit) => void;
  onClose: () => void;
}

function HoursForm({ onApply, onClose }: ApplyProps) {
  const t = useTaskEditTexts();
  const [hours, setHours] = useState("");
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const fault = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    const isReadable = numberOf(hours) > 0 && numberOf(hours) <= 5000;
    setWrong(!isReadable);
    if (isReadable) {
      onApply({ hours: hours.trim() });
    } else {
      field.current?.focus();
    }
  }
  return (
    <form className="task-apply" onSubmit={submit}>
      <label>
        {t("newHours")}
        <input
          ref={field}
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          value={hours}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? fault : undefined}
          onChange={({ target }) => setHours(target.value)}
        />
      </label>
      <ApplyButtons onClose={onClose} />
      {isWrong && (
        <p id={fault} role="alert">
          {t("wrongHours")}
        </p>
      )}
    </form>
  );
}

function OutsourceForm(props: ApplyProps & { suppliers: TaskSupplier[] }) {
  const { suppliers, onApply, onClose } = props;
  const t = useTaskEditTexts();
  const [supplierId, setSupplier] = useState("");
  const [lead, setLead] = useState("");
  const [wrong, setWrong] = useState<"chooseSupplier" | "wrongLead" | null>(
    null,
  );
  const choice = useRef<HTMLSelectElement>(null);
  const days = useRef<HTMLInputElement>(null);
  const fault = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    const number = lead.trim() === "" ? 0 : numberOf(lead);
    if (!supplierId) {
      setWrong("chooseSupplier");
      choice.current?.focus();
    } else if (!(number >= 0 && number <= 365)) {
      setWrong("wrongLead");
      days.current?.focus();
    } else {
      setWrong(null);
      onApply({ supplierId, leadDays: lead.trim() });
    }
  }
  return (
    <form className="task-apply" onSubmit={submit}>
      <label>
        {t("supplier")}
        <select
          ref={choice}
          autoFocus
          value={supplierId}
          aria-invalid={wrong === "chooseSupplier" || undefined}
          aria-describedby={wrong === "chooseSupplier" ? fault : undefined}
          onChange={({ target }) => setSupplier(target.value)}
        >
          <option value="">{t("chooseSupplier")}</option>
          {suppliers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("lead")}
        <input
          ref={days}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t("leadOwn")}
          value={lead}
          aria-invalid={wrong === "wrongLead" || undefined}
          aria-describedby={wrong === "wrongLead" ? fault : undefined}
          onChange={({ target }) => setLead(target.value)}
        />
      </label>
      <ApplyButtons onClose={onClose} />
      {wrong && (
        <p id={fault} role="alert">
          {t(wrong)}
        </p>
      )}
    </form>
  );
}

function ApplyButtons({ onClose }: { onClose: () => void }) {
  const t = useTaskEditTexts();
  return (
    <>
      <Button htmlType="submit">{t("apply")}</Button>
      <Button type="text" onClick={onClose}>
        {t("close")}
      </Button>
    </>
  );
}
