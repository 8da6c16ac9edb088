import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "@/api/call";
import { isAway, noteLine, useConnection } from "@/api/connection";
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
  useSilence(!lost);
  useNetwork();
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

/** Takes the browser's word that the network is off, and asks at once when it is back. */
function useNetwork() {
  const client = useQueryClient();
  useEffect(() => {
    const off = () => noteLine(true);
    // Anew: a question that is waiting for its next try would wait on.
    const on = () => void client.resetQueries({ queryKey: ["connection"] });
    if (!navigator.onLine) {
      off();
    }
    window.addEventListener("offline", off);
    window.addEventListener("online", on);
    return () => {
      window.removeEventListener("offline", off);
      window.removeEventListener("online", on);
    };
  }, [client]);
}

const lookEveryMs = 500;
/** How long reads may wait until the page asks whether anybody is there. */
const patienceMs = 2_000;
/** How long that answer may take. */
const answerMs = 1_000;
/** When a read that takes long of itself is doubted again. */
const trustMs = 10_000;

/** Notices a server that takes calls and does not answer them: such a call fails late, or never. */
function useSilence(isWatching: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWatching) {
      return;
    }
    let isAsking = false;
    let doubtAt = 0;
    const since = new Map<string, number>();
    async function ask() {
      isAsking = true;
      const asked = new AbortController();
      const late = setTimeout(() => {
        noteLine(true);
        asked.abort();
      }, answerMs);
      try {
        await call("GET", "checklogin", { signal: asked.signal });
      } catch {
        // An answer, whatever it says; or what the timer has noted.
      } finally {
        clearTimeout(late);
        isAsking = false;
        doubtAt = Date.now() + trustMs;
      }
    }
    const timer = setInterval(() => {
      const now = Date.now();
      const waiting = client
        .getQueryCache()
        .findAll({ fetchStatus: "fetching" })
        .map(({ queryHash }) => queryHash);
      for (const one of [...since.keys()]) {
        if (!waiting.includes(one)) {
          since.delete(one);
        }
      }
      for (const one of waiting) {
        since.set(one, since.get(one) ?? now);
      }
      const oldest = Math.min(now, ...since.values());
      if (!isAsking && now >= doubtAt && now - oldest >= patienceMs) {
        void ask();
      }
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [client, isWatching]);
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
