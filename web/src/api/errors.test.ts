import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { outcomeOf, type Outcome, type Situation } from "./errors";
import type { Reply } from "./reply";

beforeEach(() => switchLanguage("en"));

interface Row {
  name: string;
  reply: Partial<Reply>;
  at?: Partial<Situation>;
  outcome: Outcome;
}

const error = { kind: "error" as const, message: "said" };
const login: Outcome = {
  kind: "login",
  texts: { zh: "", en: "" },
  afterMs: 0,
};
const question = { key: "changed", text: "Publish all the same?", items: [] };
const conflict = { current: { id: "1" }, changedBy: "Li", changedAt: "2026" };

// The rows of the error catalogue in its order, then ours.
const catalogue: Row[] = [
  {
    name: "ERR-01: 11015 on the login page stays there",
    reply: { code: 11015 },
    at: { onLoginPage: true },
    outcome: error,
  },
  {
    name: "ERR-01: 11015 elsewhere leads to the error page",
    reply: { code: 11015 },
    outcome: { kind: "error-page", message: "said" },
  },
  {
    name: "ERR-02: 11050 says so and leads to the login after a second",
    reply: { code: 11050 },
    outcome: {
      kind: "login",
      texts: { zh: "said", en: "said" },
      afterMs: 1000,
    },
  },
  { name: "ERR-03: 401", reply: { status: 401, code: 401 }, outcome: login },
  {
    name: "ERR-03: 11009 tells why",
    reply: { status: 401, code: 11009 },
    outcome: { kind: "login", texts: { zh: "said", en: "said" }, afterMs: 0 },
  },
  {
    name: "ERR-04: 141011 with an address",
    reply: { code: 141011, data: "https://sso.example/x" },
    outcome: {
      kind: "redirect",
      url: "https://sso.example/x",
      forgetMenus: false,
    },
  },
  {
    name: "ERR-04: 141011 without one",
    reply: { code: 141011, data: 7 },
    outcome: error,
  },
  {
    name: "ERR-04: 141011 with a script for an address",
    reply: { code: 141011, data: "javascript:alert(1)" },
    outcome: error,
  },
  {
    name: "ERR-04: 141011 to a host that is not allowed",
    reply: { code: 141011, data: "https://evil.example/" },
    at: { allowedHosts: ["sso.example"] },
    outcome: error,
  },
  {
    name: "ERR-05: 20000 with data",
    reply: { code: 20000, data: { title: "In use", items: ["EDM", "CNC"] } },
    outcome: { kind: "notice", title: "said", detail: "In use\nEDM\nCNC" },
  },
  {
    name: "ERR-05: 20000 without data",
    reply: { code: 20000 },
    outcome: error,
  },
  ...[307, 11020].map((code) => ({
    name: `ERR-06: ${code}`,
    reply: { code, data: "/account/" },
    outcome: { kind: "redirect", url: "/account/", forgetMenus: true } as const,
  })),
  {
    name: "ERR-06: 307 to a whole address of somebody else",
    reply: { code: 307, data: "https://evil.example/" },
    outcome: error,
  },
  {
    name: "ERR-06: 307 to another host without a scheme",
    reply: { code: 307, data: "//evil.example" },
    outcome: error,
  },
  ...[207, 20001].map((code) => ({
    name: `ERR-07: ${code}`,
    reply: { code, data: ["CNC", "EDM"] },
    outcome: {
      kind: "error",
      message: 'said "CNC, EDM"',
      apart: { title: "said", detail: "CNC, EDM" },
    } as const,
  })),
  {
    name: "ERR-08: 800024 before the SMS",
    reply: { code: 800024, data: { param: ["138****0001"] } },
    outcome: { kind: "verify-by-sms", phones: ["138****0001"] },
  },
  {
    name: "ERR-08: 800024 after it",
    reply: { code: 800024 },
    at: { smsVerified: true },
    outcome: error,
  },
  {
    name: "ERR-09: status 0",
    reply: { status: 0, code: 0 },
    outcome: { kind: "ignore" },
  },
  {
    name: "ERR-10: success",
    reply: { code: 1 },
    outcome: { kind: "success", message: "said" },
  },
  {
    name: "ERR-11: status 600",
    reply: { status: 600, code: 600 },
    outcome: { kind: "unreachable" },
  },
  {
    name: "ERR-11: status 600 of a call that was not sent",
    reply: { status: 600, code: 0, message: "Costing" },
    outcome: { kind: "ignore" },
  },
  {
    name: "ERR-12: any other",
    reply: { status: 409, code: 42 },
    outcome: error,
  },
  {
    name: "ERR-12, CALL-16: any other with data",
    reply: { status: 409, code: 42, data: ["CNC", "EDM"] },
    outcome: { ...error, detail: "CNC, EDM" },
  },
  {
    name: "a refused deletion names who refers to the record, in words",
    reply: {
      status: 409,
      code: 20000,
      message: "Group “CNC” is in use and cannot be deleted",
      data: {
        title: "CNC",
        items: [
          {
            label: "Machine",
            count: 3,
            entity: "machine",
            rows: [
              { id: "m1", title: "EDM-1" },
              { id: "m2", title: "EDM-2" },
            ],
          },
          { label: "Operation", count: 1, entity: "operation", rows: [] },
        ],
      },
    },
    outcome: {
      kind: "notice",
      title: "Group “CNC” is in use and cannot be deleted",
      detail: "CNC\nMachine: 3 (EDM-1, EDM-2 …)\nOperation: 1",
    },
  },
  {
    name: "CALL-17: an export without rows",
    reply: { code: 204, message: "" },
    outcome: { kind: "empty-file" },
  },
  {
    name: "ERR-12: any other that only says ok",
    reply: { code: 42, message: "ok" },
    outcome: { kind: "ignore" },
  },
  {
    name: "a fault without a word",
    reply: { status: 500, code: 500, message: "" },
    outcome: { kind: "fault" },
  },
  {
    name: "a refusal names the missing permission",
    reply: { status: 403, code: 403, data: { permission: "ems.machine.add" } },
    outcome: {
      kind: "refused",
      message: "said",
      permission: "ems.machine.add",
      key: "ems.machine.add",
    },
  },
  {
    name: "422 names its fields",
    reply: { status: 422, code: 422, data: [] },
    outcome: { kind: "fields", errors: [] },
  },
  {
    name: "20009 brings what the record is now",
    reply: { status: 409, code: 20009, data: conflict },
    outcome: { kind: "conflict", conflict },
  },
  {
    name: "20010 brings its question",
    reply: { status: 409, code: 20010, data: question },
    outcome: { kind: "question", question },
  },
  {
    name: "a proxy's error page without an envelope",
    reply: { status: 502, code: 502, message: "" },
    outcome: { kind: "unreachable" },
  },
  {
    name: "a server whose database is away",
    reply: { status: 503, code: 503 },
    outcome: { kind: "unreachable" },
  },
  {
    name: "an answer that was cut short",
    reply: { status: 200, code: 502, message: "" },
    outcome: { kind: "ignore" },
  },
];

test.each(catalogue)("$name", ({ reply, at, outcome }) => {
  const full = { status: 200, code: 1, message: "said", data: null, ...reply };
  const where = { onLoginPage: false, smsVerified: false, ...at };
  expect(outcomeOf(full, where)).toEqual(outcome);
});

test.each([
  ["zh", "零件：2（P1、P2）、模具：1（M1）"],
  ["en", "零件: 2 (P1, P2), 模具: 1 (M1)"],
] as const)(
  "what refers to a record is read in %s",
  async (language, detail) => {
    await switchLanguage(language);
    const row = (title: string) => ({ title });
    const data = [
      { label: "零件", count: 2, rows: [row("P1"), row("P2")] },
      { label: "模具", count: 1, rows: [row("M1")] },
    ];
    expect(
      outcomeOf(
        { status: 409, code: 20001, message: "In use", data },
        { onLoginPage: false, smsVerified: false },
      ),
    ).toMatchObject({ apart: { title: "In use", detail } });
  },
);
