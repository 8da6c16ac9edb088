import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useChange } from "@/session/change";
import { session, type Module } from "@/session/session";
import { looseServer } from "../../testing/fake-server";
import { gatewayToken } from "../../testing/gateway-token";
import { moduleOf, userAt } from "../../testing/places";
import { baseModules, lacksBasePath } from "./base-modules";
import { baseOf, keepBasePaths } from "./base-path";
import { callResource } from "./call";
import { download, fetchFile, fileName } from "./download";
import { keepEntry } from "./entry";
import { gateway } from "./gateway";
import { ApiFailure, type Reply } from "./reply";

beforeEach(() => session.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
  keepEntry({});
  gateway.clear();
  keepBasePaths(null);
});

const refusal = (thrown: unknown) => {
  expect(thrown).toBeInstanceOf(ApiFailure);
  return (thrown as ApiFailure).reply;
};

/** Answers every request by a function of its address. */
function network(answer: (url: string, init: RequestInit) => Response) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url.split("?")[0]}`);
    return Promise.resolve(answer(url, init));
  });
  return asked;
}

const ok = (data: unknown) => Response.json({ code: 1, message: "ok", data });

function closedModule(moduleKey: string, moduleName: string): Module {
  return moduleOf({ moduleKey, moduleName, kind: "planned", opened: false });
}

test("CALL-02, CALL-03, CALL-05, CALL-06, CALL-07: a call carries tokens, origin, language, credentials and its time", async () => {
  session.set({ token: "t1", longToken: "l1" });
  keepEntry({ from: "partner", thirdToken: "abc" });
  const credentials = vi.fn();
  const sent = looseServer({ "GET pm/mould": () => ({ data: 7 }) });
  const answering = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    credentials(init.credentials);
    return answering(url, init);
  });
  const before = Date.now();
  expect(
    await callResource("GET", "pm/mould", { query: { q: "", page: 1 } }),
  ).toBe(7);
  const { headers, query } = sent[0]!;
  expect(headers.get("mdbtk")).toBe("t1");
  expect(headers.get("Blade-Auth")).toBe("bearer l1");
  expect(headers.get("from")).toBe("partner");
  expect(headers.get("thirdToken")).toBe("abc");
  expect(headers.get("Accept-Language")).toBe("zh");
  expect(credentials).toHaveBeenCalledWith("include");
  expect(query.has("q")).toBe(false);
  expect(query.get("page")).toBe("1");
  expect(Number(query.get("_t"))).toBeGreaterThanOrEqual(before);
});

test.each([
  ["GET", "pm/mould"],
  ["POST", "aps/exe/job/query"],
  ["DELETE", "pm/mould"],
  ["POST", "/mcfront/basic-api/x"],
] as const)(
  "CALL-02, CALL-03: %s %s carries credentials and its time",
  async (method, path) => {
    const before = Date.now();
    const calls: [string, RequestInit][] = [];
    network((...sent) => {
      calls.push(sent);
      return ok(null);
    });
    await callResource(method, path);
    const [url, init] = calls[0]!;
    expect(init.credentials).toBe("include");
    const at = Number(new URL(url, "http://localhost").searchParams.get("_t"));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  },
);

test("CALL-07: the optional headers are left out, and so is what no header can carry", async () => {
  const sent = looseServer({ "GET a": () => ({}) });
  await callResource("GET", "a");
  keepEntry({ from: "模具\r\nmdbtk: x" });
  await callResource("GET", "a");
  for (const { headers } of sent) {
    expect(headers.has("from")).toBe(false);
    expect(headers.has("thirdToken")).toBe(false);
  }
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
  "CALL-01: %s",
  async (method) => {
    const sent = looseServer({ [`${method} pm/mould`]: () => ({ data: "x" }) });
    const body = method === "GET" ? undefined : { name: "M1" };
    expect(await callResource(method, "pm/mould", { body })).toBe("x");
    expect(sent[0]!.body).toEqual(body ?? {});
  },
);

test("CALL-01: files go as multipart and come as blobs", async () => {
  const form = new FormData();
  form.set("file", new File(["a"], "a.csv"));
  let sent: unknown;
  network((url, init) => {
    if (init.method === "POST") {
      sent = init.body;
      expect(new Headers(init.headers).has("Content-Type")).toBe(false);
      return ok({ created: 1 });
    }
    return new Response("picture");
  });
  await callResource("POST", "bms/machine/import", { form });
  expect(sent).toBe(form);
  expect(await (await fetchFile("production/picture/1")).text()).toBe(
    "picture",
  );
});

test("CALL-01: what gives up a call stops it at the network", async () => {
  const stop = new AbortController();
  let given: AbortSignal | null | undefined;
  network((_url, init) => {
    given = init.signal;
    return ok(7);
  });
  await callResource("GET", "pm/mould", { signal: stop.signal });
  stop.abort();
  expect(given?.aborted).toBe(true);
});

test("CALL-04: places in a path are filled from the query, then from the body", async () => {
  const sent = looseServer({
    "GET bms/sys/shortLink/a%2Fb": () => ({ data: 1 }),
    "POST pm/mould/m1": () => ({ data: 2 }),
  });
  await callResource("GET", "bms/sys/shortLink/{code}", {
    query: { code: "a/b", page: 2 },
  });
  expect(sent[0]!.query.has("code")).toBe(false);
  expect(sent[0]!.query.get("page")).toBe("2");
  await callResource("POST", "pm/mould/{id}", {
    body: { id: "m1", name: "x" },
  });
  expect(sent[1]!.body).toEqual({ id: "m1", name: "x" });
  await expect(callResource("GET", "pm/mould/{id}")).rejects.toThrow("{id}");
  expect(sent).toHaveLength(2);
});

test("calls that fail together renew the session once and are repeated", async () => {
  session.set({ token: "old", longToken: "l1" });
  const sent = looseServer({
    "GET a": ({ headers }) =>
      headers.get("mdbtk") === "new"
        ? { data: "a" }
        : { status: 401, code: 401 },
    "POST getTokenService": () => ({ data: { token: "new" } }),
  });
  expect(
    await Promise.all([callResource("GET", "a"), callResource("GET", "a")]),
  ).toEqual(["a", "a"]);
  const renewals = sent.filter(({ path }) => path === "getTokenService");
  expect(renewals).toHaveLength(1);
  expect(session.get()).toMatchObject({ token: "new", longToken: "l1" });
});

test("CALL-06: the long token that a renewal brings travels from then on", async () => {
  session.set({ token: "old", longToken: "l1" });
  const sent = looseServer({
    "GET a": ({ headers }) =>
      headers.get("mdbtk") === "new"
        ? { data: "a" }
        : { status: 401, code: 401 },
    "POST getTokenService": () => ({ data: { token: "new", longToken: "l2" } }),
  });
  expect(await callResource("GET", "a")).toBe("a");
  expect(
    sent.map(({ path, headers }) => [path, headers.get("Blade-Auth")]),
  ).toEqual([
    ["a", "bearer l1"],
    ["getTokenService", "bearer l1"],
    ["a", "bearer l2"],
  ]);
});

test("CALL-06: the long token stays when a renewal brings none", async () => {
  session.set({ token: "old", longToken: "l1" });
  const sent = looseServer({
    "GET a": ({ headers }) =>
      headers.get("mdbtk") === "new"
        ? { data: "a" }
        : { status: 401, code: 401 },
    "POST getTokenService": () => ({ data: { token: "new" } }),
  });
  expect(await callResource("GET", "a")).toBe("a");
  expect(sent.at(-1)!.headers.get("Blade-Auth")).toBe("bearer l1");
});

test.each(["held", "not noticed yet"])(
  "SESSION-10: a tab whose session another one replaced (%s) neither renews nor ends it",
  async (state) => {
    session.set({ token: "old", longToken: "long" });
    const gone = () => ({ status: 401, code: 401, message: "gone" });
    const sent = looseServer({ "GET a": gone });
    localStorage.setItem("mw.token", '"other"');
    localStorage.setItem("mw.userData", "null");
    useChange.setState({ change: state === "held" ? "account" : null });
    const { status } = refusal(
      await callResource("GET", "a").catch((e: unknown) => e),
    );
    expect(status).toBe(0);
    expect(sent.map(({ path }) => path)).toEqual(["a"]);
    expect(localStorage.getItem("mw.token")).toBe('"other"');
    useChange.setState({ change: null });
  },
);

test("a session that another tab renewed is used, not renewed again", async () => {
  const me = userAt("a", "a1");
  session.set({ token: "old", longToken: "long", userData: me });
  localStorage.setItem("mw.token", '"renewed"');
  const sent = looseServer({
    "GET a": ({ headers }) =>
      headers.get("mdbtk") === "renewed"
        ? { data: 7 }
        : { status: 401, code: 401 },
  });
  expect(await callResource("GET", "a")).toBe(7);
  expect(sent.map(({ path }) => path)).toEqual(["a", "a"]);
});

test("a session that cannot be renewed fails once, with 401", async () => {
  session.set({ token: "old", longToken: "l1" });
  const gone = () => ({ status: 401, code: 401 });
  const sent = looseServer({ "GET a": gone, "POST getTokenService": gone });
  const failure = await callResource("GET", "a").catch(refusal);
  expect((failure as Reply).code).toBe(401);
  expect(sent.map(({ path }) => path)).toEqual(["a", "getTokenService"]);
});

test("CALL-08: silence of the network is status 600, giving up is status 0", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(callResource("GET", "a")).rejects.toMatchObject({
    // By its code the screens know that nobody answered, and reads are asked again.
    reply: { status: 600, code: 600, message: "Network Error" },
  });
  vi.stubGlobal("fetch", () =>
    Promise.reject(new DOMException("gone", "AbortError")),
  );
  await expect(callResource("GET", "a")).rejects.toMatchObject({
    reply: { status: 0 },
  });
  vi.stubGlobal("fetch", () =>
    Promise.reject(new DOMException("too slow", "TimeoutError")),
  );
  await expect(callResource("GET", "a")).rejects.toMatchObject({
    reply: { status: 600 },
  });
});

test("CALL-09: a call to a module that is not opened is not sent", async () => {
  const sent = looseServer({ "GET cam/task": () => ({}) });
  session.set({
    modules: [
      closedModule("cost", "Costing"),
      closedModule("pm", "Production"),
      closedModule("tooling", "Tooling"),
    ],
  });
  // Which module it was is all that the reply says.
  for (const [path, module] of [
    ["cost/list", "Costing"],
    ["cost", "Costing"],
    ["cost?x=1", "Costing"],
    ["production/template", "Production"],
    ["pm/mould?x=1", "Production"],
    ["mf/list", "Tooling"],
  ] as const) {
    const refused = await callResource("GET", path).catch(refusal);
    expect(refused, path).toEqual({
      status: 600,
      code: 0,
      message: module,
      data: null,
    });
  }
  for (const method of ["POST", "PATCH", "DELETE"] as const) {
    await expect(callResource(method, "cost/list")).rejects.toMatchObject({
      reply: { status: 600 },
    });
  }
  await expect(download("pm/mould/export")).rejects.toMatchObject({
    reply: { status: 600 },
  });
  expect(sent).toHaveLength(0);
  await callResource("GET", "cam/task");
  // What only begins alike is another module.
  await callResource("GET", "costs/list").catch(() => null);
  expect(sent).toHaveLength(2);
});

test("CALL-10: a reply with a code is passed on as it is, one without is a success", async () => {
  const bodies: unknown[] = [
    { code: 20009, message: "stale", data: { current: {} } },
    { rows: [1] },
    [1, 2],
  ];
  network(() => Response.json(bodies.shift()));
  expect(await callResource("GET", "a").catch(refusal)).toEqual({
    status: 200,
    code: 20009,
    message: "stale",
    data: { current: {} },
  });
  expect(await callResource("GET", "a")).toEqual({ rows: [1] });
  expect(await callResource("GET", "a")).toEqual([1, 2]);
  network(() => new Response("<html>", { status: 200 }));
  await expect(callResource("GET", "a")).rejects.toMatchObject({
    reply: { code: 502 },
  });
});

test("CALL-11, CONST-02: 1 and 200 are success, nothing else is", async () => {
  for (const code of [1, 200]) {
    network(() => Response.json({ code, message: "", data: code }));
    expect(await callResource("GET", "a")).toBe(code);
  }
  for (const code of [0, 2, 201, 207]) {
    network(() => Response.json({ code, message: "", data: code }));
    await expect(callResource("GET", "a")).rejects.toMatchObject({
      reply: { code },
    });
  }
  // Nor is it where the status says otherwise.
  network(() => Response.json({ code: 1, message: "" }, { status: 400 }));
  await expect(callResource("GET", "a")).rejects.toMatchObject({
    reply: { status: 400, code: 1 },
  });
});

test("CALL-12, CONST-01: calls stand below /front/api/v1, those with a slash at the origin", async () => {
  const asked = network(() => ok(null));
  await callResource("POST", "upms/user/login");
  await callResource(
    "POST",
    "/account/basic-api/blade-auth/user-client/getUserInfo",
  );
  expect(asked).toEqual([
    "POST /front/api/v1/upms/user/login",
    "POST /account/basic-api/blade-auth/user-client/getUserInfo",
  ]);
});

test("CALL-13, CALL-14: base paths are kept, asked for while one is missing, and never lead to another host", async () => {
  expect(baseModules).toHaveLength(29);
  expect(lacksBasePath()).toBe(true);
  const all = Object.fromEntries(baseModules.map((key) => [key, "/front"]));
  keepBasePaths({ ...all, aps: "/front2" });
  expect(lacksBasePath()).toBe(false);
  expect(JSON.parse(localStorage.getItem("mw.basePath")!)).toMatchObject({
    aps: "/front2",
    pm: "/front",
  });
  const asked = network(() => ok(null));
  await callResource("GET", "aps/exe/job/query");
  await callResource("GET", "upms/x");
  expect(asked).toEqual([
    "GET /front2/api/v1/aps/exe/job/query",
    "GET /front/api/v1/upms/x",
  ]);
  keepBasePaths({ ...all, aps: "//evil.example", pm: "https://evil.example" });
  expect(baseOf("aps")).toBe("/front");
  expect(baseOf("pm")).toBe("/front");
  expect(lacksBasePath()).toBe(true);
  // Whichever is missing alone, the first and the last too.
  for (const missing of baseModules) {
    const others = Object.entries(all).filter(([key]) => key !== missing);
    keepBasePaths(Object.fromEntries(others));
    expect(lacksBasePath(), missing).toBe(true);
  }
});

test("GATEWAY-11: with an address and state 1 calls of the modules go to the gateway", async () => {
  const asked = network(() => ok(null));
  const origin = "https://192.168.1.20:8443";
  gateway.set({
    origin,
    state: 1,
    sessionId: "public-1",
    token: gatewayToken(),
  });
  await callResource("GET", "aps/exe/job/query");
  await callResource("GET", "bms/machine");
  for (const path of [
    "upms/user/getModuleTree.do",
    "switchTenant",
    "getKeyAndIv",
    "/account/x",
    "/mcfront/x",
  ]) {
    await callResource("POST", path);
  }
  gateway.set({
    origin,
    state: 0,
    sessionId: "public-1",
    token: gatewayToken(),
  });
  await callResource("GET", "aps/exe/job/query");
  gateway.set({
    origin: "",
    state: 1,
    sessionId: "public-1",
    token: gatewayToken(),
  });
  await callResource("GET", "aps/exe/job/query");
  expect(asked).toEqual([
    "GET https://192.168.1.20:8443/api/v1/aps/exe/job/query",
    "GET https://192.168.1.20:8443/api/v1/bms/machine",
    "POST /front/api/v1/upms/user/getModuleTree.do",
    "POST /front/api/v1/switchTenant",
    "POST /front/api/v1/getKeyAndIv",
    "POST /account/x",
    "POST /mcfront/x",
    "GET /front/api/v1/aps/exe/job/query",
    "GET /front/api/v1/aps/exe/job/query",
  ]);
});

test.each<[string, FormData | URLSearchParams]>([
  ["multipart", new FormData()],
  ["plain", new URLSearchParams()],
])(
  "GATEWAY-11: a %s form carries the session's public id to the gateway, never the token",
  async (_, form) => {
    session.set({ token: "secret" });
    const forms: (FormData | URLSearchParams)[] = [];
    network((_, init) => {
      forms.push(init.body as FormData | URLSearchParams);
      return ok(null);
    });
    form.set("name", "a.csv");
    form.append("page", "1");
    form.append("page", "2");
    gateway.set({
      origin: "https://gw:1",
      state: 1,
      sessionId: "public-1",
      token: gatewayToken(),
    });
    await callResource("POST", "bms/file/upload", { form });
    gateway.down();
    await callResource("POST", "bms/file/upload", { form });
    expect(forms[0]!.get("sessionId")).toBe("public-1");
    expect(forms[0]!.get("name")).toBe("a.csv");
    expect(forms[0]!.getAll("page")).toEqual(["1", "2"]);
    expect([...forms[0]!.values()]).not.toContain("secret");
    expect(forms[1]!.has("sessionId")).toBe(false);
  },
);

test("CALL-05, CALL-06: a gateway gets its own token, and nothing that is good at the cloud or elsewhere", async () => {
  session.set({ token: "secret", longToken: "account" });
  keepEntry({ from: "partner", thirdToken: "theirs" });
  const inits: RequestInit[] = [];
  network((_, init) => {
    inits.push(init);
    return ok(null);
  });
  const form = new FormData();
  form.set("file", new File(["a"], "a.png"));
  gateway.set({
    origin: "https://gw:1",
    state: 1,
    sessionId: "public-1",
    token: gatewayToken(),
  });
  await callResource("GET", "bms/section");
  await callResource("POST", "aps/exe/job/query", { body: { page: 1 } });
  await callResource("POST", "bms/file/mould/{id}", {
    query: { id: "m1" },
    form,
  });
  await fetchFile("bms/file/1");
  await download("bms/section/export").catch(() => undefined);
  expect(inits).toHaveLength(5);
  for (const init of inits) {
    const headers = new Headers(init.headers);
    expect(headers.get("mdbtk")).toBe("mwt_short");
    headers.delete("mdbtk");
    headers.delete("Accept-Language");
    headers.delete("Content-Type");
    expect([...headers.keys()]).toEqual([]);
    // Cookies know no ports, and whoever redirects leads elsewhere.
    expect(init.credentials).toBe("omit");
    expect(init.redirect).toBe("error");
  }
  const sent = inits[2]!.body as FormData;
  expect(sent.get("sessionId")).toBe("public-1");
});

test("CALL-05: a gateway whose token is not taken any more is left, and the cloud decides", async () => {
  session.set({ token: "secret", longToken: "account" });
  const asked = network((url) =>
    url.startsWith("https://gw:1")
      ? Response.json({ code: 401, message: "no" }, { status: 401 })
      : ok("front"),
  );
  gateway.set({
    origin: "https://gw:1",
    state: 1,
    sessionId: "public-1",
    token: gatewayToken(),
  });
  expect(await callResource("POST", "aps/a", { body: {} })).toBe("front");
  expect(await callResource("GET", "aps/a")).toBe("front");
  expect(asked).toEqual([
    "POST https://gw:1/api/v1/aps/a",
    "POST /front/api/v1/aps/a",
    "GET /front/api/v1/aps/a",
  ]);
  expect(session.get().token).toBe("secret");
});

test("GATEWAY-11: a gateway that does not answer is left; reads are asked again at the front server, writes are not", async () => {
  const asked = network((url) => {
    if (url.startsWith("https://gw:1")) {
      throw new TypeError("failed");
    }
    return ok("front");
  });
  const up = {
    origin: "https://gw:1",
    state: 1 as const,
    sessionId: "public-1",
    token: gatewayToken(),
  };
  gateway.set(up);
  expect(await callResource("GET", "aps/a")).toBe("front");
  expect(gateway.get().state).toBe(0);
  // A probe that finds it at once changes nothing: its own answer says little about what it passes on.
  expect(gateway.set(up)).toBe(0);
  expect(await callResource("POST", "aps/a")).toBe("front");
  gateway.clear();
  gateway.set(up);
  await expect(callResource("POST", "aps/a")).rejects.toMatchObject({
    reply: { status: 600 },
  });
  expect(gateway.get().state).toBe(0);
  expect(asked).toEqual([
    "GET https://gw:1/api/v1/aps/a",
    "GET /front/api/v1/aps/a",
    "POST /front/api/v1/aps/a",
    "POST https://gw:1/api/v1/aps/a",
  ]);
});

test("CALL-15: an export goes by its method, its query encoded, and is saved under the name the server gave", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const urls: string[] = [];
  network((url, init) => {
    urls.push(`${init.method} ${url.split("&_t")[0]}`);
    return new Response("a,b", {
      headers: { "content-disposition": 'attachment; filename="m.csv"' },
    });
  });
  await download("pm/mould/export", { query: { q: "A&B 模" } });
  await download("production/import/failed", {}, "POST");
  expect(saved).toEqual(["m.csv", "m.csv"]);
  expect(urls[0]).toBe("GET /front/api/v1/pm/mould/export?q=A%26B+%E6%A8%A1");
  expect(urls[1]).toMatch(/^POST /);
});

test("CALL-16: an export answered by JSON is no file", async () => {
  network(() => Response.json({ code: 20000, message: "no", data: ["a"] }));
  expect(await download("a").catch(refusal)).toMatchObject({
    code: 20000,
    data: ["a"],
  });
});

test("CALL-17: an export without rows is saved with its headings, and that it has none is said", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  network(
    () =>
      new Response("no,name", {
        headers: {
          "content-disposition": "attachment; filename=a.csv",
          "x-empty-export": "true",
        },
      }),
  );
  expect(await download("a").catch(refusal)).toMatchObject({ code: 204 });
  expect(saved).toEqual(["a.csv"]);
});

test("CALL-15: a file keeps the name the server gave, also a Chinese one", () => {
  expect(fileName('attachment; filename="m.xlsx"')).toBe("m.xlsx");
  expect(
    fileName(
      "attachment; filename=x; filename*=UTF-8''%E6%A8%A1%E5%85%B7.xlsx",
    ),
  ).toBe("模具.xlsx");
});
