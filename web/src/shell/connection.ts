import { useEffect } from "react";
import { create } from "zustand";
import { probeGateway } from "@/api/gateway-probe";
import { useSession } from "@/session/session";

/** Whether the last call found nobody at the other end. */
export const useConnection = create(() => ({ lost: false }));

/** How often the gateway of the factory is looked for while the page is in sight. */
export const probeEveryMs = 30_000;

/** Looks for the gateway: at once, now and then, and when the network or the page comes back. */
export function useGatewayProbe() {
  // Another factory is another gateway.
  const place = useSession((now) => now.userData?.factoryId);
  useEffect(() => {
    function probe() {
      if (!document.hidden) {
        void probeGateway();
      }
    }
    probe();
    const timer = setInterval(probe, probeEveryMs);
    window.addEventListener("online", probe);
    document.addEventListener("visibilitychange", probe);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", probe);
      document.removeEventListener("visibilitychange", probe);
    };
  }, [place]);
}
