import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Tooltip } from "antd";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { DataGrid } from "@/grid/data-grid";
import { useColumnLayout } from "@/grid/use-column-layout";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { can } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import { useQuestion } from "@/ui/use-question";
import {
  mayNow,
  scheduleCall,
  schedulesQuery,
  type Schedule,
  type Verb,
} from "./schedule";
import { useScheduleColumns } from "./schedule-columns";
import { ScheduleForm } from "./schedule-form";
import { useApsTexts } from "./texts";
import { usePublish } from "./use-publish";
import "./aps.css";

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
const idOf = (row: Schedule) => row.id;

export function ScheduleList() {
  const t = useApsTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const ask = useQuestion();
  const { modal, message } = App.useApp();
  const [typed, setTyped] = useState("");
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
  const search = useDebounced(typed).trim();
  const list = useQuery(schedulesQuery(search));
  const rows = useMemo(() => list.data?.rows ?? [], [list.data]);
  const [layout, setLayout] = useColumnLayout("aps.schedule", {
    pinned: ["name"],
  });
  const columns = useScheduleColumns();
  useRunMessages(rows);

  const done = () => client.invalidateQueries({ queryKey: ["schedules"] });
  const act = useMutation({
    mutationFn: async (input: { name: string; body: unknown }) =>
      ask((confirm) => scheduleCall(input.name, input.body, confirm)),
    onSettled: done,
  });
  const publish = usePublish();

  const picked = rows.filter((row) => chosen.includes(row.id));
  const one = picked.length === 1 ? picked[0] : undefined;

  function button(
    verb: Verb,
    label: string,
    onClick: () => void,
    more?: { primary?: boolean; danger?: boolean },
  ): ReactNode {
    if (!can(permissions[verb])) {
      return null;
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
          : t("notNow", { status: t(`status${blocked.status}`) })
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

  function cancel(row: Schedule) {
    const stop = (keepBest: boolean) =>
      act.mutate({ name: "cancelScheduling", body: { id: row.id, keepBest } });
    const dialog = modal.confirm({
      title: t("cancelTitle"),
      content: row.name,
      footer: () => (
        <div className="aps-choices">
          <Button onClick={() => dialog.destroy()}>{ui("cancel")}</Button>
          <Button
            danger
            onClick={() => {
              stop(false);
              dialog.destroy();
            }}
          >
            {t("discard")}
          </Button>
          <Button
            type="primary"
            onClick={() => {
              stop(true);
              dialog.destroy();
            }}
          >
            {t("keepBest")}
          </Button>
        </div>
      ),
    });
  }

  function rename(row: Schedule) {
    let name = row.name;
    void modal.confirm({
      title: t("rename"),
      content: (
        <Input
          defaultValue={name}
          maxLength={50}
          aria-label={t("name")}
          onChange={(event) => {
            name = event.target.value;
          }}
        />
      ),
      okText: ui("save"),
      cancelText: ui("cancel"),
      onOk: () =>
        act.mutateAsync({
          name: "modifyExejobName",
          body: { id: row.id, name },
        }),
    });
  }

  async function remove() {
    const agreed = await modal.confirm({
      title: t("deleteTitle", { count: picked.length }),
      content: (
        <>
          <ul className="question-items">
            {picked.map((row) => (
              <li key={row.id}>{row.name}</li>
            ))}
          </ul>
          <p>{t("deleteText")}</p>
        </>
      ),
      okText: t("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      act.mutate(
        { name: "deleteSchedule", body: { ids: picked.map(idOf) } },
        { onSuccess: () => setChosen([]) },
      );
    }
  }

  return (
    <Page
      title={t("schedules")}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <span className="push" />
          {button("run", t("run"), () =>
            act.mutate({ name: "startScheduling", body: { id: one!.id } }),
          )}
          {button("cancel", t("cancelRun"), () => cancel(one!))}
          {button("publish", t("publish"), () => publish.mutate(one!))}
          {button("edit", t("edit"), () => show({ id: one!.id }))}
          {button("simulate", t("simulate"), () =>
            show({ id: null, from: one!.id }),
          )}
          {button("again", t("again"), () =>
            show({ id: null, from: one!.id, again: true }),
          )}
          {button("rename", t("rename"), () => rename(one!))}
          {button("default", t("makeDefault"), () =>
            act.mutate({
              name: "configSave",
              // Nothing but the flag: every state allows that.
              body: {
                id: one!.id,
                name: "",
                startTime: null,
                defaultFlag: true,
              },
            }),
          )}
          {button("delete", t("delete"), () => void remove(), { danger: true })}
          {can("aps.schedule.modify") && (
            <Button type="primary" onClick={() => show({ id: null })}>
              {t("new")}
            </Button>
          )}
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
                    `${t("saved", { name })} ${warnings.join(" ")}`,
                    8,
                  )
                : message.success(t("saved", { name })));
              void done();
            }}
          />
        )
      }
    >
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
      {list.data && list.data.total > rows.length && (
        <p className="soft" role="status">
          {t("newestOnly", { shown: rows.length, count: list.data.total })}
        </p>
      )}
    </Page>
  );
}

/** Says how a run ended, once, when it has been seen running. */
function useRunMessages(rows: Schedule[]) {
  const t = useApsTexts();
  const { message } = App.useApp();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const row of rows) {
      if (row.status === 1) {
        running.current.add(row.id);
      } else if (running.current.delete(row.id)) {
        message.destroy();
        if (row.runStatus === 3) {
          void message.error(`${t("runFailed")} ${row.message}`.trim());
        } else if (row.runStatus === 2) {
          void message.success(t("runSuccess"));
        }
      }
    }
  }, [rows, message, t]);
}
