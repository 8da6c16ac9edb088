import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { call, fileName } from "./call";
import { ApiFailure } from "./reply";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("a call carries both tokens, the language and its time", async () => {
  session.set({ token: "t1", longToken: "l1" });
  const sent = fakeServer({ "GET pm/mould": () => ({ data: 7 }) });
  expect(await call("GET", "pm/mould", { query: { q: "", page: 1 } })).toBe(7);
  const { headers, query } = sent[0]!;
  expect(headers.get("mdbtk")).toBe("t1");
  expect(headers.get("Blade-Auth")).toBe("bearer l1");
  expect(headers.get("Accept-Language")).toBe("zh");
  expect(query.has("q")).toBe(false);
  expect(Number(query.get("_t"))).toBeGreaterThan(0);
});

test("calls that fail together renew the session once and are repeated", async () => {
  session.set({ token: "old", longToken: "l1" });
  const sent = fakeServer({
    "GET a": ({ headers }) =>
      headers.get("mdbtk") === "new"
        ? { data: "a" }
        : { status: 401, code: 401 },
    "POST getTokenService": () => ({ data: { token: "new" } }),
  });
  expect(await Promise.all([call("GET", "a"), call("GET", "a")])).toEqual([
    "a",
    "a",
  ]);
  const renewals = sent.filter(({ path }) => path === "getTokenService");
  expect(renewals).toHaveLength(1);
  expect(session.get()).toMatchObject({ token: "new", longToken: "l1" });
});

test("a session that cannot be renewed fails once, with 401", async () => {
  session.set({ token: "old", longToken: "l1" });
  const gone = () => ({ status: 401, code: 401 });
  const sent = fakeServer({ "GET a": gone, "POST getTokenService": gone });
  const failure = await call("GET", "a").catch((thrown: unknown) => thrown);
  expect((failure as ApiFailure).reply.code).toBe(401);
  expect(sent.map(({ path }) => path)).toEqual(["a", "getTokenService"]);
});

test("silence of the network is status 600, giving up is status 0", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(call("GET", "a")).rejects.toMatchObject({
    reply: { status: 600, message: "Network Error" },
  });
  vi.stubGlobal("fetch", () =>
    Promise.reject(new DOMException("gone", "AbortError")),
  );
  await expect(call("GET", "a")).rejects.toMatchObject({
    reply: { status: 0 },
  });
});

test("a file keeps the name the server gave, also a Chinese one", () => {
  expect(fileName('attachment; filename="m.xlsx"')).toBe("m.xlsx");
  expect(
    fileName(
      "attachment; filename=x; filename*=UTF-8''%E6%A8%A1%E5%85%B7.xlsx",
    ),
  ).toBe("模具.xlsx");
});
