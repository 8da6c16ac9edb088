import { useMemo } from "react";
import { create } from "zustand";
import { call } from "@/api/call";
import { isAway } from "@/api/connection";
import type { Schema } from "@/api/contract";
import { outcomeOfFailure, type Question } from "@/api/errors";
import { repeated } from "@/api/repeat";
import { ApiFailure, textsOf } from "@/api/reply";
import type { Text } from "@/i18n/language";
import { session } from "@/session/session";

type Report = Schema<"ProductionReport">;

type Block = Schema<"FloorBlock">;

/** What was reported without a network, in the order in which it is sent once there is one. */
export type Kept = {
  /** The name by which the server knows it when it comes twice. */
  key: string;
  /** Who has reported, and at which factory: nobody else sends it. */
  owner: string;
  /** What people call the operation. */
  title: string;
  /** When it was typed. */
  at: string;
  /** While a page sends it for the first time: which one, and since when, as Date.now() tells it. */
  flight?: { page: string; since: number } | undefined;
  /** Why the server has not taken it, until the person decides. */
  refused?: { texts: Text; question?: Question } | undefined;
} & ({ kind: "report"; body: Report } | { kind: "block"; body: Block });

const place = "mw.reports";

/** Names this page among the tabs of the browser. */
const page = newKey();

/** How long another page may take to send one before this one does, in milliseconds: it may have been closed meanwhile. */
const flightMs = 10_000;

function restored(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

const store = create<{ kept: Kept[] }>(() => ({ kept: restored() }));

/** Another tab may have kept or sent some: each change begins with what the browser holds now. */
function change(make: (kept: Kept[]) => Kept[]) {
  const kept = make(restored());
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // Then they last as long as the page.
  }
  store.setState({ kept });
}

/** Follows the other tabs of this browser, until it is told to stop. */
export function followOtherTabs() {
  const read = ({ key }: StorageEvent) => {
    if (key === place) {
      store.setState({ kept: restored() });
    }
  };
  addEventListener("storage", read);
  return () => removeEventListener("storage", read);
}

export function newKey() {
  const random = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return `${Date.now().toString(36)}-${random}`;
}

export function owner() {
  const { accountId, userData } = session.get();
  return `${accountId}/${userData?.factoryId ?? ""}`;
}

/** What this person has kept at this factory, the oldest first. */
export function useKept() {
  const kept = store((state) => state.kept);
  const own = owner();
  return useMemo(() => kept.filter((one) => one.owner === own), [kept, own]);
}

/** Whether a page is sending it for the first time: nobody has to know before that has failed. */
export const isInFlight = ({ flight }: Kept) =>
  flight !== undefined &&
  (flight.page === page || Date.now() - flight.since < flightMs);

/** Those that will be sent by themselves: neither refused nor under way, nor resting on one that is. */
export function sendable(kept: Kept[]) {
  const held = new Set<string>();
  return kept.filter((one) => {
    const rests = one.kind === "report" && held.has(one.body.basedOn ?? "");
    if (one.refused || isInFlight(one) || rests) {
      held.add(one.key);
    }
    return !held.has(one.key);
  });
}

export const reportsIn = (kept: Kept[]) =>
  kept.flatMap((one) => (one.kind === "report" ? [one.body] : []));

export function keep(one: Kept) {
  change((kept) => [...kept.filter(({ key }) => key !== one.key), one]);
}

const drop = (key: string) =>
  change((kept) => kept.filter((one) => one.key !== key));

/**
 * Sends one for the first time. It is kept before, for the page may be gone before the server answers; and it stays kept where nobody
 * can answer, of which onKept hears first. What the server refuses is thrown, and kept no more.
 */
export async function sendOrKeep(
  one: Kept,
  send: () => Promise<unknown>,
  onKept?: () => void,
) {
  keep({ ...one, flight: { page, since: Date.now() } });
  try {
    await send();
  } catch (failure) {
    if (isAway(failure)) {
      onKept?.();
      keep(one);
      return "kept" as const;
    }
    drop(one.key);
    throw failure;
  }
  drop(one.key);
  return "sent" as const;
}

/** Gives one up, with those that rest on it: they would be about work that never was. */
export function discard(key: string) {
  change((kept) => {
    const gone = new Set([key]);
    for (const one of kept) {
      if (one.kind === "report" && gone.has(one.body.basedOn ?? "")) {
        gone.add(one.key);
      }
    }
    return kept.filter((one) => !gone.has(one.key));
  });
}

export function sendKept(one: Kept, confirm?: string) {
  const query = confirm ? { query: { confirm } } : {};
  return one.kind === "report"
    ? call("POST", "mf/progress", { body: one.body, ...query })
    : call("POST", "mf/blockedStart", { body: one.body, ...query });
}

/** How the sending went: how many arrived and how many were refused, and whether the server could be reached. */
export interface Sent {
  arrived: number;
  refused: number;
  isAway: boolean;
}

/** Sends what waits, in order; one that was refused holds back those that rest on it, and nothing else. */
export async function sendAll(): Promise<Sent> {
  // Two tabs of a browser send nothing twice at a time; the server would take it once all the same.
  return navigator.locks
    ? navigator.locks.request(place, sendInOrder)
    : sendInOrder();
}

async function sendInOrder(): Promise<Sent> {
  const own = owner();
  let arrived = 0;
  let refused = 0;
  for (;;) {
    // Read anew each time: a refusal holds back what rests on it, and the person may have reported meanwhile.
    const [next] = sendable(restored().filter((one) => one.owner === own));
    if (!next) {
      return { arrived, refused, isAway: false };
    }
    const outcome = await sendOne(next);
    if (outcome === "away") {
      return { arrived, refused, isAway: true };
    }
    if (outcome === "arrived") {
      arrived += 1;
    } else {
      refused += 1;
    }
  }
}

async function sendOne(one: Kept, confirm?: string) {
  try {
    await sendKept(one, confirm);
  } catch (failure) {
    if (isAway(failure) || !(failure instanceof ApiFailure)) {
      return "away";
    }
    // Nobody is signed in any more, or the page is about to go: it waits for the next time.
    if (failure.reply.status === 0 || failure.reply.status === 401) {
      return "away";
    }
    if (failure.reply.code === repeated) {
      drop(one.key); // it has just arrived by another way
      return "arrived";
    }
    const refused = refusalIn(failure);
    change((kept) =>
      kept.map((each) =>
        each.key === one.key ? { ...each, flight: undefined, refused } : each,
      ),
    );
    return "refused";
  }
  drop(one.key);
  return "arrived";
}

/** Sends one that was refused once more, on top of what was reported since; confirm is the answer to the server's question. */
export async function sendAgain(one: Kept, confirm?: string) {
  if (one.kind !== "report" || confirm) {
    return sendOne(one, confirm);
  }
  const { operationId, batchId = "" } = one.body;
  try {
    const query = { operationId, batchId };
    const [newest] = await call("GET", "mf/progress", { query });
    const body = { ...one.body, basedOn: newest?.id ?? "" };
    return await sendOne({ ...one, body });
  } catch {
    return "away";
  }
}

function refusalIn(failure: ApiFailure): Kept["refused"] {
  const outcome = outcomeOfFailure(failure);
  switch (outcome?.kind) {
    case "question":
      return {
        texts: { zh: outcome.question.text, en: outcome.question.text },
        question: outcome.question,
      };
    case "fields":
      return { texts: outcome.errors[0]?.texts ?? textsOf(failure.reply) };
    default:
      return { texts: textsOf(failure.reply) };
  }
}
