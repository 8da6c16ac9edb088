import { useMutation, useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect } from "react";
import { call } from "@/api/call";
import { useSession } from "@/session/session";
import { stored } from "@/session/stored";
import { checkGateway, probeAll, probeOne } from "@/tenancy/gateway-probe";
import { LicenceNotice } from "@/tenancy/licence-notice";
import {
  gatewayAt,
  isPersonal,
  isVirtual,
  tenancy,
  useTenancy,
  type Gateway,
} from "@/tenancy/tenancy";
import { useTenancyTexts } from "@/tenancy/texts";
import { useCloseOutside } from "@/ui/use-close-outside";
import { useShellTexts } from "./texts";
import "./header-factory.css";

/** Where the person works: the factory, its licence and its gateway. */
export function HeaderFactory() {
  const t = useTenancyTexts();
  const shell = useShellTexts();
  const { info, servers } = useTenancy();
  const zone = useSession((now) => now.userData?.factoryZone);
  const here = gatewayAt(info, servers);
  const check = useCheck();
  useLicenceSwitch();

  if (!info) {
    return <p className="shell-factory" />;
  }
  const name = info.factoryName || info.tenantName || shell("noFactory");
  const company = info.factoryName ? info.tenantName : "";
  const isLost = !isPersonal(info) && info.gatewayState === 0;
  return (
    <div className="shell-factory">
      {company && (
        <span className="factory-company" title={company}>
          {company}
        </span>
      )}
      <button
        type="button"
        className={isLost ? "factory-name factory-lost" : "factory-name"}
        aria-haspopup="dialog"
        aria-label={t("change", { factory: name })}
        title={name}
        onClick={openDialog}
      >
        {name}
      </button>
      {isLost && here && (
        <button
          type="button"
          className="factory-lost"
          aria-label={t("unreachable")}
          title={t("unreachable")}
          disabled={check.isPending}
          onClick={() => check.mutate(here)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path
              d="M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.2v1.2"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.3"
            />
          </svg>
        </button>
      )}
      {zone && <small>{zone}</small>}
      <LicenceNotice licence={info} className="factory-licence" />
      {servers.some((one) => !isVirtual(one)) && <Servers servers={servers} />}
    </div>
  );
}

/** The gateways that stand somewhere, each asked again whenever the list is opened. */
function Servers({ servers }: { servers: Gateway[] }) {
  const t = useTenancyTexts();
  const menu = useCloseOutside();
  const check = useCheck();
  const probing = useMutation({ mutationFn: probeAll });
  return (
    <details
      ref={menu}
      className="shell-pop factory-servers"
      onToggle={(event) => {
        if (event.currentTarget.open) {
          probing.mutate();
        }
      }}
    >
      <summary
        className="shell-item"
        aria-label={t("servers")}
        title={t("servers")}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M2 2.5h12v4.5H2zM2 9h12v4.5H2zM4.5 4.8h1M4.5 11.2h1"
            fill="none"
            stroke="currentColor"
          />
        </svg>
      </summary>
      <div className="shell-pop-card">
        <p role="status" className="soft factory-probing">
          {t(probing.isPending ? "checking" : "servers")}
        </p>
        <ul>
          {servers
            .filter((one) => !isVirtual(one))
            .map((one) => (
              <li key={one.serverAppUuid}>
                <button type="button" onClick={() => check.mutate(one)}>
                  <span>
                    {one.factoryName}
                    <small>{one.tenantName}</small>
                  </span>
                  <State gateway={one} />
                </button>
              </li>
            ))}
        </ul>
      </div>
    </details>
  );
}

function State({ gateway }: { gateway: Gateway }) {
  const t = useTenancyTexts();
  return gateway.gatewayState === 0 ? (
    <span className="factory-state-lost">○ {t("notReachable")}</span>
  ) : (
    <span className="factory-state">● {t("reachable")}</span>
  );
}

/** A line above the screens while the factory's own gateway does not answer. */
export function GatewayPrompt() {
  const t = useTenancyTexts();
  const { info, servers } = useTenancy();
  const check = useCheck();
  const here = gatewayAt(info, servers);
  const isLost = here && !isVirtual(here) && info?.gatewayState === 0;
  return (
    <div role="status" className="shell-lost">
      {isLost && (
        <p>
          {t("abnormal")}
          <button type="button" onClick={() => check.mutate(here)}>
            {t("verifyGateway")}
          </button>
        </p>
      )}
    </div>
  );
}

function openDialog() {
  tenancy.set({ isChoosing: true });
  // Licences and factories may have changed since the page was loaded.
  void call("POST", "upms/user/getGlobalUserOfTenantInfo.do")
    .then((tenants) => tenancy.set({ tenants }))
    .catch(() => undefined);
}

function useCheck() {
  const t = useTenancyTexts();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: checkGateway,
    async onSuccess(result, gateway) {
      if (result === "no-port") {
        void message.warning(t("noPort"), 8);
      } else if (result === "failed") {
        void message.error(t("checkFailed"));
      }
      await probeOne(gateway);
    },
  });
}

/** Whether the licence is watched is kept for what depends on it. */
function useLicenceSwitch() {
  const { data } = useQuery({
    queryKey: ["licence"],
    queryFn: () => call("POST", "fds/hasp/expireTime"),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (data) {
      stored.keepText("localHaspExpireSwitch", String(data.haspExpireSwitch));
    }
  }, [data]);
}
