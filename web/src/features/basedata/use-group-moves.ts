import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useState } from "react";
import { call } from "@/api/call";
import { outcomeOfFailure, type Conflict, type FieldError } from "@/api/errors";
import type { Names, OneRow } from "@/resource/metadata";
import { rowQuery } from "@/resource/resource-queries";
import { useDraft } from "@/resource/use-draft";
import { useGroupTexts } from "./group-texts";

/** A machine as it was shown when it was moved, and the group that it moves to. */
export interface MachineMove {
  name: string;
  version: number;
  from: string;
  to: string;
  toName: string;
}

/** What was moved and is not saved. People are kept as joining or leaving: whoever else comes and goes meanwhile stays so. */
export interface Moves {
  people: Record<string, { name: string; joins: boolean }>;
  machines: Record<string, MachineMove>;
}

/** Why something is not saved: somebody else was faster, or the server says no. */
export interface Fault {
  name: string;
  who?: string;
  errors: FieldError[];
}

export interface Machine {
  id: string;
  name: string;
  version: number;
  groupId: string;
}

const none: Moves = { people: {}, machines: {} };

const countOf = ({ people, machines }: Moves) =>
  Object.keys(people).length + Object.keys(machines).length;

const without = <T>(all: Record<string, T>, id: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id));

/** The people of a group once the moves are made. */
export const peopleAfter = (stored: string[], { people }: Moves) => [
  ...stored.filter((id) => people[id]?.joins !== false),
  ...Object.keys(people).filter(
    (id) => people[id]!.joins && !stored.includes(id),
  ),
];

/** The moves of people and machines in and out of a group, until they are saved. */
export function useGroupMoves(
  record: OneRow,
  onUnsaved: (isUnsaved: boolean) => void,
) {
  const t = useGroupTexts();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { id } = record.row;
  // What somebody else saves meanwhile is learnt from the refusal, not from the record.
  const [base, setBase] = useState(() => baseOf(record.row, record.names));
  const { restored, keep } = useDraft<Moves>(`group-members.${id}`);
  const [moves, setMoves] = useState<Moves>(restored ?? none);
  const [faults, setFaults] = useState<Fault[]>([]);
  const count = countOf(moves);
  useEffect(() => {
    keep(count > 0 ? moves : null);
  }, [keep, moves, count]);
  useEffect(() => {
    onUnsaved(count > 0);
  }, [count, onUnsaved]);

  const save = useMutation({
    mutationFn: async () => {
      const refused: Fault[] = [];
      let left = moves;
      let grown: OneRow | undefined;
      /** One by one: what is refused is told, and the others go on; any other failure ends it, with the rest as it was. */
      async function tryOne(
        name: string,
        send: () => Promise<void>,
        onConflict: (conflict: Conflict) => void,
      ) {
        try {
          await send();
        } catch (failure) {
          const outcome = outcomeOfFailure(failure);
          if (outcome?.kind === "conflict") {
            onConflict(outcome.conflict);
            refused.push({ name, who: outcome.conflict.changedBy, errors: [] });
          } else if (outcome?.kind === "fields") {
            refused.push({ name, errors: outcome.errors });
          } else {
            throw failure;
          }
        }
      }
      const keepLeft = (next: Moves) => setMoves((left = next));
      const done = (machine: string) =>
        keepLeft({ ...left, machines: without(left.machines, machine) });

      for (const [machine, move] of Object.entries(moves.machines)) {
        await tryOne(
          move.name,
          async () => {
            await call("PATCH", "bms/machine/{id}", {
              query: { id: machine },
              body: { version: move.version, groupId: move.to },
            });
            done(machine);
          },
          ({ current }) => {
            const { version, groupId } = current as unknown as Machine;
            const now = { ...move, version, from: groupId };
            if (groupId === move.to) {
              done(machine); // Somebody else has moved it there.
            } else {
              keepLeft({
                ...left,
                machines: { ...left.machines, [machine]: now },
              });
            }
          },
        );
      }
      if (Object.keys(moves.people).length > 0) {
        await tryOne(
          String(record.row.name),
          async () => {
            grown = await call("PATCH", "bms/group/{id}", {
              query: { id },
              body: {
                version: base.version,
                userIds: peopleAfter(base.userIds, moves),
              },
            });
            setBase(baseOf(grown.row, grown.names));
            keepLeft({ ...left, people: {} });
          },
          ({ current, names }) =>
            setBase(baseOf(current, { ...base.names, ...names })),
        );
      }
      return { refused, left, grown };
    },
    onSuccess: ({ refused, left, grown }) => {
      setFaults(refused);
      if (countOf(left) > 0) {
        return;
      }
      message.destroy();
      void message.success(t("saved"));
      if (grown) {
        // The form beside begins anew with what is stored; what is typed there is kept as a draft.
        const { queryKey } = rowQuery({ entity: "group", path: "" }, id);
        client.setQueryData(queryKey, grown);
      }
    },
    onError: () => setFaults([]),
    onSettled: () => {
      for (const entity of ["group", "machine"]) {
        for (const kind of ["list", "uses", "log", "choices"]) {
          void client.invalidateQueries({ queryKey: [kind, entity] });
        }
      }
      void client.invalidateQueries({ queryKey: ["group-capacity"] });
    },
  });

  return {
    base,
    moves,
    count,
    faults,
    save,
    movePerson: (person: string, name: string, joins: boolean) => {
      const people =
        base.userIds.includes(person) === joins
          ? without(moves.people, person)
          : { ...moves.people, [person]: { name, joins } };
      setMoves({ ...moves, people });
    },
    moveMachine: (machine: Machine, to: string, toName: string) => {
      const { name, version, groupId } = machine;
      const move = { name, version, from: groupId, to, toName };
      const machines =
        to === groupId
          ? without(moves.machines, machine.id)
          : { ...moves.machines, [machine.id]: move };
      setMoves({ ...moves, machines });
    },
    discard: () => {
      setMoves(none);
      setFaults([]);
    },
  };
}

function baseOf(row: Record<string, unknown>, names?: Names | null) {
  const { version, userIds } = row as {
    version: number;
    userIds: string[] | null;
  };
  return { version, userIds: userIds ?? [], names: names ?? {} };
}
