import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "@/api/call";
import { isAway, useConnection } from "@/api/connection";
import { gatewayDown } from "@/api/gateway";
import { probeOne } from "@/tenancy/gateway-probe";
import { gatewayAt, isVirtual, tenancy, useTenancy } from "@/tenancy/tenancy";

/**
 * While the line to the server is lost, asks for it again and again, with
 * growing pauses; once somebody answers, reads what could not be read. What a
 * person has typed stays where it is, and nothing is written by itself.
 */
export function useReconnection() {
  const client = useQueryClient();
  const lost = useConnection((now) => now.lost);
  useQuery({
    queryKey: ["connection"],
    queryFn: () => call("GET", "checklogin"),
    enabled: lost,
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  });
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.lost && !now.lost) {
          void client.refetchQueries({
            type: "active",
            predicate: ({ state }) => isAway(state.error),
          });
        }
      }),
    [client],
  );
  return lost;
}

/** How often the gateway of the factory is looked for while the page is in sight. */
const probeEveryMs = 30_000;

/** Looks for the factory's gateway: at once, now and then, and when the network or the page comes back. */
export function useGatewayProbe() {
  const { info, servers } = useTenancy();
  const here = gatewayAt(info, servers);
  const id = here && !isVirtual(here) ? here.serverAppUuid : "";
  useEffect(() => {
    function look() {
      const gateway = tenancy
        .get()
        .servers.find((one) => one.serverAppUuid === id);
      if (gateway && !document.hidden) {
        void probeOne(gateway);
      }
    }
    look();
    const timer = setInterval(look, probeEveryMs);
    const signs = ["online", gatewayDown];
    signs.forEach((sign) => window.addEventListener(sign, look));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      signs.forEach((sign) => window.removeEventListener(sign, look));
      document.removeEventListener("visibilitychange", look);
    };
  }, [id]);
}
