import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Switch } from "antd";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { outcomeOfFailure } from "@/api/errors";
import { useCan } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import { RecordName } from "@/ui/record-name";
import { useUiTexts } from "@/ui/texts";
import { AutoRunLine } from "./auto-run";
import { useAutoTexts } from "./auto-texts";
import { Times } from "./next-times";
import { useRecurrenceWords } from "./use-recurrence-words";
import { useWhen } from "./use-when";

export type AutoSchedule = Schema<"ApsAutoScheduleView">;

interface AutoCardProps {
  of: AutoSchedule;
  zone: string;
  onEdit: () => void;
  /** It is gone: a form that shows it has nothing to show. */
  onDeleted: () => void;
}

/** An auto-schedule: when it runs, what it does and what it has done. */
export function AutoCard({ of, zone, onEdit, onDeleted }: AutoCardProps) {
  const t = useAutoTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const words = useRecurrenceWords();
  const when = useWhen(zone);
  const mayChange = useCan("aps.autoSchedule.modify");
  const maySee = useCan("aps.schedule.check");
  const { id, version, name } = of;
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        const who = outcome.conflict.changedBy || t("somebody");
        void message.warning(t("changedSince", { who }));
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["auto-schedules"] }),
  });

  async function remove() {
    const agreed = await modal.confirm({
      title: t("deleteTitle", { name }),
      content: t("deleteText"),
      okText: t("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      act.mutate(
        () =>
          call("POST", "aps/automaticScheduling/delete", {
            body: { id, version },
          }),
        {
          onSuccess: () => {
            onDeleted();
            void message.success(t("deleted", { name }));
          },
        },
      );
    }
  }

  const [next] = of.times;
  const count = of.times.length;
  return (
    <article className="auto-card" aria-label={name}>
      <header>
        <h2>
          <RecordName>{name}</RecordName>
        </h2>
        <Switch
          aria-label={t("switchOf", { name })}
          checked={of.enabled}
          loading={act.isPending}
          disabled={!mayChange}
          onChange={(enabled) =>
            act.mutate(() =>
              call("POST", "aps/automaticScheduling/switch", {
                body: { id, version, enabled },
              }),
            )
          }
        />
        <span className="soft">{t(of.enabled ? "on" : "off")}</span>
        <span className="auto-push" />
        <PermissionButton
          permission="aps.autoSchedule.modify"
          aria-label={t("editOf", { name })}
          onClick={onEdit}
        >
          {t("edit")}
        </PermissionButton>
        <PermissionButton
          permission="aps.autoSchedule.delete"
          danger
          aria-label={t("deleteOf", { name })}
          onClick={() => void remove()}
        >
          {t("delete")}
        </PermissionButton>
      </header>
      <p className="auto-words">
        <strong>{words(of.recurrence)}</strong>{" "}
        <code title={t("expression")}>{of.cronExpression}</code>
      </p>
      <dl className="auto-facts">
        <div>
          <dt>{t("next")}</dt>
          <dd className="numbers">
            {of.enabled ? (next ? when(next) : t("nextNone")) : t("nextOff")}
          </dd>
        </div>
        <div>
          <dt>{t("schedule")}</dt>
          <dd>
            {!of.scheduleId && <>{t("defaultSchedule")} · </>}
            {maySee && of.scheduleName ? (
              <Link
                to={`/aps/schedule?q=${encodeURIComponent(of.scheduleName)}`}
              >
                <RecordName>{of.scheduleName}</RecordName>
              </Link>
            ) : (
              of.scheduleName || t("noDefault")
            )}
          </dd>
        </div>
        <div>
          <dt>{t("publish")}</dt>
          <dd>{t(of.publish ? "publishOn" : "publishOff")}</dd>
        </div>
        <div>
          <dt>{t("owner")}</dt>
          <dd>{of.ownerName}</dd>
        </div>
      </dl>
      <div className="auto-lists">
        <section aria-label={t("runs")}>
          <h3>{t("runs")}</h3>
          {of.runs.length === 0 ? (
            <p className="soft">{t("runsNone")}</p>
          ) : (
            <ol className="auto-runs">
              {of.runs.map((run) => (
                <AutoRunLine key={run.dueTime} of={run} zone={zone} />
              ))}
            </ol>
          )}
        </section>
        <section aria-label={t("times", { count })}>
          <h3>{t(of.enabled ? "times" : "timesIfOn", { count })}</h3>
          <Times times={of.times} zone={zone} />
        </section>
      </div>
    </article>
  );
}
