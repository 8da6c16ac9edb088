import { expect, expectTypeOf, test, vi } from "vitest";
import { fakeServer } from "../../testing/fake-server";
import { call } from "./call";
import type { AnswerTo, Schema } from "./contract";

/** Never run: tsc alone checks it. Each line under an expected error must not compile. */
export const checked = {
  paths: () => [
    call("GET", "checklogin"),
    call("POST", "/account/basic-api/blade-auth/user-client/getUserInfo"),
    // @ts-expect-error No such path.
    call("GET", "upms/usr"),
    // @ts-expect-error The path has no such method.
    call("DELETE", "checklogin"),
    // @ts-expect-error A path made at run time has a door of its own.
    call("GET", `upms/user/${String(1)}`),
    // @ts-expect-error A file comes back, no envelope.
    call("GET", "upms/user/export"),
  ],
  bodies: () => [
    call("POST", "aps/exe/job/configSave", {
      body: { name: "May", startTime: null, deliveryTime: undefined },
    }),
    call("POST", "aps/exe/job/configSave", {
      // @ts-expect-error The name is a text.
      body: { name: 7, startTime: null },
    }),
    call("POST", "aps/exe/job/configSave", {
      // @ts-expect-error The contract knows no colour.
      body: { name: "May", startTime: null, colour: "red" },
    }),
    // @ts-expect-error The start has to be said.
    call("POST", "aps/exe/job/configSave", { body: { name: "May" } }),
    // @ts-expect-error The body has to be there.
    call("POST", "aps/exe/job/configSave"),
    // @ts-expect-error No body is read.
    call("GET", "checklogin", { body: {} }),
  ],
  queries: () => [
    call("GET", "upms/user", { query: { page: 2, q: "", sort: undefined } }),
    // @ts-expect-error The list has no such filter.
    call("GET", "upms/user", { query: { colour: "red" } }),
    // @ts-expect-error Pages have numbers.
    call("GET", "upms/user", { query: { page: "two" } }),
  ],
  places: (id: string, kind: "qa" | "file") => [
    call("DELETE", "upms/user/token/{id}", { query: { id } }),
    call("GET", `upms/role/{id}/${kind}`, { query: { id } }),
    // @ts-expect-error Nothing fills {id}.
    call("DELETE", "upms/user/token/{id}"),
    // @ts-expect-error Nothing fills {id}.
    call("DELETE", "upms/user/token/{id}", { query: { key: id } }),
  ],
  answers: async () => {
    const saved = await call("POST", "aps/exe/job/configSave", {
      body: { name: "May", startTime: null },
    });
    expectTypeOf(saved).toEqualTypeOf<Schema<"ApsSavedSchedule">>();
    // @ts-expect-error The answer names no colour.
    expectTypeOf(saved).toHaveProperty("colour");
  },
};

test("a fake is checked by the path that it answers to", () => {
  expectTypeOf<AnswerTo<"GET upms/role/r1/users">>().toEqualTypeOf<
    Schema<"AccessUsers">
  >();
  expectTypeOf<AnswerTo<"GET upms/role/compare">>().toEqualTypeOf<
    Schema<"AccessDifference">
  >();
  expectTypeOf<AnswerTo<"GET no/such/path">>().toBeUnknown();
  fakeServer({ "GET upms/setup": () => ({ data: { waiting: true } }) });
  // @ts-expect-error The contract says whether it waits.
  fakeServer({ "GET upms/setup": () => ({ data: { waiting: "no" } }) });
  vi.unstubAllGlobals();
});

test("calls are checked by the compiler", () => {
  expect(Object.keys(checked)).toContain("answers");
});
