import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
import { formatInstant, instantOf } from "@/i18n/format";
import { can } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { spanWords, useWhyTexts } from "./explain-texts";
import {
  commitOf,
  previewOf,
  type MouldEffect,
  type PlanChange,
  type PlanEffect,
} from "./preview";
import { usePreviewTexts } from "./preview-texts";
import "./preview.css";
import "./result.css";

interface MoveTaskProps {
  scheduleId: string;
  planId: string;
  taskId: string;
  zone: string;
  /** Where it is and could be. */
  resourceId: string;
  resources: { id: string; name: string }[];
  start: string;
  /** It has begun, or somebody has locked it. */
  isFixed: boolean;
}

/** Moves a task on trial: what would follow, to the minute, before it is kept or dropped. */
export function MoveTask(props: MoveTaskProps) {
  const { scheduleId, planId, taskId, zone, resources, isFixed } = props;
  const t = usePreviewTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [resource, setResource] = useState(props.resourceId);
  const [start, setStart] = useState(
    formatInstant(props.start, zone).replace(" ", "T"),
  );
  const at = instantOf(start, zone);
  const changes = (): PlanChange[] => [
    { kind: "move", taskId, resourceId: resource, ...(at && { start: at }) },
  ];
  const preview = useMutation({
    mutationFn: () => previewOf(scheduleId, planId, changes()),
  });
  const commit = useMutation({
    mutationFn: () => commitOf(scheduleId, planId, changes()),
    onSuccess: () => {
      void message.success(t("kept"));
      void client.invalidateQueries({ queryKey: ["schedules"] });
    },
  });
  const changed = () => {
    preview.reset();
    commit.reset();
  };
  const error = commit.error ?? preview.error;
  return (
    <section className="preview">
      <h3>{t("title")}</h3>
      {isFixed ? (
        <p className="soft">{t("fixed")}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            preview.mutate();
          }}
        >
          <label>
            {t("resource")}
            <select
              value={resource}
              onChange={(event) => {
                setResource(event.target.value);
                changed();
              }}
            >
              {resources.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("start", { zone })}
            <input
              type="datetime-local"
              required
              value={start}
              onChange={(event) => {
                setStart(event.target.value);
                changed();
              }}
            />
          </label>
          <button type="submit" disabled={preview.isPending || !at}>
            {t(preview.isPending ? "previewing" : "preview")}
          </button>
        </form>
      )}
      {error && <p role="alert">{wordsOf(error)}</p>}
      {preview.data && (
        <>
          <Effect effect={preview.data} taskId={taskId} zone={zone} />
          <p className="preview-end">
            {can("aps.schedule.modify") && preview.data.taskCount > 0 && (
              <button
                type="button"
                className="preview-keep"
                disabled={commit.isPending}
                onClick={() => commit.mutate()}
              >
                {t(commit.isPending ? "keeping" : "keep")}
              </button>
            )}
            <button type="button" onClick={changed}>
              {t("drop")}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

const mostMoulds = 8;

function Effect(props: { effect: PlanEffect; taskId: string; zone: string }) {
  const { effect, taskId, zone } = props;
  const t = usePreviewTexts();
  const own = effect.tasks.find(({ task }) => task.taskId === taskId);
  if (effect.taskCount === 0) {
    return <p className="soft">{t("nothing")}</p>;
  }
  return (
    <>
      <ul className="preview-sum">
        {own && (
          <li>
            {t("moves", {
              resource: own.resource,
              start: formatInstant(own.start, zone),
              end: formatInstant(own.end, zone),
            })}
          </li>
        )}
        <li>{t("tasks", { n: effect.taskCount })}</li>
        <li data-meaning={effect.nowLate > 0 ? "late" : undefined}>
          {effect.nowLate > 0
            ? t("nowLate", { n: effect.nowLate })
            : t("noneLate")}
        </li>
        {effect.rescued > 0 && <li>{t("rescued", { n: effect.rescued })}</li>}
        {effect.conflicts.length > 0 && (
          <li data-meaning="late">
            {t("conflicts", { n: effect.conflicts.length })}
          </li>
        )}
      </ul>
      {effect.moulds.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t("mould")}</th>
              <th>{t("after")}</th>
              <th>{t("change")}</th>
            </tr>
          </thead>
          <tbody>
            {effect.moulds.slice(0, mostMoulds).map((mould) => (
              <Mould key={mould.mouldId} mould={mould} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
      {effect.moulds.length > mostMoulds && (
        <p className="soft">
          {t("more", { n: effect.moulds.length - mostMoulds })}
        </p>
      )}
    </>
  );
}

function Mould({ mould, zone }: { mould: MouldEffect; zone: string }) {
  const t = usePreviewTexts();
  const why = useWhyTexts();
  return (
    <tr>
      <th scope="row">{mould.mouldNo}</th>
      <td title={`${t("before")} ${formatInstant(mould.before, zone)}`}>
        {formatInstant(mould.after, zone)}
      </td>
      <td data-meaning={mould.nowLate ? "late" : undefined}>
        {t(mould.minutes > 0 ? "later" : "earlier", {
          span: spanWords(mould.minutes, why),
        })}
        {mould.late > 0 && (
          <small>{t("isLate", { span: spanWords(mould.late, why) })}</small>
        )}
      </td>
    </tr>
  );
}
