import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { looseServer, type Answer } from "../../testing/fake-server";
import { gatewayOf, tenantOf, treeAt, userAt } from "../../testing/places";
import { switchTenant, takeSaid } from "./switch-tenant";
import { tenancy } from "./tenancy";

const target = { tenantId: "b", factoryId: "b1", serverAppUuid: "gw-b1" };
const here = { tenantId: "a", factoryId: "a1", serverAppUuid: "gw-a1" };

const assign = vi.fn();
const reload = vi.fn();

beforeEach(async () => {
  await switchLanguage("en");
  vi.spyOn(location, "assign").mockImplementation(assign);
  vi.spyOn(location, "reload").mockImplementation(reload);
  session.set({ token: "t", tenantId: "a", userData: userAt("a", "a1") });
  stored.keepText("serverAppUuid", "gw-a1");
  tenancy.set({ isChoosing: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  assign.mockReset();
  reload.mockReset();
  exit();
  sessionStorage.clear();
  tenancy.clear();
});

const went = {
  "POST switchTenant": () => ({ data: { gateway: gatewayOf("b", "b1") } }),
  "POST upms/user/getModuleTree.do": () => ({ data: treeAt("b", "b1") }),
};

/** What stands in the way when the server is asked. */
function duringCall(answer: () => Answer) {
  const seen: { uuid: string; isSwitching: boolean }[] = [];
  const sent = looseServer({
    ...went,
    "POST switchTenant": () => {
      seen.push({
        uuid: stored.text("serverAppUuid"),
        isSwitching: tenancy.get().isSwitching,
      });
      return answer();
    },
  });
  return { seen, sent };
}

test("TENANT-10, TENANT-11: the server's id and the flag stand before the call", async () => {
  const { seen, sent } = duringCall(() => ({ data: { gateway: null } }));
  await switchTenant(target);
  expect(seen).toEqual([{ uuid: "gw-b1", isSwitching: true }]);
  expect(sent[0]!.body).toEqual(target);
});

test("TENANT-14: another tenant: what belonged to the last one is gone, the saved path or home opens", async () => {
  looseServer(went);
  stored.keep("kanbanInfo", { id: 1 });
  stored.keepText("exejobId", "7");
  sessionStorage.setItem("mw.verify", "1");
  sessionStorage.setItem("mw.draft.u1.a.a1.section.new", "{}");
  expect(await switchTenant(target)).toEqual({ kind: "gone" });
  expect(stored.value("kanbanInfo")).toBeNull();
  expect(stored.text("exejobId")).toBe("");
  expect(sessionStorage.getItem("mw.verify")).toBeNull();
  // What was typed is not lost, and stays with the place it was typed for.
  expect(sessionStorage.getItem("mw.draft.u1.a.a1.section.new")).toBe("{}");
  expect(session.get().userData).toMatchObject({ factoryId: "b1" });
  expect(assign).toHaveBeenCalledExactlyOnceWith("/home");
  expect(reload).not.toHaveBeenCalled();
});

test("TENANT-14: the path from before the login comes first", async () => {
  looseServer(went);
  stored.keepText("preLoginPath", "/pm/mould?q=M1");
  await switchTenant(target);
  expect(assign).toHaveBeenCalledExactlyOnceWith("/pm/mould?q=M1");
  expect(stored.text("preLoginPath")).toBe("");
});

test("TENANT-13: the same tenant and gateway: the modules, then the page are loaded anew", async () => {
  const sent = looseServer({
    ...went,
    "POST upms/user/getModuleTree.do": () => ({ data: treeAt("a", "a1") }),
  });
  stored.keepText("exejobId", "7");
  await switchTenant(here);
  expect(sent.at(-1)!.path).toBe("upms/user/getModuleTree.do");
  expect(reload).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
  expect(stored.text("exejobId")).toBe("7");
});

test.each([1, 200])(
  "TENANT-12: reply %i keeps the tenant; with a code the proof, and says so",
  async (code) => {
    const { sent } = duringCall(() => ({ code, data: { gateway: null } }));
    await switchTenant(target, "4321");
    expect(stored.value("tenantId")).toBe("b");
    expect(stored.text("VerifiedViaSMS")).toBe("1");
    expect(takeSaid()).toBeNull(); // this page is left
    vi.stubGlobal("performance", { timeOrigin: performance.timeOrigin + 1 });
    expect(takeSaid()).toBe("Verification successful");
    expect(takeSaid()).toBeNull();
    expect(sent[0]!.body).toEqual({ ...target, phoneCode: "4321" });
    await switchTenant(here);
    expect(sent.at(-2)!.body).toMatchObject({ verifiedViaSMS: 1 });
  },
);

test("TENANT-15: no data", async () => {
  duringCall(() => ({ code: 1 }));
  expect(await switchTenant(target)).toEqual({
    kind: "refused",
    message: "Failed to switch tenants",
  });
  expect(assign).not.toHaveBeenCalled();
});

test("TENANT-16, FACTORY-08: the server wants a code: the phone and the target are kept", async () => {
  duringCall(() => ({
    status: 403,
    code: 800024,
    data: { param: ["138******11", "139******22"] },
  }));
  expect(await switchTenant(target)).toEqual({ kind: "wants-code" });
  expect(tenancy.get().code).toEqual({ phone: "138******11", target });
});

test("TENANT-16: a proof that the server has forgotten is forgotten here too", async () => {
  session.set({ smsVerified: true });
  duringCall(() => ({ status: 403, code: 800024, data: { param: ["1"] } }));
  await switchTenant(target);
  expect(stored.text("VerifiedViaSMS")).toBe("");
  expect(tenancy.get().code).not.toBeNull();
});

test("TENANT-17: 11015 is said in the server's words; anything else is raised", async () => {
  duringCall(() => ({ status: 403, code: 11015, message: "Licence is over" }));
  expect(await switchTenant(target)).toEqual({
    kind: "refused",
    message: "Licence is over",
  });
  duringCall(() => ({ status: 500, code: 500, message: "no" }));
  await expect(switchTenant(target)).rejects.toBeInstanceOf(ApiFailure);
});

test.each<[string, Answer]>([
  ["a success", { data: { gateway: null } }],
  ["a refusal", { status: 403, code: 11015 }],
  ["a question", { status: 403, code: 800024, data: { param: ["1"] } }],
  ["a fault", { status: 500, code: 500 }],
])(
  "TENANT-18: after %s the flag and the dialogs are reset",
  async (_, answer) => {
    duringCall(() => answer);
    tenancy.set({ delayed: { tenant: tenantOf("b", ["b1"]), target } });
    const result = await switchTenant(target).catch(() => null);
    expect(tenancy.get()).toMatchObject({
      isSwitching: false,
      isChoosing: false,
      delayed: null,
    });
    // Who did not go keeps the server of before.
    const uuid = result?.kind === "gone" ? "gw-b1" : "gw-a1";
    expect(stored.text("serverAppUuid")).toBe(uuid);
  },
);

test("TENANT-14, TENANT-18: once the server has moved the session, nothing leads back to the old place", async () => {
  looseServer({
    ...went,
    "POST upms/user/getModuleTree.do": () => ({ status: 500, code: 500 }),
  });
  expect(await switchTenant(target)).toEqual({ kind: "gone" });
  expect(stored.text("serverAppUuid")).toBe("gw-b1");
  expect(stored.value("tenantId")).toBe("b");
  expect(assign).toHaveBeenCalledExactlyOnceWith("/home");
});

test.each([
  [
    "another gateway of the company",
    "gw-a1",
    { ...here, factoryId: "a2", serverAppUuid: "gw-a2" },
  ],
  [
    "another company, none with a gateway",
    "",
    { tenantId: "b", factoryId: "", serverAppUuid: "" },
  ],
])("TENANT-13, TENANT-14: %s is another place", async (_, uuid, to) => {
  looseServer(went);
  stored.keepText("serverAppUuid", uuid);
  await switchTenant(to);
  expect(assign).toHaveBeenCalledExactlyOnceWith("/home");
  expect(reload).not.toHaveBeenCalled();
});
