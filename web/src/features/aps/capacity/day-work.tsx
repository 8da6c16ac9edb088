import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { RecordName } from "@/ui/record-name";
import { SidePanel } from "@/ui/side-panel";
import { hoursFigure } from "../plan/figure";
import { lotOf, stepOf } from "../plan/lot";
import { MouldLink } from "../plan/mould-names";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import { useApsTexts } from "../plan/texts";
import { useCapacityTexts } from "./capacity-texts";
import { InForce } from "./in-force";
import { LoadFigures } from "./load-bar";

type Task = Schema<"ApsCellTask">;

/** What a resource works on a day. */
export function DayWork(props: {
  resourceId: string;
  name: string;
  date: string;
  onClose: () => void;
}) {
  const { resourceId, name, date, onClose } = props;
  const t = useCapacityTexts();
  const work = useQuery({
    queryKey: ["capacity", "day", resourceId, date],
    queryFn: () =>
      call("POST", "aps/resource/week/plan/tasks", {
        body: { resourceId, date },
      }),
  });
  const found = work.data;
  return (
    <SidePanel
      title={t("dayTitle", { resource: name, day: date })}
      closeLabel={t("close")}
      onClose={onClose}
    >
      {work.isPending && <Loading />}
      {work.isError && (
        <Failure of={work.error} onRetry={() => void work.refetch()} />
      )}
      {found && (
        <>
          <LoadFigures load={found.load} />
          <InForce by={found.inForce} />
          {found.tasks.length === 0 && found.others === 0 && (
            <p className="soft">{t("noWork")}</p>
          )}
          <ul className="day-tasks">
            {found.tasks.map((task) => (
              <DayTask key={task.taskId} task={task} />
            ))}
          </ul>
          {found.others > 0 && (
            <p className="soft">
              {t("others", {
                count: found.others,
                hours: hoursFigure(found.otherHours),
              })}
            </p>
          )}
        </>
      )}
    </SidePanel>
  );
}

function DayTask({ task }: { task: Task }) {
  const t = useCapacityTexts();
  const aps = useApsTexts();
  const m = useMeaningTexts();
  const zone = useZone();
  const at = (moment: string | null) => formatInstant(moment, zone).slice(5);
  return (
    <li>
      <span className="day-task-head">
        <MouldLink id={task.mouldId} no={task.mouldNo} />{" "}
        <span>
          {lotOf(task)} {task.partName}
        </span>
      </span>
      <span>
        {stepOf(task)} <RecordName>{task.processName}</RecordName>
      </span>
      <span className="numbers">
        {at(task.plannedStart)} – {at(task.plannedEnd)}
      </span>
      <span>
        {t("dayHours")}{" "}
        <span className="numbers">{hoursFigure(task.dayHours)}</span>
        {" · "}
        {aps(`task${task.status}`)}
        {task.lockStatus === 1 && ` · ${t("locked")}`}
        {task.late && (
          <>
            {" · "}
            <span data-meaning="late">{m("lateMark")}</span>
          </>
        )}
      </span>
    </li>
  );
}
