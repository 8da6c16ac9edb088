import { useEffect } from "react";
import { create } from "zustand";
import { gatewayDown } from "@/api/gateway";
import { probeOne } from "@/tenancy/gateway-probe";
import { gatewayAt, isVirtual, tenancy, useTenancy } from "@/tenancy/tenancy";

/** Whether the last call found nobody at the other end. */
export const useConnection = create(() => ({ lost: false }));

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
