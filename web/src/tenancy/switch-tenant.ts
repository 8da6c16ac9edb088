import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { sayTenancy } from "./texts";
import { tenancy, type Gateway, type Target } from "./tenancy";

/** How a switch ended, for what is said about it. */
export type Switched =
  | { kind: "gone" }
  | { kind: "wants-code" }
  | { kind: "refused"; message: string };

/** Said by the page that comes next: this one is left at once. */
const saidKey = "mw.said";

export function takeSaid() {
  const said = sessionStorage.getItem(saidKey);
  sessionStorage.removeItem(saidKey);
  return said;
}

/**
 * Goes on working in another tenant or factory: the server moves the session,
 * the page is loaded anew. What is not answered here is thrown.
 */
export async function switchTenant(
  target: Target,
  phoneCode?: string,
): Promise<Switched> {
  const before = {
    tenantId: session.get().userData?.tenantId,
    serverAppUuid: stored.text("serverAppUuid"),
  };
  stored.keepText("serverAppUuid", target.serverAppUuid);
  tenancy.set({ isSwitching: true });
  try {
    const data = await call<{ gateway?: Gateway | null } | null>(
      "POST",
      "switchTenant",
      {
        body: {
          ...target,
          ...(phoneCode && { phoneCode }),
          ...(session.get().smsVerified && { verifiedViaSMS: 1 }),
        },
      },
    );
    if (!data) {
      stored.keepText("serverAppUuid", before.serverAppUuid);
      return { kind: "refused", message: sayTenancy("switchFailed") };
    }
    const isSame =
      before.tenantId === target.tenantId &&
      before.serverAppUuid === target.serverAppUuid;
    await arrive(target, isSame, phoneCode !== undefined);
    return { kind: "gone" };
  } catch (failure) {
    stored.keepText("serverAppUuid", before.serverAppUuid);
    return answer(failure, target, phoneCode !== undefined);
  } finally {
    tenancy.set({ isSwitching: false, isChoosing: false, delayed: null });
  }
}

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
    sessionStorage.setItem(saidKey, sayTenancy("verified"));
  }
  await loadModuleTree();
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
  const { code, message, data } = failure.reply;
  if (code === 800024) {
    // What this browser remembers of a proof is over when the server asks again.
    session.set({ smsVerified: false });
    const phones = (data as { param?: string[] } | null)?.param ?? [];
    tenancy.set({ code: { phone: phones[0] ?? "", target } });
    return { kind: "wants-code" };
  }
  if (code === 11015 && !hadCode) {
    return { kind: "refused", message };
  }
  throw failure;
}
