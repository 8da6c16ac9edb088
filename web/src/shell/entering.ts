import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { baseModules, lacksBasePath } from "@/api/base-modules";
import { keepBasePaths } from "@/api/base-path";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { logosQuery } from "@/session/company-logo";
import { session, useSession } from "@/session/session";
import { stored } from "@/session/stored";
import { tenancy } from "@/tenancy/tenancy";
import { favouritesQuery } from "./favourite-queries";
import {
  latestMessages,
  messagesQuery,
  newsQuery,
  unreadQuery,
} from "./message-queries";

/** This product among those of the house. */
const ownApp = 1;

const asked = <Data>(key: string, queryFn: () => Promise<Data>) => ({
  queryKey: ["entering", key],
  queryFn,
  staleTime: 60_000,
  meta: { quiet: true },
});

type Anchor = Schema<"AppAnchor">;

const anchorQuery = asked("anchor", () =>
  call("POST", "bms/sys/anchor/getCurrentAnchor", { body: { appId: ownApp } }),
);

type Constant = Schema<"ConstantInputBody">["constantName"];

const constantQuery = (constantName: Constant) =>
  asked(constantName, () =>
    call("POST", "sys/constant/getConstantValue", { body: { constantName } }),
  );

/** How this installation signs people in: "0" by itself, "1" through another provider. */
const integrationMode = constantQuery("SYSTEM_INTEGRATION_MODE");
const signOnUrl = constantQuery("CAS_SERVER_LOGIN_URL");
const pushAddress = constantQuery("WS_CONNECT_IP");

const messagesQuietly = {
  ...messagesQuery(latestMessages),
  meta: { quiet: true },
};

/** What the layout wants to know as soon as somebody is in: asked for once, and kept for the parts that show it. */
export async function enter(client: QueryClient) {
  await Promise.all([
    client.prefetchQuery(anchorQuery),
    client.prefetchQuery(
      asked("tenants", () =>
        call("POST", "upms/user/getGlobalUserOfTenantInfo.do"),
      ),
    ),
    client.prefetchQuery(integrationMode),
    client.prefetchQuery(signOnUrl),
    client.prefetchQuery(pushAddress),
    client.prefetchQuery(
      asked("gateways", () =>
        call("POST", "upms/user/getGatewayServerList.do"),
      ),
    ),
    client.prefetchQuery(favouritesQuery),
    client.prefetchQuery(logosQuery),
    client.prefetchQuery({ ...newsQuery, meta: { quiet: true } }),
    client.prefetchQuery(messagesQuietly),
    client.prefetchQuery(unreadQuery),
    basePaths(),
  ]);
}

/** Asked for while some module has none; without them the front server's base is used. */
async function basePaths() {
  if (!lacksBasePath()) {
    return;
  }
  try {
    keepBasePaths(
      await call("POST", "sys/basePath/getBasePathMap", {
        body: { moduleKeys: baseModules },
      }),
    );
  } catch {
    // Next time.
  }
}

export function useEntering() {
  const client = useQueryClient();
  const token = useSession((now) => now.token);
  useEffect(() => {
    if (token) {
      void enter(client);
    }
  }, [client, token]);
}

/** All that a sign-in has brought, each from where it is kept (LOGIN-21). */
export function loginState(client: QueryClient) {
  const { servers, info, delayed } = tenancy.get();
  const late = delayed?.tenant;
  return {
    menuTree: session.get().modules,
    userMenus: client.getQueryData(favouritesQuery.queryKey) ?? [],
    gatewayServers: servers,
    expireTime: info?.expireTime ?? "",
    integrationMode: constantIn(client, integrationMode),
    signOnUrl: constantIn(client, signOnUrl),
    pushAddress: constantIn(client, pushAddress),
    news: client.getQueryData(newsQuery.queryKey) ?? [],
    messages: client.getQueryData(messagesQuietly.queryKey)?.rows ?? [],
    messageCount: client.getQueryData(unreadQuery.queryKey) ?? 0,
    enterpriseRegistration: stored.text("enterpriseRegistration") === "1",
    anchor: client.getQueryData<Anchor>(anchorQuery.queryKey) ?? null,
    loginDelaySeconds: (late ?? info)?.loginDelaySeconds ?? 0,
    outDate: (late ?? info)?.overdueFlag === 1,
    /** From which an overdue company counts down now; 0: it does not. */
    countdown: late?.loginDelaySeconds ?? 0,
  };
}

const constantIn = (
  client: QueryClient,
  { queryKey }: ReturnType<typeof constantQuery>,
) =>
  client.getQueryData<Schema<"SsoConstantReply">>(queryKey)?.constantValue ??
  "";
