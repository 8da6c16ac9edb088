import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { baseModules, lacksBasePath } from "@/api/base-modules";
import { keepBasePaths } from "@/api/base-path";
import { call } from "@/api/call";
import { logosQuery } from "@/session/company-logo";
import { useSession } from "@/session/session";
import { favouritesQuery } from "./favourite-queries";

/** This product among those of the house. */
const ownApp = 1;

const asked = <Data>(key: string, path: string, body: object) => ({
  queryKey: ["entering", key],
  queryFn: () => call<Data>("POST", path, { body }),
  staleTime: 60_000,
  meta: { quiet: true },
});

export interface Anchor {
  appId: number;
  name: string;
  path: string;
}

const anchorQuery = asked<Anchor>("anchor", "bms/sys/anchor/getCurrentAnchor", {
  appId: ownApp,
});

/** What the layout wants to know as soon as somebody is in: asked for once, and kept for the parts that show it. */
export async function enter(client: QueryClient) {
  const wanted = [
    anchorQuery,
    asked("tenants", "upms/user/getGlobalUserOfTenantInfo.do", {}),
    asked("messages", "bms/msg/getUserMsgNum.do", {}),
    asked("constant", "sys/constant/getConstantValue", {
      constantName: "WS_CONNECT_IP",
    }),
    asked("gateways", "upms/user/getGatewayServerList.do", {}),
  ];
  await Promise.all([
    ...wanted.map((query) => client.prefetchQuery(query)),
    client.prefetchQuery(favouritesQuery),
    client.prefetchQuery(logosQuery),
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
      await call<Record<string, string>>(
        "POST",
        "sys/basePath/getBasePathMap",
        { body: { moduleKeys: baseModules } },
      ),
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
