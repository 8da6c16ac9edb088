import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { session } from "@/session/session";
import {
  looseServer,
  type Answer,
  type Sent,
} from "../../../testing/fake-server";
import { owner, type Kept } from "./kept-place";
import {
  discard,
  isInFlight,
  keep,
  patienceMs,
  sendable,
  sendAgain,
  sendAll,
  sendOrKeep,
  untilFree,
} from "./report-queue";

function report(key: string, operationId: string, basedOn = ""): Kept {
  return {
    ...{ kind: "report", key, owner: owner(), title: operationId },
    ...{ at: "2030-03-01T08:00:00Z" },
    body: { operationId, status: 1, key, basedOn },
  };
}

const stored = () =>
  JSON.parse(localStorage.getItem("mw.reports") ?? "[]") as Kept[];
const keys = () => stored().map(({ key }) => key);

/** A server that answers each report by its key. */
const server = (answer: (key: string) => Answer) =>
  looseServer({
    "POST mf/progress": ({ body }: Sent) => answer(String(body.key)),
    "POST mf/blockedStart": ({ body }: Sent) => answer(String(body.key)),
    "GET mf/progress": () => ({ data: [theirs] }),
  });
const theirs = {
  ...{ id: "theirs", reportedAt: "2030-03-01T09:00:00Z" },
  ...{ reportedHours: 0.5, remainingHours: 3, qtyDone: 1 },
};
const fine: Answer = { data: { id: "r" } };
const away: Answer = { status: 503, code: 503, message: "away" };

beforeEach(() => {
  localStorage.clear();
  session.set({ accountId: "me", token: "t" });
});
afterEach(() => {
  for (const key of keys()) {
    discard(key);
  }
  vi.unstubAllGlobals();
  session.clear();
});

test("what waits is sent in order, once, and stops where nobody answers", async () => {
  keep(report("a", "o1"));
  keep(report("b", "o1", "a"));
  keep({
    ...{ kind: "block", key: "c", owner: owner(), title: "o2" },
    ...{ at: "", body: { operationId: "o2", reason: 1, key: "c" } },
  });
  let isBack = false;
  const sent = server((key) => (key === "b" && !isBack ? away : fine));
  expect(await sendAll()).toEqual({ arrived: 1, isAway: true, refused: 0 });
  expect(keys()).toEqual(["b", "c"]);
  isBack = true;
  expect(await sendAll()).toEqual({ arrived: 2, refused: 0, isAway: false });
  expect(keys()).toEqual([]);
  expect(sent.map(({ body }) => body.key)).toEqual(["a", "b", "b", "c"]);
});

test("a refusal holds back what rests on it, and nothing else", async () => {
  keep(report("a", "o1"));
  keep(report("b", "o1", "a"));
  keep(report("c", "o2"));
  let isRefused = true;
  const sent = server((key) =>
    key === "a" && isRefused
      ? { status: 409, code: 20015, texts: { zh: "有人报过", en: "newer" } }
      : fine,
  );
  expect(await sendAll()).toEqual({ arrived: 1, refused: 1, isAway: false });
  expect(stored().map(({ key, refused }) => [key, refused?.texts.en])).toEqual([
    ["a", "newer"],
    ["b", undefined],
  ]);
  expect(sendable(stored())).toEqual([]);
  expect(await sendAll()).toEqual({ arrived: 0, refused: 0, isAway: false });
  isRefused = false;
  expect(await sendAgain(stored()[0]!)).toBe("arrived");
  expect(await sendAll()).toEqual({ arrived: 1, refused: 0, isAway: false });
  const posts = sent.filter(({ method }) => method === "POST");
  expect(posts.map(({ body }) => body.key)).toEqual(["a", "c", "a", "b"]);
  expect(posts[2]?.body.basedOn).toBe("theirs"); // on top of what was reported since
});

test("what is sent again adds what its person did, and those that rest on it do, too", async () => {
  const first = report("a", "o1");
  const typed = { reportedHours: 1, remainingHours: 2, qtyDone: 1 };
  keep({
    ...{ ...first, kind: "report" },
    body: { ...first.body, operationId: "o1", status: 1, ...typed },
    added: { hours: 1, pieces: 1, of: 3 },
  });
  // Thirty minutes more, then all of it.
  keep({
    ...{ ...report("b", "o1", "a"), kind: "report" },
    body: { operationId: "o1", status: 2, basedOn: "a", reportedHours: 1.5 },
    added: { hours: 0.5, of: 3 },
  });
  keep({
    ...{ ...report("c", "o1", "b"), kind: "report" },
    body: { operationId: "o1", status: 3, basedOn: "b", qtyDone: 3 },
    added: { pieces: 2, of: 3, all: true },
  });
  let isRefused = true;
  const sent = server((key) =>
    isRefused && key === "a"
      ? { status: 409, code: 20000, texts: { zh: "有人报过", en: "newer" } }
      : fine,
  );
  await sendAll();
  isRefused = false;
  const before = sent.length;
  expect(await sendAgain(stored()[0]!)).toBe("arrived");
  await sendAll();
  const [again, more, last] = sent
    .slice(before)
    .filter(({ method }) => method === "POST");
  expect(again?.body).toMatchObject({ basedOn: "theirs", reportedHours: 1.5 });
  // What is left is as the later report says.
  expect(again?.body).toMatchObject({ qtyDone: 2, remainingHours: 3 });
  expect(more?.body).toMatchObject({ basedOn: "a", reportedHours: 2 });
  expect(last?.body).toMatchObject({ basedOn: "b", qtyDone: 3 });
  expect(last?.body).not.toHaveProperty("reportedHours");
});

test("what is asked about a report that is sent again is about what it says now", async () => {
  const one = report("a", "o1");
  keep({
    ...{ ...one, kind: "report" },
    body: { operationId: "o1", status: 1, basedOn: "", reportedHours: 1 },
    added: { hours: 1, of: 1 },
    refused: { texts: { zh: "有人报过", en: "newer" } },
  });
  const sent = looseServer({
    "GET mf/progress": () => ({ data: [theirs] }),
    "POST mf/progress": ({ query }) =>
      query.get("confirm")
        ? fine
        : {
            ...{ status: 409, code: 20010, message: "far" },
            data: { key: "implausible-1", text: "Right?", items: ["1.5 h"] },
          },
  });
  expect(await sendAgain(stored()[0]!)).toBe("refused");
  const [asked] = stored();
  expect(await sendAgain(asked!, asked!.refused!.question!.key)).toBe(
    "arrived",
  );
  expect(sent.at(-1)!.body).toMatchObject({
    ...{ basedOn: "theirs", reportedHours: 1.5 },
  });
});

test("a question of the server waits for its answer", async () => {
  keep(report("a", "o1"));
  const sent = looseServer({
    "POST mf/progress": ({ query }) =>
      query.get("confirm") === "implausible"
        ? fine
        : {
            ...{ status: 409, code: 20010, message: "far" },
            data: { key: "implausible", text: "Is it right?", items: ["9 h"] },
          },
  });
  await sendAll();
  const [one] = stored();
  expect(one?.refused?.question?.items).toEqual(["9 h"]);
  expect(await sendAgain(one!, one!.refused!.question!.key)).toBe("arrived");
  expect(sent).toHaveLength(2);
});

test("what a page has left behind while it was sent is shown with its refusal", async () => {
  keep({ ...report("a", "o1"), flight: { page: "gone", since: 0 } });
  server(() => ({ status: 409, code: 20015, texts: { zh: "不行", en: "no" } }));
  await sendAll();
  expect(stored()[0]?.refused?.texts.en).toBe("no");
  expect(isInFlight(stored()[0]!)).toBe(false);
  keep({ ...stored()[0]!, flight: { page: "gone", since: Date.now() } });
  expect(isInFlight(stored()[0]!)).toBe(true);
});

test("what is discarded takes along what rests on it", () => {
  keep(report("a", "o1"));
  keep(report("b", "o1", "a"));
  keep(report("c", "o1", "b"));
  keep(report("d", "o2"));
  discard("a");
  expect(keys()).toEqual(["d"]);
});

test("nobody sends what somebody else has kept", async () => {
  keep(report("a", "o1"));
  session.set({ accountId: "other", token: "t2" });
  const sent = server(() => fine);
  expect(await sendAll()).toEqual({ arrived: 0, refused: 0, isAway: false });
  expect(sent).toHaveLength(0);
  expect(keys()).toEqual(["a"]);
});

test("a report is kept before it is sent, and by nobody else meanwhile", async () => {
  let isThere = false;
  await sendOrKeep(report("a", "o1"), (once) =>
    once(() => {
      isThere = keys().includes("a") && sendable(stored()).length === 0;
      return Promise.resolve();
    }),
  );
  expect(isThere).toBe(true);
  expect(keys()).toEqual([]);

  // The page that sent it is gone: another one takes over after a while.
  keep({ ...report("b", "o1"), flight: { page: "gone", since: Date.now() } });
  expect(sendable(stored())).toEqual([]);
  keep({ ...report("b", "o1"), flight: { page: "gone", since: 0 } });
  expect(sendable(stored())).toHaveLength(1);
  const sent = server(() => ({ status: 409, code: 20011 })); // it had arrived after all
  expect(await sendAll()).toEqual({ arrived: 1, refused: 0, isAway: false });
  expect(sent).toHaveLength(1);
});

test("a server that hangs is as good as none, and its late answer counts", async () => {
  vi.useFakeTimers();
  try {
    const steps: string[] = [];
    let answer: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (answer = resolve));
    const how = sendOrKeep(report("a", "o1"), (once) => once(() => hanging), {
      onKept: () => steps.push("kept"),
      onLate: () => steps.push(`late, of ${keys().length}`),
    });
    await vi.advanceTimersByTimeAsync(patienceMs - 1);
    expect(sendable(stored())).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await how).toBe("kept");
    expect(sendable(stored())).toHaveLength(1);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(steps).toEqual(["kept", "late, of 1"]);
    expect(keys()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a late refusal stands beside the task", async () => {
  vi.useFakeTimers();
  try {
    let refuse: (failure: unknown) => void = () => undefined;
    const hanging = new Promise<void>((_, reject) => (refuse = reject));
    const how = sendOrKeep(report("a", "o1"), (once) => once(() => hanging));
    await vi.advanceTimersByTimeAsync(patienceMs);
    expect(await how).toBe("kept");
    refuse(
      new ApiFailure({
        ...{ status: 409, code: 20000, message: "no", data: null },
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(stored()[0]?.refused?.texts.en).toBe("no");
  } finally {
    vi.useRealTimers();
  }
});

test("a page that goes leaves what it was sending to the next one, at once", async () => {
  void sendOrKeep(report("b", "o2"), (once) =>
    once(() => new Promise(() => undefined)),
  );
  await Promise.resolve();
  expect(sendable(stored())).toEqual([]);
  dispatchEvent(new Event("pagehide"));
  expect(sendable(stored()).map(({ key }) => key)).toEqual(["b"]);
});

test("another page's report is free after a few seconds", () => {
  keep({ ...report("a", "o1"), flight: { page: "other", since: Date.now() } });
  const ms = untilFree(stored())!;
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(patienceMs + 500);
});

test("while its person reads the question a report is not sent by another page", async () => {
  const question = new ApiFailure({
    ...{ status: 409, code: 20010, message: "far" },
    data: { key: "implausible-1", text: "Is it right?", items: ["0 h"] },
  });
  let agree: () => void = () => undefined;
  const how = sendOrKeep(report("a", "o1"), async (once) => {
    await once(() => Promise.reject(question)).catch(() => undefined);
    await new Promise<void>((resolve) => (agree = resolve));
    return once(() => Promise.resolve());
  });
  await vi.waitFor(() =>
    expect(stored()[0]?.refused?.question?.items).toEqual(["0 h"]),
  );
  expect(isInFlight(stored()[0]!)).toBe(true);
  dispatchEvent(new Event("pagehide")); // it stands there to be answered
  expect(sendable(stored())).toEqual([]);
  expect(isInFlight(stored()[0]!)).toBe(false);
  agree();
  expect(await how).toBe("sent");
  expect(keys()).toEqual([]);
});

test("an answer that was cut short refuses nothing", async () => {
  keep(report("a", "o1"));
  server(() => ({ status: 409, code: 409, message: "" }));
  expect(await sendAll()).toEqual({ arrived: 0, refused: 0, isAway: true });
  expect(sendable(stored())).toHaveLength(1);
});
