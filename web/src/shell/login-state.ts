import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { useSession } from "@/session/session";
import { stored } from "@/session/stored";
import { useTenancy } from "@/tenancy/tenancy";
import { favouritesQuery } from "./favourite-queries";
import {
  latestMessages,
  messagesQuery,
  newsQuery,
  unreadQuery,
} from "./message-queries";

/** This product among those of the house. */
const ownApp = 1;

/** A question of every sign-in, answered for the pages that show it. */
export const asked = <Data>(key: string, queryFn: () => Promise<Data>) => ({
  queryKey: ["entering", key],
  queryFn,
  staleTime: 60_000,
  meta: { quiet: true },
});

export const anchorQuery = asked("anchor", () =>
  call("POST", "bms/sys/anchor/getCurrentAnchor", { body: { appId: ownApp } }),
);

type Constant = Schema<"ConstantInputBody">["constantName"];

const constantQuery = (constantName: Constant) =>
  asked(constantName, () =>
    call("POST", "sys/constant/getConstantValue", { body: { constantName } }),
  );

/** How this installation signs people in: "0" by itself, "1" through another provider. */
export const integrationMode = constantQuery("SYSTEM_INTEGRATION_MODE");
export const signOnUrl = constantQuery("CAS_SERVER_LOGIN_URL");
export const pushAddress = constantQuery("WS_CONNECT_IP");

export const newsQuietly = { ...newsQuery, meta: { quiet: true } };

export const messagesQuietly = {
  ...messagesQuery(latestMessages),
  meta: { quiet: true },
};

/** All that a sign-in has brought, each from where it is kept (LOGIN-21). */
export function useLoginState() {
  const menuTree = useSession((now) => now.modules);
  const { servers, info, delayed } = useTenancy();
  const late = delayed?.tenant;
  const constantOf = (reply?: Schema<"SsoConstantReply">) =>
    reply?.constantValue ?? "";
  return {
    menuTree,
    userMenus: useQuery(favouritesQuery).data ?? [],
    gatewayServers: servers,
    expireTime: info?.expireTime ?? "",
    integrationMode: constantOf(useQuery(integrationMode).data),
    signOnUrl: constantOf(useQuery(signOnUrl).data),
    pushAddress: constantOf(useQuery(pushAddress).data),
    news: useQuery(newsQuietly).data ?? [],
    messages: useQuery(messagesQuietly).data?.rows ?? [],
    messageCount: useQuery(unreadQuery).data ?? 0,
    enterpriseRegistration: stored.text("enterpriseRegistration") === "1",
    anchor: useQuery(anchorQuery).data ?? null,
    loginDelaySeconds: (late ?? info)?.loginDelaySeconds ?? 0,
    outDate: (late ?? info)?.overdueFlag === 1,
    /** From which an overdue company counts down now; 0: it does not. */
    countdown: late?.loginDelaySeconds ?? 0,
  };
}
