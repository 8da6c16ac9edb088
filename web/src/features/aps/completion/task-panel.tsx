import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { RecordName } from "@/ui/record-name";
import { SidePanel } from "@/ui/side-panel";
import { hoursFigure } from "../plan/figure";
import { lotOf } from "../plan/lot";
import { MouldLink } from "../plan/mould-names";
import { useCompletionTexts } from "./completion-texts";
import { useGroupName } from "./figures";

type Task = Schema<"ApsCompletionTask">;

/** The question of the page, narrowed to one figure. */
export type DetailQuestion = Schema<"ApsCompletionDetailQuery">;

const pageSize = 50;

/** The tasks behind a figure. */
export function TaskPanel(props: {
  title: string;
  question: DetailQuestion;
  onClose: () => void;
}) {
  const { title, question, onClose } = props;
  const t = useCompletionTexts();
  const list = useInfiniteQuery({
    queryKey: ["completion", "detail", question],
    queryFn: ({ pageParam }) =>
      call("POST", "aps/completion/rate/detail", {
        body: { ...question, page: pageParam, size: pageSize },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) =>
      page * size < total ? page + 1 : undefined,
    retry: false,
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = list.data?.pages[0];
  return (
    <SidePanel title={title} closeLabel={t("close")} onClose={onClose}>
      {list.isPending && <Loading />}
      {list.isError && (
        <Failure of={list.error} onRetry={() => void list.refetch()} />
      )}
      {first && (
        <>
          <p className="soft" role="status">
            {first.total + first.others === 0
              ? t("noneFound")
              : t("shown", { shown: rows.length, total: first.total })}
          </p>
          {first.others > 0 && (
            <p className="soft">
              {t("otherHours", {
                count: first.others,
                hours: hoursFigure(first.otherHours),
              })}
            </p>
          )}
          <ul className="rate-tasks">
            {rows.map((task) => (
              <TaskLine key={`${task.day} ${task.taskId}`} task={task} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("more")}
            </Button>
          )}
        </>
      )}
    </SidePanel>
  );
}

function TaskLine({ task }: { task: Task }) {
  const t = useCompletionTexts();
  const zone = useZone();
  const nameOf = useGroupName();
  const mayRead = useCan("aps.task.check");
  return (
    <li>
      <span className="rate-task-head">
        <MouldLink id={task.mouldId} no={task.mouldNo} isGone={task.removed} />{" "}
        <span>
          {lotOf(task)} {task.partName}
        </span>
        <span className="push" />
        <span className="rate-state">
          <span className="rate-key" data-state={task.state} aria-hidden />
          {t(task.state)}
        </span>
      </span>
      <span>
        {task.opNo} <RecordName>{task.processName}</RecordName>
        {task.resource && (
          <>
            {" · "}
            <RecordName>{task.resource}</RecordName>
          </>
        )}
        {" · "}
        <span className="numbers">
          {t("hours", { hours: hoursFigure(task.hours) })}
        </span>
      </span>
      {task.plannedEnd && (
        <span>
          {t("plannedEnd")}{" "}
          <span className="numbers">
            {formatInstant(task.plannedEnd, zone)}
          </span>
        </span>
      )}
      <span>
        {task.realEnd ? (
          <>
            {t("realEnd")}{" "}
            <span className="numbers">{formatInstant(task.realEnd, zone)}</span>
          </>
        ) : (
          t("unfinishedYet")
        )}
        {task.personKind !== "nobody" && (
          <>
            {" · "}
            <RecordName>
              {task.personKind === "team"
                ? task.person
                : nameOf({ kind: task.personKind, name: task.person })}
            </RecordName>
          </>
        )}
        {task.removed && ` · ${t("gone")}`}
      </span>
      {mayRead && !task.removed && (
        <Link
          to={`/aps/schedule/tasks?mould=${encodeURIComponent(task.mouldNo)}`}
          aria-label={t("openTableOf", { no: task.mouldNo })}
        >
          {t("openTable")}
        </Link>
      )}
    </li>
  );
}
