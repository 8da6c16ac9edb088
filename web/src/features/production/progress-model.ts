import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { cleanNumber, isPositiveInteger } from "@/ui/typed-text";

export type Status = 0 | 1 | 2 | 3;

/** How far an operation is, or one batch of it. */
export interface Standing {
  hours: number;
  status: Status;
  machineId: string;
  realStart: string | null;
  realEnd: string | null;
  reportedHours: number;
  remainingHours: number | null;
  qtyDone: number;
  reportId: string;
  reportedAt: string | null;
}

/** A batch goes its way by itself; the pieces that are in none have no id. */
export type BatchTurn = Schema<"ProductionBatchTurn">;

export type Turn = Schema<"ProductionDispatchRow">;

export type Place = Schema<"ProductionPlace">;

export type Places = Schema<"ProductionPlaces">;

/** Somebody cannot begin, and no planner has answered yet. */
export type Blocked = Schema<"ProductionBlocked">;

export interface Question {
  machine: string;
  mould: string;
  q: string;
  status: string;
}

export const placesQuery = queryOptions({
  queryKey: ["dispatch", "places"],
  queryFn: () => call("GET", "mf/place"),
  staleTime: 60_000,
});

export function dispatchQuery(question: Question) {
  return queryOptions({
    queryKey: ["dispatch", "list", question],
    queryFn: ({ signal }) =>
      call("GET", "mf/dispatch", {
        query: { ...question },
        signal,
      }),
    placeholderData: (before) => before,
  });
}

/** What was typed into the report of an operation, as it was typed. */
export interface Draft {
  machineId: string;
  /** Null: not chosen; "" are the pieces that are in no batch. */
  batchId: string | null;
  /** Minutes worked since the last report. */
  worked: string;
  /** Minutes still to go. */
  remaining: string;
  qtyDone: string;
}

export const emptyDraft: Draft = {
  machineId: "",
  batchId: null,
  worked: "",
  remaining: "",
  qtyDone: "",
};

const draftKey = (operation: string) => `mw.report.${operation}`;

/** Typing outlives a failed call, a reload and an empty battery. */
export function keptDraft(operation: string): Draft {
  try {
    const text = localStorage.getItem(draftKey(operation));
    return text
      ? { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) }
      : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(operation: string, draft: Draft) {
  try {
    if (JSON.stringify(draft) === JSON.stringify(emptyDraft)) {
      localStorage.removeItem(draftKey(operation));
    } else {
      localStorage.setItem(draftKey(operation), JSON.stringify(draft));
    }
  } catch {
    // A full or forbidden storage must not stop the work.
  }
}

export type ReportBody = Schema<"ProductionReport">;

/** One of a few causes that people choose from. */
export type Reason = Schema<"ProductionReason">;

/** Numbers typed with a comma, spaces or a unit are numbers all the same. */
function numberOf(text: string) {
  const clean = cleanNumber(text.replace(",", "."));
  return /\d/.test(clean) ? Number(clean) : undefined;
}

/** Hours where minutes are asked for are a mistake, not sixty times less. */
const withUnit = /^\s*[\d.,\s]*\s*(min|mins|minutes?|分|分钟)?\s*$/i;

/** Which typed fields cannot be sent, and the words that say why. */
export function faultsIn({ worked, remaining, qtyDone }: Draft) {
  const isNumber = (text: string) =>
    withUnit.test(text) && (text.trim() === "" || /\d/.test(text));
  const isAboveZero =
    isNumber(worked) && isPositiveInteger(cleanNumber(worked));
  return {
    worked: worked.trim() !== "" && !isAboveZero ? "positive" : undefined,
    remaining: isNumber(remaining) ? undefined : "minutesOnly",
    qtyDone: /^\s*\d*\s*$/.test(qtyDone) ? undefined : "wholeNumber",
  } as const;
}

/** Minutes as the hours that the server counts in. */
export const hoursIn = (minutes: number) =>
  Math.round((minutes / 60) * 1e6) / 1e6;

/** What runs comes first, then what was paused: who opens a report mostly means that. */
const firstBatch: Record<Status, number> = { 1: 0, 2: 1, 0: 2, 3: 3 };

/** The batch that a report is about: the chosen one, else the next to report on. Undefined where there are none. */
export function batchFor({ batches }: Turn, { batchId }: Draft) {
  return (
    batches.find(({ id }) => id === batchId) ??
    [...batches].sort((a, b) => firstBatch[a.status] - firstBatch[b.status])[0]
  );
}

/** The report that a press on a button sends: hours, pieces and what it rests on are those of its batch. */
export function reportOf(turn: Turn, draft: Draft, status: Status): ReportBody {
  const batch = batchFor(turn, draft);
  const subject = batch ?? turn;
  const body: ReportBody = {
    operationId: turn.operationId,
    status,
    now: true,
    basedOn: subject.reportId,
  };
  if (batch?.id) {
    body.batchId = batch.id;
  }
  if (status === 0) {
    return body;
  }
  if (draft.machineId) {
    body.machineId = draft.machineId;
  }
  const worked = numberOf(draft.worked);
  if (worked !== undefined) {
    body.reportedHours = hoursIn(subject.reportedHours * 60 + worked);
  }
  const remaining = numberOf(draft.remaining);
  if (remaining !== undefined && status !== 3) {
    body.remainingHours = hoursIn(remaining);
  }
  const done = numberOf(draft.qtyDone);
  if (done !== undefined) {
    body.qtyDone = Math.round(done);
  } else if (status === 3 && subject.qtyDone < subject.qty) {
    body.qtyDone = subject.qty;
  }
  return body;
}

export function sendReport(body: ReportBody, confirm?: string) {
  return call("POST", "mf/progress", {
    body,
    ...(confirm && { query: { confirm } }),
  });
}

/** The machine that a report begins with: where it runs, where one stands, where it is planned. */
export function machineFor(turn: Turn, here: string, batch?: BatchTurn) {
  const runsOn = (batch ?? turn).machineId;
  if (runsOn) {
    return runsOn;
  }
  for (const id of [here, turn.plannedMachine]) {
    if (id && turn.machineIds.includes(id)) {
      return id;
    }
  }
  return turn.machineIds.length === 1 ? turn.machineIds[0]! : "";
}

/** How a lot stands once what waits for the network has arrived. */
function standsAfter<Lot extends Turn | BatchTurn>(
  lot: Lot,
  kept: ReportBody[],
): Lot {
  return kept.reduce(
    (now, body) => ({
      ...now,
      status: body.status,
      machineId: body.machineId ?? now.machineId,
      reportedHours: body.reportedHours ?? now.reportedHours,
      remainingHours: body.remainingHours ?? now.remainingHours,
      qtyDone: body.qtyDone ?? now.qtyDone,
      pauseReason: body.pauseReason ?? 0,
      reportId: body.key ?? now.reportId,
    }),
    lot,
  );
}

/** An operation as its person has reported it, whether or not the server knows: the next report rests on that. */
export function withKept(turn: Turn, kept: ReportBody[]): Turn {
  const own = kept.filter(
    ({ operationId }) => operationId === turn.operationId,
  );
  if (own.length === 0) {
    return turn;
  }
  const of = (batch: string) =>
    own.filter(({ batchId }) => (batchId ?? "") === batch);
  if (turn.batches.length === 0) {
    return standsAfter(turn, of(""));
  }
  const batches = turn.batches.map((one) => standsAfter(one, of(one.id)));
  const runs = batches.some(({ status }) => status === 1);
  return { ...turn, batches, status: runs ? 1 : turn.status };
}

export function placeOf(turn: Turn) {
  const branch = turn.branch && `#${turn.branch}`;
  return `${turn.mouldNo} / ${turn.partNo} / ${turn.opNo}${branch}`;
}

/** What people call an operation. */
export const titleOf = (turn: Turn) => `${placeOf(turn)} ${turn.process}`;
