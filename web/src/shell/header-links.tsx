import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useCan, useSession, type Module } from "@/session/session";
import { useCloseOutside } from "@/ui/use-close-outside";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";

const QRCodeSVG = lazy(async () => {
  const { QRCodeSVG } = await import("@rc-component/qrcode");
  return { default: QRCodeSVG };
});

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
      {watchesLicence() && <MobileApp />}
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

function MobileApp() {
  const t = usePanelTexts();
  const menu = useCloseOutside();
  return (
    <details ref={menu} className="shell-pop shell-wide">
      <summary
        className="shell-item"
        aria-label={t("mobile")}
        title={t("mobile")}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M4.5 1.5h7v13h-7zM7 12.5h2"
            fill="none"
            stroke="currentColor"
          />
        </svg>
      </summary>
      <div className="shell-pop-card shell-qr">
        <p>
          <Suspense>
            <QRCodeSVG
              value={`${location.origin}/home`}
              size={160}
              bgColor="#ffffff"
              marginSize={2}
              title={t("mobile")}
            />
          </Suspense>
        </p>
        <p>{t("mobileText")}</p>
      </div>
    </details>
  );
}
