import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import {
  looseServer,
  type Answer,
  type Sent,
} from "../../../testing/fake-server";
import {
  discard,
  isInFlight,
  keep,
  owner,
  sendable,
  sendAgain,
  sendAll,
  sendOrKeep,
  type Kept,
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
    "GET mf/progress": () => ({ data: [{ id: "theirs" }] }),
  });
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
  await sendOrKeep(report("a", "o1"), () => {
    isThere = keys().includes("a") && sendable(stored()).length === 0;
    return Promise.resolve();
  });
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
