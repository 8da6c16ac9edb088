import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import type { Clash } from "@/resource/merge-versions";
import { versionsOf } from "@/resource/resource-queries";

/** A group or a machine that parts come from or go to. */
export type Place = Schema<"BasedataPlace">;

export type FlowEntry = Schema<"BasedataFlowEntry">;

/** A line of the screen: an entry that is stored, or one that was added here. */
export interface FlowLine {
  key: string;
  entry: FlowEntry | null;
  up: string;
  down: string;
  hours: number | null;
}

/**
 * What was typed into a line, and onto which version of its entry: a save says
 * when somebody else has changed it since. No entry where none is stored yet.
 */
export interface Edit {
  hours: number | null;
  on: FlowEntry | null;
}
export type Edits = Record<string, Edit>;

// The server's word that flow times changed reaches lists by this key.
export const flowTimesKey = ["list", "flow-time", "entries"];

export const flowTimesQuery = queryOptions({
  queryKey: flowTimesKey,
  queryFn: ({ signal }) =>
    call("POST", "aps/flowTime/get", {
      body: {},
      signal,
    }),
});

export function saveFlowTimes(lines: FlowLine[]) {
  return call("POST", "aps/flowTime/save", {
    body: {
      rows: lines.map(({ entry, up, down, hours }) => ({
        ...(entry && { id: entry.id, version: entry.version }),
        up,
        down,
        transferHours: hours,
      })),
    },
  });
}

/** Removes entries as they were shown: who has changed one of them since is told of. */
export function removeFlowTimes(entries: FlowEntry[]) {
  return call("POST", "aps/flowTime/remove", {
    body: {
      ids: entries.map(({ id }) => id),
      versions: versionsOf(entries),
    },
  });
}

/** The fields by which a link narrows the list to the entries of a place. */
const ends: Record<string, "up" | "down"> = {
  ...{ upGroupId: "up", upMachineId: "up" },
  ...{ downGroupId: "down", downMachineId: "down" },
};

/** The lines that the address asks for: one entry, or those of a place at one end; without a word all, and undefined. */
export function narrowed(lines: FlowLine[], address: URLSearchParams) {
  const id = address.get("id");
  if (id) {
    return lines.filter(({ key }) => key === id);
  }
  for (const [field, end] of Object.entries(ends)) {
    const place = address.get(`f.${field}`);
    if (place) {
      return lines.filter((line) => line[end] === place);
    }
  }
  return undefined;
}

/** Whether two places have a machine in common. */
export function intersect(a: Place, b: Place) {
  const isWhole = a.kind === "group" || b.kind === "group";
  return a.id === b.id || (isWhole && a.groupId === b.groupId);
}

/** The names of the places that stand on both sides, with what they contain. */
export function intersection(ups: Place[], downs: Place[]) {
  const names = ups.flatMap((up) =>
    downs
      .filter((down) => intersect(up, down))
      .map((down) =>
        up.id === down.id ? up.name : `${up.name} / ${down.name}`,
      ),
  );
  return [...new Set(names)];
}

/** A new line for every pair that no line stands for yet. */
export function newLines(
  ups: Place[],
  downs: Place[],
  hours: number,
  lines: FlowLine[],
) {
  const taken = new Set(lines.map(({ up, down }) => `${up} ${down}`));
  const pairs = ups.flatMap((up) => downs.map((down) => ({ up, down })));
  const fresh = pairs
    .filter(({ up, down }) => !taken.has(`${up.id} ${down.id}`))
    .map(
      ({ up, down }): FlowLine => ({
        key: `${up.id} ${down.id}`,
        entry: null,
        up: up.id,
        down: down.id,
        hours,
      }),
    );
  return { fresh, skipped: pairs.length - fresh.length };
}

/** The lines of the screen: what was added first, then what is stored, as it was typed over. */
export function linesOf(
  entries: FlowEntry[],
  added: FlowLine[],
  edits: Edits,
): FlowLine[] {
  return [
    ...added.map((line) =>
      line.key in edits ? { ...line, hours: edits[line.key]!.hours } : line,
    ),
    ...entries.map((entry) => ({
      key: entry.id,
      entry: edits[entry.id]?.on ?? entry,
      up: entry.up,
      down: entry.down,
      hours: entry.id in edits ? edits[entry.id]!.hours : entry.transferHours,
    })),
  ];
}

/**
 * The edits that remain once lines were saved, onto the entries as they are
 * now: hours typed while the save was under way were not part of it.
 */
export function editsAfter(
  sent: FlowLine[],
  edits: Edits,
  entries: FlowEntry[],
): Edits {
  const left = { ...edits };
  for (const { key, up, down, hours } of sent) {
    const edit = left[key];
    delete left[key];
    const entry = entries.find((one) => one.up === up && one.down === down);
    if (edit && entry && edit.hours !== hours) {
      left[entry.id] = { hours: edit.hours, on: entry };
    }
  }
  return left;
}

/** The same hours, typed onto the entries as they are now. */
export function onto(entries: FlowEntry[], edits: Edits): Edits {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return Object.fromEntries(
    Object.entries(edits).map(([key, { hours }]) => [
      key,
      { hours, on: byId.get(key) ?? null },
    ]),
  );
}

/** What was typed over hours that somebody else has changed since to others, by line. */
export function clashesOf(entries: FlowEntry[], edits: Edits): Clash[] {
  return entries.flatMap(({ id, transferHours: theirs }) => {
    const edit = edits[id];
    const isTheirs = edit?.on && edit.on.transferHours !== theirs;
    return isTheirs && edit.hours !== theirs
      ? [{ field: id, mine: edit.hours, theirs }]
      : [];
  });
}

export function isChanged(line: FlowLine) {
  return line.entry === null || line.hours !== line.entry.transferHours;
}
