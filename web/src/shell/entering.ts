import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { baseModules, lacksBasePath } from "@/api/base-modules";
import { keepBasePaths } from "@/api/base-path";
import { call } from "@/api/call";
import { logosQuery } from "@/session/company-logo";
import { useSession } from "@/session/session";
import { favouritesQuery } from "./favourite-queries";
import {
  anchorQuery,
  asked,
  integrationMode,
  messagesQuietly,
  newsQuietly,
  pushAddress,
  signOnUrl,
} from "./login-state";
import { unreadQuery } from "./message-queries";

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
    client.prefetchQuery(newsQuietly),
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
