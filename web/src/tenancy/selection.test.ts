import { expect, test } from "vitest";
import { select, type Selection } from "./selection";
import { tenantOf } from "../../testing/places";
import { infoAt, type TenantInfo } from "./tenancy";

interface Licence {
  allow?: 0 | 1;
  overdue?: 0 | 1;
}

const tenant = (id: string, factories: string[], licence: Licence = {}) =>
  tenantOf(id, factories, {
    allowLoginFlag: licence.allow ?? 1,
    overdueFlag: licence.overdue ?? 0,
  });

const me = { ...tenant("me", []), tenantType: 1 };
const over = { allow: 0, overdue: 1 } as const;

/** Where it leads, in one word: a factory, a tenant, or what happens instead. */
function whereTo(selection: Selection) {
  if (selection.kind !== "enter") {
    return selection.kind;
  }
  return selection.gateway?.factoryId ?? selection.tenant.tenantId;
}

const user = (tenantId: string, factoryId = "") => ({ tenantId, factoryId });

test.each<
  [
    string,
    TenantInfo[],
    { tenantId: string; factoryId: string },
    string,
    string,
  ]
>([
  [
    "TENANT-03 one company, one gateway",
    [tenant("a", ["a1"])],
    user("a", "a1"),
    "",
    "a1",
  ],
  [
    "TENANT-03 beside a personal tenant",
    [me, tenant("a", ["a1"])],
    user("me"),
    "",
    "a1",
  ],
  [
    "TENANT-04 a session without factory",
    [tenant("a", ["a1"])],
    user("a"),
    "",
    "a1",
  ],
  [
    "TENANT-05 its licence is over",
    [tenant("a", ["a1"], over)],
    user("a", "a1"),
    "",
    "account-centre",
  ],
  [
    "TENANT-05 blocked and not overdue",
    [tenant("a", ["a1"], { allow: 0 })],
    user("a", "a1"),
    "",
    "a1",
  ],
  [
    "TENANT-05 overdue and not blocked",
    [tenant("a", ["a1"], { overdue: 1 })],
    user("a", "a1"),
    "",
    "a1",
  ],
  [
    "TENANT-06 the kept gateway",
    [tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("a", "a1"),
    "gw-b1",
    "b1",
  ],
  [
    "TENANT-06 the factory of the session",
    [tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("b", "b1"),
    "",
    "b1",
  ],
  [
    "TENANT-06 a kept gateway of somebody else",
    [tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("b", "b1"),
    "gw-x",
    "b1",
  ],
  [
    "TENANT-06 one company, two factories",
    [tenant("a", ["a1", "a2"])],
    user("a", "a2"),
    "",
    "a2",
  ],
  [
    "TENANT-06 neither matches",
    [tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("a", "gone"),
    "gw-x",
    "choose",
  ],
  [
    "TENANT-07 the selected one is blocked",
    [tenant("a", ["a1"], over), tenant("b", ["b1"])],
    user("b", "b1"),
    "gw-a1",
    "choose",
  ],
  [
    "TENANT-07 another one is blocked",
    [tenant("a", ["a1"], over), tenant("b", ["b1"])],
    user("b", "b1"),
    "",
    "b1",
  ],
  [
    "TENANT-08 nothing kept, no factory",
    [tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("a"),
    "",
    "choose",
  ],
  [
    "TENANT-08 two factories, none entered",
    [tenant("a", ["a1", "a2"])],
    user("a"),
    "",
    "choose",
  ],
  ["TENANT-09 only personal", [me], user("me"), "gw-a1", "me"],
  [
    "TENANT-09 of two personal ones that of the session",
    [me, { ...tenant("own", []), tenantType: 1 }],
    user("own"),
    "",
    "own",
  ],
  [
    "TENANT-09 personal left out of several",
    [me, tenant("a", ["a1"]), tenant("b", ["b1"])],
    user("me"),
    "gw-a1",
    "a1",
  ],
  [
    "a company whose factories the person may not enter",
    [tenant("a", [])],
    user("a"),
    "",
    "a",
  ],
  [
    "SCOPE-05 of several, the one without a factory where the session works",
    [tenant("a", ["a1"]), tenant("operator", [])],
    user("operator"),
    "",
    "operator",
  ],
  [
    "SCOPE-05 two companies, both without a factory",
    [tenant("a", []), tenant("operator", [])],
    user("a"),
    "",
    "a",
  ],
  [
    "TENANT-06 the kept gateway before a company without a factory",
    [tenant("a", ["a1"]), tenant("operator", [])],
    user("operator"),
    "gw-a1",
    "a1",
  ],
  [
    "TENANT-07 without a factory, and its licence is over",
    [tenant("a", ["a1"]), tenant("b", [], over)],
    user("b"),
    "",
    "choose",
  ],
  ["nothing at all", [], user("a"), "", "choose"],
])("%s", (_name, tenants, user, serverAppUuid, expected) => {
  expect(whereTo(select({ tenants, user, serverAppUuid }))).toBe(expected);
});

test("TENANT-02: of the expiry only the date counts; TENANT-01: the place is that of the gateway", () => {
  const dated = { ...tenant("a", ["a1"]), expireTime: "2027-03-31 00:00:00" };
  const info = infoAt(dated, dated.gatewayList[0]!);
  expect(info.expireTime).toBe("2027-03-31");
  expect([info.factoryId, info.factoryName]).toEqual(["a1", "Factory a1"]);
});

test("TENANT-09: who works in their own place beside companies is asked for no factory", () => {
  const own = tenantOf("p", [], { tenantType: 1 });
  const tenants = [tenantOf("a", ["a1", "a2"]), tenantOf("b", ["b1"]), own];
  expect(
    select({
      tenants,
      user: { tenantId: "p", factoryId: "" },
      serverAppUuid: "",
    }),
  ).toEqual({ kind: "enter", tenant: own, gateway: null });
});
