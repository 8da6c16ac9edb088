import { useMemo } from "react";
import { create } from "zustand";
import { call } from "@/api/call";
import { isAway } from "@/api/connection";
import { outcomeOfFailure } from "@/api/errors";
import { repeated } from "@/api/repeat";
import { ApiFailure, textsOf, unreachable } from "@/api/reply";
import { owner, place, restored, type Kept } from "./kept-place";
import { onTopOf } from "./report-on-top";

/** Names this page among the tabs of the browser. */
const page = newKey();

/** How long a person waits for the server, in milliseconds: a longer silence is as good as no network. */
export const patienceMs = 3_000;

/** How long another page may take to send one before this one does: it may have died meanwhile. */
const flightMs = patienceMs + 500;

/** How long what waits may take to be answered, before it waits for the next time. */
const answerMs = 10_000;

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

/** In how many milliseconds the next one is this page's to send that another page has begun to; undefined where there is none. */
export function untilFree(kept: Kept[]) {
  const left = kept.flatMap(({ flight }) =>
    flight && flight.page !== page
      ? [flight.since + flightMs - Date.now()]
      : [],
  );
  const ahead = left.filter((ms) => ms > 0);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/** A page that goes hears no answer any more: whichever comes next sends what it was about to. */
addEventListener("pagehide", () => {
  if (restored().some(({ flight }) => flight?.page === page)) {
    change((kept) =>
      kept.map((one) =>
        one.flight?.page === page ? { ...one, flight: undefined } : one,
      ),
    );
  }
});

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

/** Makes a call of a report, and gives up waiting for its answer after a while. */
export type Once = <Answer>(start: () => Promise<Answer>) => Promise<Answer>;

interface Heard {
  /** Nobody answers in time: it is kept. */
  onKept?: () => void;
  /** The server has answered after all. */
  onLate?: () => unknown;
}

/**
 * Sends one for the first time. It is kept before, for the page may be gone before the server answers; and it stays kept where nobody
 * answers in time, of which onKept hears first. What the server refuses is thrown, and kept no more.
 */
export async function sendOrKeep(
  one: Kept,
  send: (once: Once) => Promise<unknown>,
  { onKept, onLate }: Heard = {},
) {
  const once: Once = async (start) => {
    keep({ ...one, flight: { page, since: Date.now() } });
    try {
      return await inTime(
        start(),
        (sending) => void hearLate(one, sending, onLate),
      );
    } catch (failure) {
      // While its person reads the question, nobody else sends it; should they leave, it is still there to be answered.
      const refused = failure instanceof ApiFailure && refusalIn(failure);
      if (refused && refused.question) {
        mark(one.key, { refused });
      }
      throw failure;
    }
  };
  try {
    await send(once);
  } catch (failure) {
    if (isUnheard(failure)) {
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

/** What is sent, or a failure as without a network after a while: late hears what becomes of it. */
function inTime<Answer>(
  sending: Promise<Answer>,
  late: (sending: Promise<Answer>) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiFailure(unreachable));
      late(sending);
    }, patienceMs);
  });
  return Promise.race([sending, silence]).finally(() => clearTimeout(timer));
}

/** The answer to what is kept meanwhile: the server knows it by its key, should it have been sent again. */
async function hearLate(
  one: Kept,
  sending: Promise<unknown>,
  onLate?: () => unknown,
) {
  try {
    await sending;
  } catch (failure) {
    settle(one.key, failure);
    await onLate?.();
    return;
  }
  await onLate?.(); // the list knows it before it waits no more
  drop(one.key);
}

function mark(key: string, now: Pick<Kept, "flight" | "refused">) {
  change((kept) =>
    kept.map((one) => (one.key === key ? { ...one, ...now } : one)),
  );
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
  const options = {
    ...(confirm && { query: { confirm } }),
    signal: AbortSignal.timeout(answerMs),
  };
  return one.kind === "report"
    ? call("POST", "mf/progress", { body: one.body, ...options })
    : call("POST", "mf/blockedStart", { body: one.body, ...options });
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
    return settle(one.key, failure);
  }
  drop(one.key);
  return "arrived";
}

/** Whether nobody has answered, or the answer was cut short: the server never refuses without a word. */
const isUnheard = (failure: unknown) =>
  isAway(failure) ||
  (failure instanceof ApiFailure &&
    failure.reply.code !== repeated &&
    failure.reply.message === "");

/** What becomes of one that was not taken. */
function settle(key: string, failure: unknown) {
  if (isUnheard(failure) || !(failure instanceof ApiFailure)) {
    return "away";
  }
  // Nobody is signed in any more, or the page is about to go: it waits for the next time.
  if (failure.reply.status === 0 || failure.reply.status === 401) {
    return "away";
  }
  if (failure.reply.code === repeated) {
    drop(key); // it has just arrived by another way
    return "arrived";
  }
  mark(key, { flight: undefined, refused: refusalIn(failure) });
  return "refused";
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
    change((kept) => onTopOf(kept, one.key, newest));
  } catch {
    return "away";
  }
  const now = restored().find(({ key }) => key === one.key);
  return now ? sendOne(now) : "away";
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
