import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { formatInstant } from "@/i18n/format";
import { can } from "@/session/session";
import {
  kindsFor,
  taskOf,
  type Changeable,
  type ChangeKind,
  type PlanChange,
  type ScheduleTask,
} from "./preview";
import {
  ChoiceField,
  MomentField,
  momentOf,
  useTyped,
  type Named,
} from "./preview-fields";
import { Overtime } from "./preview-overtime";
import { usePreviewTexts } from "./preview-texts";
import { Trial } from "./preview-trial";
import "./preview.css";

interface ChangeTaskProps {
  scheduleId: string;
  planId: string;
  taskId: string;
  zone: string;
  /** Where it is and could be. */
  resource: Named;
  resources: Named[];
  suppliers: Named[];
  start: string;
  /** Of its run, as planned. */
  minutes: number;
  overtime: [string, string];
  of: Omit<Changeable, "task" | "hasSuppliers">;
  /** The plan on show holds it no more: its fields stay as they are. */
  hasLeft?: boolean;
}

/** Changes a task on trial: moved, locked, with other hours, outside, split, or with overtime of its machine. */
export function ChangeTask(props: ChangeTaskProps) {
  const { scheduleId, planId, taskId, suppliers, of, hasLeft } = props;
  const t = usePreviewTexts();
  const name = useId();
  const [chosen, setChosen] = useState<ChangeKind | null>(null);
  const [keptOn, setKeptOn] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const task = useQuery({
    queryKey: ["schedule-task", planId, taskId],
    queryFn: () => taskOf(scheduleId, taskId),
    enabled: !of.isBegun && !hasLeft && can("aps.task.check"),
    // The fields stay open while the task is read of the next plan.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === taskId ? previous : undefined,
  });
  // The newest plan may hold it no more before the chart shows that plan.
  const [known, setKnown] = useState<ScheduleTask | null>(null);
  if (task.data && task.data !== known) {
    setKnown(task.data);
  }
  const kinds = kindsFor({
    ...of,
    hasSuppliers: suppliers.length > 0,
    task: known,
  });
  const isLost = chosen !== null && !kinds.includes(chosen);
  if (keptOn !== null && keptOn !== planId) {
    // The plan that holds what was kept is here: its fields begin anew.
    setKeptOn(null);
    setRound(round + 1);
    if (isLost) {
      setChosen(null);
    }
  }
  // What was typed for a kind that is lost stays to be read, until another is chosen.
  const kind = chosen ?? kinds[0];
  return (
    <section className="preview">
      <h3>{t("title")}</h3>
      {!kind ? (
        <p className="soft">{t("fixed")}</p>
      ) : (
        <>
          <div role="radiogroup" aria-label={t("kind")}>
            {kinds.map((one) => (
              <label key={one} className="preview-kind">
                <input
                  type="radio"
                  name={name}
                  checked={one === kind}
                  onChange={() => setChosen(one)}
                />
                <span>{t(one)}</span>
              </label>
            ))}
          </div>
          {kinds.length === 0 && <p className="soft">{t("fixed")}</p>}
          {isLost && !task.isFetching && (
            <p role="status" data-meaning="late">
              {t("noLonger", { kind: t(chosen) })}
            </p>
          )}
          {known?.batches && <p className="soft">{t("batches")}</p>}
          <fieldset
            className="preview-fields"
            disabled={isLost}
            // The kind that one types into is chosen, though it was only offered.
            onChange={() => setChosen(kind)}
            onSubmit={() => setChosen(kind)}
          >
            <Fields
              {...props}
              key={`${kind} ${round}`}
              kind={kind}
              task={known}
              onKept={setKeptOn}
            />
          </fieldset>
        </>
      )}
    </section>
  );
}

type FieldsProps = ChangeTaskProps & {
  kind: ChangeKind;
  task: ScheduleTask | null;
  onKept: (planId: string) => void;
};

function Fields(props: FieldsProps) {
  const { kind, scheduleId, planId, taskId, zone, resource, overtime } = props;
  const t = usePreviewTexts();
  switch (kind) {
    case "move":
      return <Move {...props} />;
    case "overtime":
      return (
        <Overtime
          scheduleId={scheduleId}
          planId={planId}
          zone={zone}
          taskId={taskId}
          resource={resource}
          from={overtime[0]}
          to={overtime[1]}
          onKept={props.onKept}
        />
      );
    case "lock":
    case "unlock":
      return (
        <Trial {...props} change={changeOf(props)}>
          <p className="soft">
            {t(`${kind}Hint`, {
              resource: resource.name,
              start: formatInstant(props.start, zone),
            })}
          </p>
        </Trial>
      );
    case "outsource":
      return <Outsource {...props} />;
    default:
      return <Hours {...props} kind={kind} />;
  }
}

const changeOf = (
  { kind, taskId, task }: FieldsProps,
  more?: Partial<PlanChange>,
): PlanChange => ({
  kind,
  taskId,
  ...(kind !== "move" && kind !== "split" && { version: task?.version ?? 0 }),
  ...more,
});

/** The id if it may still be chosen. */
const oneOf = (options: Named[], id: string) =>
  options.find((option) => option.id === id)?.id;

function Move(props: FieldsProps) {
  const { zone, resources } = props;
  const t = usePreviewTexts();
  const [wanted, setWanted] = useTyped(props.resource.id);
  const resource = oneOf(resources, wanted) ?? props.resource.id;
  const [start, setStart] = useTyped(
    formatInstant(props.start, zone).replace(" ", "T"),
  );
  const at = momentOf(start, zone);
  return (
    <Trial
      {...props}
      change={at ? changeOf(props, { resourceId: resource, start: at }) : null}
    >
      <ChoiceField
        label={t("resource")}
        options={resources}
        value={resource}
        onChange={setWanted}
      />
      <MomentField
        label={t("start", { zone })}
        zone={zone}
        value={start}
        onChange={setStart}
      />
    </Trial>
  );
}

function Outsource(props: FieldsProps) {
  const { suppliers, task } = props;
  const t = usePreviewTexts();
  const [wanted, setWanted] = useTyped(task?.supplierId ?? "");
  const supplier =
    oneOf(suppliers, wanted) ??
    oneOf(suppliers, task?.supplierId ?? "") ??
    suppliers[0]?.id ??
    "";
  const [days, setDays] = useTyped(task?.leadDays ? String(task.leadDays) : "");
  return (
    <Trial
      {...props}
      change={changeOf(props, {
        resourceId: supplier,
        minutes: Math.round(Number(days) * 1440),
      })}
    >
      <ChoiceField
        label={t("supplier")}
        options={suppliers}
        value={supplier}
        onChange={setWanted}
      />
      <label>
        {t("lead")}
        <input
          type="number"
          min={0}
          max={365}
          step="any"
          placeholder={t("leadOwn")}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </label>
    </Trial>
  );
}

/** The hours of an operation, or those of the first segment that a split makes. */
function Hours(props: FieldsProps) {
  const { kind, task, minutes } = props;
  const t = usePreviewTexts();
  const isSplit = kind === "split";
  const setup = task?.setupHours ?? 0;
  const most = minutes / 60 - setup;
  const initial = isSplit
    ? Math.round((most / 2) * 4) / 4
    : (task?.recordHours ?? 0);
  const [hours, setHours] = useTyped(String(initial));
  const value = Math.round(Number(hours) * 60);
  return (
    <Trial
      {...props}
      change={value > 0 ? changeOf(props, { minutes: value }) : null}
    >
      <label>
        {isSplit ? t("firstHours") : t("allHours", { setup })}
        <input
          type="number"
          required
          min={isSplit ? 0 : setup}
          max={5000}
          step="any"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
      </label>
      {isSplit && <p className="soft">{t("splitHint")}</p>}
    </Trial>
  );
}
