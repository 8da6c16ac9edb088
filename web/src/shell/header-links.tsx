import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useCan, useSession, type Module } from "@/session/session";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";

// With the code that draws QR codes, for companies whose licence is watched alone.
const MobileApp = lazy(async () => ({
  default: (await import("./mobile-app")).MobileApp,
}));

/** What stands beside the modules, for those whom it concerns. */
export function HeaderLinks() {
  const t = usePanelTexts();
  const modules = useSession((now) => now.modules);
  const assistant = useAssistant();
  return (
    <>
      {hasIdQuery(modules) && (
        <Link
          to={idQueryLink()}
          className="shell-item shell-wide"
          aria-label={t("idQuery")}
          title={t("idQuery")}
        >
          <ModuleIcon name="qa" size={18} />
        </Link>
      )}
      {assistant && (
        <a
          href={assistant}
          target="_blank"
          rel="noopener noreferrer"
          className="shell-item shell-wide"
        >
          {t("assistant")}
        </a>
      )}
      {watchesLicence() && (
        <Suspense>
          <MobileApp />
        </Suspense>
      )}
    </>
  );
}

/** The page is shared by all reports, and open with the tooling module. */
const hasIdQuery = (modules: Module[]) =>
  modules.some((one) => one.moduleKey === "tooling" && one.opened);

export const idQueryLink = (now = Date.now()) =>
  `/main?module=tooling&targetUrl=${encodeURIComponent("/reports/query/idQuery")}&_t=${now}`;

/** "0": the licence of this company is watched; anything else: a private one. */
const watchesLicence = () =>
  localStorage.getItem("mw.localHaspExpireSwitch") === "0";

/** The assistant's address with who asks and when; without an address there is no link. */
export function assistantLink(url: string, tenantId: string, now = Date.now()) {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) {
    return "";
  }
  const link = new URL(url);
  link.searchParams.set("tenantId", tenantId);
  link.searchParams.set("_t", String(now));
  return link.href;
}

function useAssistant() {
  const may = useCan("common.assistant.check");
  const tenantId = useSession((now) => now.tenantId);
  const { data } = useQuery({
    queryKey: ["assistant"],
    queryFn: async () => {
      try {
        const { url } = await call("POST", "bms/sys/application/getUrl", {
          body: { appName: "assistant" },
        });
        return url;
      } catch (cause) {
        // For the log alone: nobody's work hangs on it.
        console.warn("failed to get the assistant address", cause);
        return "";
      }
    },
    enabled: may,
    staleTime: Infinity,
  });
  return may && data ? assistantLink(data, tenantId) : "";
}
