import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import type { OneRow } from "@/resource/metadata";
import type { RecordTabProps } from "@/resource/record-panel";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { useDebounced } from "@/ui/use-debounced";
import { Why } from "@/ui/why";
import { GroupBoard } from "./group-board";
import { useGroupTexts } from "./group-texts";
import { peopleAfter, useGroupMoves, type Machine } from "./use-group-moves";

/** As many as a column offers before one searches, and as many machines as a group can have here. */
const offered = 50;
const mostMachines = 500;

type Group = ReturnType<typeof useGroupMoves>;

/** Who and what belongs to a resource group: moved across, and saved together. */
export function GroupMembers({ record, onUnsaved }: RecordTabProps) {
  const t = useGroupTexts();
  const { language } = useLanguage();
  const group = useGroupMoves(record, onUnsaved);
  const mayPeople = useCan("system.group.modify");
  const seesMachines = useCan("ems.machine.check");
  const mayMachines = useCan("ems.machine.modify") && seesMachines;
  const { count, faults, save, discard } = group;
  return (
    <div className="group-members">
      {(mayPeople || mayMachines) && <p className="soft">{t("help")}</p>}
      {faults.length > 0 && (
        <ul role="alert" className="form-faults">
          {faults.map(({ name, who, errors }) => (
            <li key={name}>
              {who === undefined
                ? t("refusedOf", {
                    name,
                    why: listed(errors.map(({ texts }) => texts[language])),
                  })
                : t("conflict", { name, who: who || t("somebody") })}
            </li>
          ))}
        </ul>
      )}
      <h3>{t("people")}</h3>
      {!mayPeople && (
        <p className="form-note">
          {t("notPeople")} <Why permission="system.group.modify" />
        </p>
      )}
      <People record={record} group={group} isLocked={!mayPeople} />
      <h3>{t("machines")}</h3>
      {!mayMachines && (
        <p className="form-note">
          {seesMachines ? t("notMachines") : t("notSeen")}{" "}
          <Why
            permission={
              seesMachines ? "ems.machine.modify" : "ems.machine.check"
            }
          />
        </p>
      )}
      {seesMachines && (
        <Machines
          id={record.row.id}
          name={String(record.row.name)}
          group={group}
          isLocked={!mayMachines}
        />
      )}
      {(mayPeople || mayMachines) && (
        <div className="group-save">
          <Button
            type="primary"
            disabled={count === 0}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("save")}
          </Button>
          <Button disabled={count === 0 || save.isPending} onClick={discard}>
            {t("discard")}
          </Button>
          <span role="status">{count > 0 && t("waiting", { count })}</span>
        </div>
      )}
    </div>
  );
}

interface PeopleProps {
  record: OneRow;
  group: Group;
  isLocked: boolean;
}

function People({ record, group, isLocked }: PeopleProps) {
  const t = useGroupTexts();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed);
  const { base, moves, movePerson } = group;
  const found = useQuery({
    queryKey: ["choices", "member", "of-group", q],
    queryFn: ({ signal }) =>
      call("GET", "bms/member", {
        query: { q, page: 1, size: offered, valid: true },
        signal,
      }),
    enabled: !isLocked,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = found.data?.rows ?? [];
  const names: Record<string, string> = {
    ...Object.fromEntries(rows.map(({ id, name }) => [id, name])),
    ...base.names,
  };
  const nameOf = (id: string) => moves.people[id]?.name ?? names[id] ?? id;
  const itemOf = (id: string) => ({
    id,
    name: nameOf(id),
    note: record.invalid?.includes(id) ? t("goneInvalid") : "",
    isMoved: moves.people[id] !== undefined,
  });
  const inside = peopleAfter(base.userIds, moves);
  const leaving = base.userIds.filter((id) => !inside.includes(id));
  const others = rows
    .map(({ id }) => id)
    .filter((id) => !inside.includes(id) && !leaving.includes(id));
  return (
    <GroupBoard
      titleIn={t("peopleIn", { count: inside.length })}
      titleOut={t("peopleOut")}
      inside={inside.map(itemOf)}
      outside={[...leaving, ...others].map(itemOf)}
      emptyIn={t("nobodyIn")}
      below={
        <Below
          error={found.error}
          isMore={rows.length >= offered}
          onRetry={() => void found.refetch()}
        />
      }
      search={typed}
      searchLabel={t("findPeople")}
      onSearch={setTyped}
      isLocked={isLocked}
      onMove={(id, joins) => movePerson(id, nameOf(id), joins)}
    />
  );
}

interface MachinesProps {
  id: string;
  name: string;
  group: Group;
  isLocked: boolean;
}

function Machines({ id, name, group, isLocked }: MachinesProps) {
  const t = useGroupTexts();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed);
  // Of this group, and asked for the one that it goes to.
  const [leaver, setLeaver] = useState<Machine>();
  const { moves, moveMachine } = group;
  const own = useQuery({
    queryKey: ["list", "machine", "of-group", id],
    queryFn: ({ signal }) =>
      call("GET", "bms/machine", {
        query: { "f.groupId": id, sort: "name", page: 1, size: mostMachines },
        signal,
      }),
    meta: { quiet: true },
  });
  const found = useQuery({
    queryKey: ["list", "machine", "to-group", q],
    queryFn: ({ signal }) =>
      call("GET", "bms/machine", {
        query: { q, sort: "name", page: 1, size: offered, valid: true },
        signal,
      }),
    enabled: !isLocked,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const stored: Machine[] = own.data?.rows ?? [];
  const others: Machine[] = (found.data?.rows ?? []).filter(
    (machine) => machine.groupId !== id,
  );
  const coming = Object.entries(moves.machines)
    .filter(([, move]) => move.to === id)
    .map(
      ([machine, { name, version, from }]): Machine => ({
        ...{ id: machine, name, version, groupId: from },
      }),
    );
  const leaving = stored.filter(({ id }) => moves.machines[id]);
  const inside = [...stored.filter(({ id }) => !moves.machines[id]), ...coming];
  const outside = [
    ...leaving,
    ...others.filter(({ id }) => !moves.machines[id]),
  ];
  const names = { ...own.data?.names, ...found.data?.names };
  const itemOf = (machine: Machine) => {
    const move = moves.machines[machine.id];
    const note =
      move && move.to !== id
        ? t("movesTo", { group: move.toName })
        : machine.groupId !== id
          ? t("inGroup", { group: names[machine.groupId] ?? "—" })
          : "";
    return { ...machine, note, isMoved: move !== undefined };
  };
  function onMove(machineId: string, isIn: boolean) {
    const machine = [...inside, ...outside].find(({ id }) => id === machineId)!;
    setLeaver(undefined);
    if (isIn) {
      moveMachine(machine, id, name);
    } else if (machine.groupId !== id) {
      moveMachine(machine, machine.groupId, "");
    } else {
      setLeaver(machine);
    }
  }
  return (
    <>
      <GroupBoard
        titleIn={t("machinesIn", { count: inside.length })}
        titleOut={t("machinesOut")}
        inside={inside.map(itemOf)}
        outside={outside.map(itemOf)}
        emptyIn={t("nothingIn")}
        below={
          <Below
            error={own.error ?? found.error}
            isMore={(found.data?.total ?? 0) > offered}
            onRetry={() => {
              void own.refetch();
              void found.refetch();
            }}
          />
        }
        search={typed}
        searchLabel={t("findMachines")}
        onSearch={setTyped}
        isLocked={isLocked}
        onMove={onMove}
      />
      {leaver && (
        <NextGroup
          key={leaver.id}
          machine={leaver}
          onChoose={(to, toName) => {
            moveMachine(leaver, to, toName);
            setLeaver(undefined);
          }}
          onCancel={() => setLeaver(undefined)}
        />
      )}
    </>
  );
}

interface BelowProps {
  error: unknown;
  isMore: boolean;
  onRetry: () => void;
}

/** Below what may come: that it could not be read, or that there is more. */
function Below({ error, isMore, onRetry }: BelowProps) {
  const t = useGroupTexts();
  if (error) {
    return <Failure of={error} onRetry={onRetry} />;
  }
  return isMore ? (
    <p className="soft">{t("searchMore", { count: offered })}</p>
  ) : null;
}

interface NextGroupProps {
  machine: Machine;
  onChoose: (id: string, name: string) => void;
  onCancel: () => void;
}

/** The group that a machine leaves for: there is none without one. */
function NextGroup({ machine, onChoose, onCancel }: NextGroupProps) {
  const t = useGroupTexts();
  const field = useId();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed);
  const { data, isFetching } = useQuery({
    queryKey: ["choices", "group", "for-machine", q],
    queryFn: ({ signal }) =>
      call("GET", "bms/group", {
        query: { q, sort: "name", page: 1, size: offered, valid: true },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.rows ?? [])
    .filter(({ id }) => id !== machine.groupId)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="group-next">
      <label htmlFor={field}>{t("leavesFor", { name: machine.name })}</label>
      <Select
        id={field}
        autoFocus
        className="field-fill"
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t("searchGroup")}
        loading={isFetching}
        notFoundContent={isFetching ? "…" : t("nothingFound")}
        options={options}
        onChange={(id: string, option) =>
          onChoose(id, String((option as { label?: string }).label ?? ""))
        }
      />
      <p className="soft">{t("leavesForHint")}</p>
      <Button size="small" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}
