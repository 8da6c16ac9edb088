import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Tooltip } from "antd";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { call } from "@/api/call";
import { shownIn, sortKeyOf } from "@/grid/column-layout";
import { ColumnMenu } from "@/grid/column-menu";
import { DataGrid } from "@/grid/data-grid";
import { ExportMenu } from "@/grid/export-menu";
import { useColumnLayout } from "@/grid/use-column-layout";
import { useListExport } from "@/grid/use-list-export";
import { ViewMenu } from "@/grid/view-menu";
import { listed } from "@/i18n/listed";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useListAddress } from "@/resource/use-list-address";
import { can } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import { InForceNow } from "../plan/plan-head";
import { sentences } from "../plan/punctuation";
import {
  mayNow,
  newestFirst,
  schedulesQuery,
  stateOf,
  type Schedule,
  type Verb,
} from "../plan/schedule";
import { useScheduleColumns } from "./schedule-columns";
import { ScheduleForm } from "./schedule-form";
import { useApsTexts } from "../plan/texts";
import { usePublish } from "../plan/use-publish";
import { useRunMessages } from "./use-run-messages";
import { useRename } from "./use-rename";
import { useScheduleDialogs, type ScheduleVerb } from "./use-schedule-dialogs";
import "../plan/plan.css";
import "./schedules.css";

const permissions: Record<Verb, string> = {
  run: "aps.schedule.run",
  edit: "aps.schedule.modify",
  rename: "aps.schedule.modify",
  delete: "aps.schedule.delete",
  cancel: "aps.schedule.cancel",
  publish: "aps.schedule.release",
  simulate: "aps.schedule.modify",
  again: "aps.schedule.modify",
  default: "aps.schedule.modify",
};
/** What people look for when they may not: the rest would be a wall of grey. */
const greyed: readonly Verb[] = ["run", "publish", "edit", "delete"];
const idOf = (row: Schedule) => row.id;

/** Columns of the file for what stands beside a figure of the list. */
const besides: Record<string, string[]> = {
  late: ["lateToday", "partsLateToday"],
  carriedLate: ["carriedLateToday"],
};

/** How the list stands by itself. */
const first = { pinned: ["name"] };

export function ScheduleList() {
  const t = useApsTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const ask = useQuestion();
  const { message } = App.useApp();
  const { search, choose, typed, setTyped } = useListAddress();
  const [chosen, setChosen] = useState<string[]>([]);
  const [open, setOpen] = useState<{
    id: string | null;
    from?: string;
    again?: boolean;
  } | null>(null);
  const [isDirty, onDirty] = useState(false);
  const leave = useDirtyGuard(useCallback(() => isDirty, [isDirty]));
  const show = (next: typeof open) =>
    leave(() => {
      onDirty(false);
      setOpen(next);
    });
  const list = useQuery(schedulesQuery(search));
  const rows = useMemo(() => list.data?.rows ?? [], [list.data]);
  const total = list.data?.total ?? 0;
  const [layout, setLayout] = useColumnLayout("aps.schedule", first);
  const columns = useScheduleColumns();
  const exported = useListExport(
    "aps/exe/job/export",
    { q: search, sort: sortKeyOf(layout) || newestFirst },
    shownIn(layout, columns)
      .filter((id) => id !== "results")
      .flatMap((id) => [id, ...(besides[id] ?? [])]),
  );
  useRunMessages(rows);

  const done = () => client.invalidateQueries({ queryKey: ["schedules"] });
  const act = useMutation({
    mutationFn: async (verb: ScheduleVerb) => ask(verb),
    onSettled: done,
  });
  const publish = usePublish();
  const { cancel, remove } = useScheduleDialogs(act);
  const [renaming, rename] = useRename();

  const picked = rows.filter((row) => chosen.includes(row.id));
  const one = picked.length === 1 ? picked[0] : undefined;

  function button(
    verb: Verb,
    label: string,
    onClick: () => void,
    more?: { primary?: boolean; danger?: boolean },
  ): ReactNode {
    if (!can(permissions[verb])) {
      return (
        greyed.includes(verb) && (
          <PermissionButton key={verb} permission={permissions[verb]}>
            {label}
          </PermissionButton>
        )
      );
    }
    const blocked =
      verb === "delete" ? picked.find((row) => !mayNow(verb, row)) : one;
    const missing = verb === "delete" ? picked.length === 0 : !one;
    const refused = blocked && !mayNow(verb, blocked);
    const why = missing
      ? t("chooseOne")
      : refused
        ? blocked.simulation && (verb === "publish" || verb === "default")
          ? t("simulationNot")
          : t("notNow", { status: t(stateOf(blocked)) })
        : "";
    return (
      <Tooltip title={why} key={verb}>
        <Button
          disabled={missing || Boolean(refused)}
          type={more?.primary ? "primary" : "default"}
          danger={more?.danger ?? false}
          onClick={onClick}
        >
          {label}
        </Button>
      </Tooltip>
    );
  }

  return (
    <Page
      title={t("schedules")}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <span role="status" className="resource-count numbers soft">
            {list.data &&
              t("rows", { shown: rows.length, total, count: total })}
          </span>
          <span className="push" />
          <ViewMenu
            name="aps.schedule"
            current={{ layout, search }}
            onApply={(view) => {
              setLayout(view.layout);
              setTyped(view.search);
              choose({ search: view.search });
            }}
          />
          <ColumnMenu
            columns={columns}
            layout={layout}
            first={first}
            onLayoutChange={setLayout}
          />
          <ExportMenu
            permission="aps.schedule.export"
            onExport={(format) => exported.mutate(format)}
          />
          <PermissionButton
            permission="aps.schedule.modify"
            type="primary"
            onClick={() => show({ id: null })}
          >
            {t("new")}
          </PermissionButton>
          <div className="aps-actions">
            {button("run", t("run"), () =>
              act.mutate((confirm) =>
                call("POST", "aps/exe/job/startScheduling", {
                  body: { id: one!.id },
                  query: { confirm },
                }),
              ),
            )}
            {button("cancel", t("cancelRun"), () => cancel(one!))}
            {button("publish", t("publish"), () =>
              publish.mutate({ schedule: one!, planNumber: 0 }),
            )}
            {button("edit", t("edit"), () => show({ id: one!.id }))}
            {button("simulate", t("simulate"), () =>
              show({ id: null, from: one!.id }),
            )}
            {button("again", t("again"), () =>
              show({ id: null, from: one!.id, again: true }),
            )}
            {button("rename", t("rename"), () => rename(one!))}
            {button("default", t("makeDefault"), () =>
              act.mutate((confirm) =>
                call("POST", "aps/exe/job/configSave", {
                  // Nothing but the flag: every state allows that.
                  body: {
                    id: one!.id,
                    name: "",
                    startTime: null,
                    defaultFlag: true,
                  },
                  query: { confirm },
                }),
              ),
            )}
            {button(
              "delete",
              t("delete"),
              () => void remove(picked, () => setChosen([])),
              { danger: true },
            )}
          </div>
        </>
      }
      aside={
        open && (
          <ScheduleForm
            key={`${open.id ?? open.from ?? "new"} ${open.again ?? ""}`}
            id={open.id}
            from={open.from}
            again={open.again}
            onDirty={onDirty}
            onClose={() => show(null)}
            onSaved={(name, warnings) => {
              onDirty(false);
              setOpen(null);
              message.destroy();
              void (warnings.length > 0
                ? message.warning(
                    sentences([t("savedWith", { name }), listed(warnings)]),
                    8,
                  )
                : message.success(t("saved", { name })));
              void done();
            }}
          />
        )
      }
    >
      {renaming}
      {list.data?.inForce && (
        <p className="plan-head">
          <InForceNow plan={list.data.inForce} />
        </p>
      )}
      <DataGrid
        label={t("schedules")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        selection={chosen}
        onSelectionChange={setChosen}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(search ? "found" : "none")
          )
        }
      />
      {total > rows.length && (
        <p className="soft" role="status">
          {t("newestOnly", { shown: rows.length, count: total })}
        </p>
      )}
    </Page>
  );
}
