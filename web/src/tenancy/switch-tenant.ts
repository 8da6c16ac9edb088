import { call } from "@/api/call";
import { ApiFailure, type Reply } from "@/api/reply";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { sayTenancy } from "./texts";
import { tenancy, type Target } from "./tenancy";

/** How a switch ended, for what is said about it. */
export type Switched =
  | { kind: "gone" }
  | { kind: "wants-code" }
  | { kind: "refused"; message: string };

const saidKey = "mw.said";

/** Said by the page that comes next: this one goes on for a moment, and whatever it showed would be gone with it. */
function sayNext(words: string) {
  sessionStorage.setItem(saidKey, `${performance.timeOrigin} ${words}`);
}

/** What the page before has left to be said, once. */
export function takeSaid() {
  const said = sessionStorage.getItem(saidKey);
  const here = `${performance.timeOrigin} `;
  if (!said || said.startsWith(here)) {
    return null;
  }
  sessionStorage.removeItem(saidKey);
  return said.slice(said.indexOf(" ") + 1);
}

/**
 * Goes on working in another tenant or factory: the server moves the session,
 * the page is loaded anew. What is not answered here is thrown.
 */
export async function switchTenant(
  target: Target,
  phoneCode?: string,
): Promise<Switched> {
  tenancy.set({ isSwitching: true });
  try {
    return await go(target, phoneCode);
  } finally {
    tenancy.set({ isSwitching: false, isChoosing: false, delayed: null });
  }
}

async function go(target: Target, phoneCode?: string): Promise<Switched> {
  const before = {
    tenantId: session.get().userData?.tenantId,
    serverAppUuid: stored.text("serverAppUuid"),
  };
  const hasCode = phoneCode !== undefined;
  stored.keepText("serverAppUuid", target.serverAppUuid);
  try {
    const data = await move(target, phoneCode);
    if (!data) {
      stored.keepText("serverAppUuid", before.serverAppUuid);
      return { kind: "refused", message: sayTenancy("switchFailed") };
    }
  } catch (failure) {
    stored.keepText("serverAppUuid", before.serverAppUuid);
    return answer(failure, target, hasCode);
  }
  // The session has moved: from here on nothing leads back.
  const isSame =
    before.tenantId === target.tenantId &&
    before.serverAppUuid === target.serverAppUuid;
  await arrive(target, isSame, hasCode);
  return { kind: "gone" };
}

const move = (target: Target, phoneCode: string | undefined) =>
  call("POST", "switchTenant", {
    body: {
      ...target,
      ...(phoneCode && { phoneCode }),
      ...(session.get().smsVerified && { verifiedViaSMS: 1 }),
    },
  });

async function arrive(target: Target, isSame: boolean, hasCode: boolean) {
  if (hasCode) {
    session.set({ smsVerified: true });
  }
  const way = stored.text("preLoginPath");
  if (!isSame) {
    session.forgetPlace();
  }
  session.set({ tenantId: target.tenantId });
  if (hasCode) {
    sayNext(sayTenancy("verified"));
  }
  try {
    await loadModuleTree();
  } catch {
    // The page that comes next asks for it again, and says what is wrong.
  }
  stored.forget("preLoginPath");
  if (isSame) {
    location.reload();
  } else {
    location.assign(way || "/home");
  }
}

function answer(failure: unknown, target: Target, hadCode: boolean): Switched {
  if (!(failure instanceof ApiFailure)) {
    throw failure;
  }
  const { code, message } = failure.reply;
  const wanted = wantsCode(failure.reply);
  if (wanted) {
    tenancy.set({ code: { ...wanted, target } });
    return { kind: "wants-code" };
  }
  if (code === 11015 && !hadCode) {
    return { kind: "refused", message };
  }
  throw failure;
}

/** The number that a code goes to, where the server asks for one before a place is entered. */
export function wantsCode({ code, data }: Reply) {
  if (code !== 800024) {
    return null;
  }
  // What this browser remembers of a proof is over when the server asks again.
  session.set({ smsVerified: false });
  const phones = (data as { param?: string[] } | null)?.param ?? [];
  return { phone: phones[0] ?? "" };
}
