import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Input, Tooltip } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "@/i18n/format";
import { can, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { PermissionButton } from "@/ui/permission-button";
import { useUiTexts } from "@/ui/texts";
import {
  CarriedMoulds,
  InForceTime,
  ReplacedBy,
  VersionState,
} from "../plan/plan-head";
import {
  planPath,
  remarkOn,
  versionsQuery,
  type PlanOf,
  type PlanVersion,
} from "../plan/plan-version";
import { usePlanVersionTexts } from "../plan/plan-version-texts";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import { figure } from "../plan/figure";
import type { Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";
import { usePublish } from "../plan/use-publish";

/** The versions of a schedule: where each comes from, what it holds, and how it comes in force. */
export function VersionsTab(props: { schedule: Schedule; of: PlanOf }) {
  const { schedule, of } = props;
  const t = usePlanVersionTexts();
  const aps = useApsTexts();
  const list = useQuery(versionsQuery(of));
  if (!list.data) {
    return list.error ? (
      <Failure of={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <section>
      <p className="soft">{t("kept")}</p>
      <table className="plain-table versions">
        <thead>
          <tr>
            <th>{t("version")}</th>
            <th>{t("state")}</th>
            <th>{t("origin")}</th>
            <th>{t("author")}</th>
            <th>{t("made")}</th>
            <th className="numbers">{aps("moulds")}</th>
            <th className="numbers">{aps("tasks")}</th>
            <th className="numbers">{aps("late")}</th>
            <th className="numbers">{aps("unscheduled")}</th>
            <th>{t("note")}</th>
            <th>{t("pin")}</th>
            <th>{aps("results")}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {list.data.rows.map((row) => (
            <Version key={row.planId} schedule={schedule} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Version(props: { schedule: Schedule; row: PlanVersion }) {
  const { schedule, row } = props;
  const { planNumber: number } = row;
  const t = usePlanVersionTexts();
  const aps = useApsTexts();
  const zone = useZone();
  const remark = useRemark(schedule.id, row);
  const at = { id: schedule.id, planNumber: number };
  return (
    <tr>
      <th scope="row">
        {t("versionOf", { number })}
        {row.newest && <small className="soft"> {t("newest")}</small>}
      </th>
      <td data-label={t("state")}>
        <VersionState of={row} />
        <small className="soft versions-facts">
          <InForceTime of={row} />
          <ReplacedBy plan={row.replacedBy} />
          {row.goes && <span>{t("goes")}</span>}
          <CarriedMoulds of={row} />
        </small>
      </td>
      <td data-label={t("origin")}>
        {t(`origin.${row.origin}`)}
        {row.parent > 0 && (
          <small className="soft">
            {" "}
            {t("fromParent", { number: row.parent })}
          </small>
        )}
      </td>
      <td data-label={t("author")}>{row.authorName || "–"}</td>
      <td data-label={t("made")}>{formatInstant(row.createTime, zone)}</td>
      {(["moulds", "tasks", "late", "unscheduled"] as const).map((key) => (
        <td key={key} className="numbers" data-label={aps(key)}>
          {figure(row[key])}
        </td>
      ))}
      <td data-label={t("note")}>
        <Note row={row} onSave={(note) => remark.mutateAsync({ note })} />
      </td>
      <td data-label={t("pin")}>
        <Checkbox
          aria-label={t("pinOf", { number })}
          checked={row.pinned}
          disabled={!can("aps.schedule.modify") || remark.isPending}
          onChange={({ target }) => remark.mutate({ pinned: target.checked })}
        />
      </td>
      <td data-label={aps("results")}>
        <span className="aps-links">
          <Link to={planPath("tasks", at)}>{aps("openTasks")}</Link>
          <Link to={planPath("gantt", at)}>{aps("openGantt")}</Link>
          <Link to={planPath("result", at)}>{aps("openResult")}</Link>
        </span>
      </td>
      <td>
        <PublishVersion schedule={schedule} row={row} />
      </td>
    </tr>
  );
}

function useRemark(scheduleId: string, row: PlanVersion) {
  const t = usePlanVersionTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (change: { note?: string; pinned?: boolean }) =>
      remarkOn(scheduleId, row, change),
    onSuccess: (_, { pinned }) => {
      message.destroy();
      void message.success(
        pinned === undefined
          ? t("noteSaved")
          : t(pinned ? "pinned" : "unpinned", { number: row.planNumber }),
      );
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: ["plan-versions", scheduleId] }),
  });
}

interface NoteProps {
  row: PlanVersion;
  onSave: (note: string) => Promise<unknown>;
}

/** The note of a version; what is typed stays until it is saved or given up. */
function Note({ row, onSave }: NoteProps) {
  const t = usePlanVersionTexts();
  const aps = useApsTexts();
  const ui = useUiTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const label = t("editNote", { number: row.planNumber });
  if (typed === null) {
    return (
      <span className="versions-note">
        {row.note}
        {can("aps.schedule.modify") && (
          <Button
            type="link"
            size="small"
            aria-label={label}
            onClick={() => setTyped(row.note)}
          >
            {row.note ? aps("edit") : t("addNote")}
          </Button>
        )}
      </span>
    );
  }
  return (
    <form
      className="versions-note"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(typed).then(
          () => setTyped(null),
          () => undefined, // said by the call; what was typed stays
        );
      }}
    >
      <Input
        autoFocus
        size="small"
        aria-label={label}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === "Escape" && setTyped(null)}
      />
      <Button size="small" type="primary" htmlType="submit">
        {t("save")}
      </Button>
      <Button size="small" onClick={() => setTyped(null)}>
        {ui("cancel")}
      </Button>
    </form>
  );
}

function PublishVersion(props: { schedule: Schedule; row: PlanVersion }) {
  const { schedule, row } = props;
  const { planNumber } = row;
  const t = usePlanVersionTexts();
  const aps = useApsTexts();
  const publish = usePublish();
  const m = useMeaningTexts();
  const permission = "aps.schedule.release";
  // Grey once, for the newest: a column of grey would tell nothing more.
  const isOffered = can(permission) || row.newest;
  if (schedule.simulation || row.inForce || !isOffered) {
    return null;
  }
  const isRunning = schedule.status === 1;
  const overtaken = row.overtaken?.length ?? 0;
  const verb = row.replacedTime ? "restore" : "publish";
  return (
    <Tooltip
      title={
        isRunning
          ? aps("publishRunning")
          : overtaken > 0 && m("overtaken", { n: figure(overtaken) })
      }
    >
      <PermissionButton
        permission={permission}
        size="small"
        disabled={isRunning || overtaken > 0 || publish.isPending}
        aria-label={t(`${verb}Of`, { number: planNumber })}
        onClick={() =>
          publish.mutate({
            schedule,
            planNumber,
            restores: verb === "restore",
          })
        }
      >
        {t(verb)}
      </PermissionButton>
    </Tooltip>
  );
}
