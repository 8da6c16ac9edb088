import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { Link } from "react-router";
import { Page } from "@/ui/page";
import { gatewayAt, isVirtual, useTenancy } from "@/tenancy/tenancy";
import { useLoginState } from "./login-state";
import { useShellTexts } from "./texts";
import { useVersionTexts } from "./version-texts";
import { versionQuery } from "./version";
import "./version.css";

/** Which product this is and where somebody works in it: what support asks for. */
export function VersionPage() {
  const shell = useShellTexts();
  const t = useVersionTexts();
  const { message } = App.useApp();
  const facts = useFacts();

  async function copy() {
    try {
      await navigator.clipboard.writeText(
        facts.map(([name, value]) => t("fact", { name, value })).join("\n"),
      );
      void message.success(t("copied"));
    } catch {
      void message.info(t("notCopied"));
    }
  }

  return (
    <Page
      title={shell("version")}
      tools={<Button onClick={() => void copy()}>{t("copy")}</Button>}
    >
      <p>{t("lead")}</p>
      <dl className="version">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <p>
        <Link to="/home">{shell("toHome")}</Link>
      </p>
    </Page>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="numbers">{value}</dd>
  </>
);

const throughAnother = "1";

function useFacts(): [name: string, value: string][] {
  const t = useVersionTexts();
  const version = useQuery(versionQuery).data ?? "…";
  const info = useTenancy((now) => now.info);
  const state = useLoginState();
  const gateway = gatewayAt(info, state.gatewayServers);
  return [
    [t("product"), `Mouldworks ${version}`],
    [t("company"), info?.tenantName ?? ""],
    [t("companyId"), info?.tenantId ?? ""],
    [t("factory"), info?.factoryName ?? ""],
    [t("licence"), state.expireTime || t("forever")],
    [
      t("modules"),
      state.menuTree
        .filter(({ opened }) => opened)
        .map(({ moduleName }) => moduleName)
        .join(" · "),
    ],
    [
      t("gateway"),
      gateway && !isVirtual(gateway) ? gateway.serverAppUuid : t("cloud"),
    ],
    [
      t("signIn"),
      t(state.integrationMode === throughAnother ? "other" : "own"),
    ],
    [t("signOnUrl"), state.signOnUrl],
    [t("push"), state.pushAddress || location.host],
    [t("page"), location.origin],
    [t("browser"), navigator.userAgent],
  ];
}
