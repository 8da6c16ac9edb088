import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { useCan, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useHomeWorkTexts } from "./home-work-texts";

type Task = Schema<"AppHomeTask">;

type Audit = Schema<"AppHomeAudit">;

type Blocked = Schema<"FloorWaiting">;

const meanings = ["off", "active", "at-risk"] as const;

/** My task and my audit: what the shop has given this person to do, and what they are to decide. */
export function HomeWork() {
  const t = useHomeWorkTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ["home", "work"],
    queryFn: () => call("GET", "upms/home"),
  });
  const mayReport = useCan("mf.progress.check");
  const groups = data?.groups ?? [];
  const whyNone = !mayReport
    ? t("noTasks")
    : groups.length > 0
      ? t("noTasksOf", { groups: joined(groups) })
      : t("noGroup");

  if (error && !data) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="home-work">
      {data?.blocked && (
        <List
          id="home-blocked"
          title={t("blocked")}
          all={{ to: "/mf/progress?by=mould", count: data.blockedTotal }}
          more={t("allBlocked", { count: data.blockedTotal })}
          empty={t("noBlocked")}
        >
          {data.blocked.map((one) => (
            <BlockedLine key={one.id} one={one} />
          ))}
        </List>
      )}
      <List
        id="home-tasks"
        title={t("tasks")}
        all={{ to: "/mf/progress", count: data?.taskTotal ?? 0 }}
        more={t("allTasks", { count: data?.taskTotal ?? 0 })}
        empty={data && whyNone}
      >
        {data?.tasks.map((task) => (
          <TaskLine key={task.operationId} task={task} />
        ))}
      </List>
      <List
        id="home-audits"
        title={t("audits")}
        all={{ to: "/settings/registration", count: data?.auditTotal ?? 0 }}
        more={t("allAudits", { count: data?.auditTotal ?? 0 })}
        empty={data && t("noAudits")}
      >
        {data?.audits.map((audit) => (
          <AuditLine key={audit.id} audit={audit} />
        ))}
      </List>
    </div>
  );
}

interface ListProps {
  id: string;
  title: string;
  all: { to: string; count: number };
  more: string;
  /** Why there is nothing; undefined while it is not known. */
  empty: string | undefined;
  children: ReactNode;
}

function List({ id, title, all, more, empty, children }: ListProps) {
  const ui = useUiTexts();
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {all.count > 0 && <Link to={all.to}>{more}</Link>}
      </header>
      {all.count > 0 ? (
        <ul>{children}</ul>
      ) : (
        <p className="soft">{empty ?? ui("loading")}</p>
      )}
    </section>
  );
}

function TaskLine({ task }: { task: Task }) {
  const t = useHomeWorkTexts();
  const zone = useZone();
  const at = task.machineId
    ? { by: "machine", machine: task.machineId }
    : { by: "mould", mould: task.mouldId };
  const when = [task.start, task.end]
    .filter((moment) => moment !== null)
    .map((moment) => formatInstant(moment, zone));
  return (
    <li>
      <Link to={`/mf/progress?${new URLSearchParams(at).toString()}`}>
        {`${task.mouldNo} ${task.partNo} / ${task.opNo} `}
        <RecordName>{task.process}</RecordName>
      </Link>
      <StatusMark meaning={meanings[task.status]}>
        {t(`status${task.status}`)}
      </StatusMark>
      <small>
        <span>{task.machine || t("nowhere")}</span>
        <span className="numbers">{when.join(" – ")}</span>
        {task.late && <span className="home-late">{t("late")}</span>}
        {task.waits && <span>{t("waits")}</span>}
      </small>
    </li>
  );
}

/** Leads to the operation, where it is answered. */
function BlockedLine({ one }: { one: Blocked }) {
  const t = useHomeWorkTexts();
  const zone = useZone();
  const at = { by: "mould", mould: one.mouldId, open: one.operationId };
  return (
    <li>
      <Link to={`/mf/progress?${new URLSearchParams(at).toString()}`}>
        {`${one.mouldNo} ${one.partNo} / ${one.opNo} `}
        <RecordName>{one.process}</RecordName>
        {one.batchNo && ` · ${one.batchNo}`}
      </Link>
      <StatusMark meaning="late">{one.reason}</StatusMark>
      <small>
        {one.remark && <span>{one.remark}</span>}
        <span>{t("toldBy", { who: one.reporter })}</span>
        <span className="numbers">{formatInstant(one.toldAt, zone)}</span>
      </small>
    </li>
  );
}

function AuditLine({ audit }: { audit: Audit }) {
  const t = useHomeWorkTexts();
  const zone = useZone();
  return (
    <li>
      <Link to={audit.path}>{audit.title}</Link>
      <small>
        <span>{t(audit.kind, { from: audit.from })}</span>
        {audit.since && (
          <time className="numbers">{formatInstant(audit.since, zone)}</time>
        )}
      </small>
    </li>
  );
}
