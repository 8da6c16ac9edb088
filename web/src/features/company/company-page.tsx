import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { listed } from "@/i18n/listed";
import { metaQuery } from "@/resource/resource-queries";
import { RecordCard } from "@/resource/record-card";
import { LogTab } from "@/resource/record-tabs";
import { headerLogo, startLogo, useCompanyLogo } from "@/session/company-logo";
import { useMenuName } from "@/session/menu-name";
import { useCan, useSession } from "@/session/session";
import { useTenancy } from "@/tenancy/tenancy";
import { Page } from "@/ui/page";
import { StatusMark } from "@/ui/status-mark";
import { Tabs } from "@/ui/tabs";
import { useCompanyTexts } from "./company-texts";
import "./company.css";

const entity = "company-info";

/** What the company says of itself, beside what the platform has agreed with it. */
export function CompanyPage() {
  const t = useCompanyTexts();
  const title = useMenuName("/settings/company-info") ?? t("title");
  const id = useSession((now) => now.tenantId);
  const { data: meta } = useSuspenseQuery(metaQuery(entity));
  const [search, setSearch] = useSearchParams();
  const active = search.get("tab") === "log" ? "log" : "details";
  const mayGuide = useCan("system.companyInfo.modify");
  return (
    <Page
      title={title}
      tools={mayGuide && <Link to="/settings/wizard">{t("toWizard")}</Link>}
    >
      <div className="company">
        <section className="company-form">
          <Tabs
            label={title}
            active={active}
            onChange={(tab) =>
              tab !== active && setSearch({ tab }, { replace: true })
            }
            tabs={(["details", "log"] as const).map((key) => ({
              key,
              title: t(key),
            }))}
          >
            {active === "log" ? (
              <LogTab meta={meta} id={id} />
            ) : (
              <RecordCard entity={entity} id={id} holder="tab" />
            )}
          </Tabs>
        </section>
        <div className="company-facts">
          <Licence />
          <Factories />
          <Logos />
        </div>
      </div>
    </Page>
  );
}

interface FactsProps {
  title: string;
  /** Where more of it is told, for those who may look there. */
  to?: ReactNode;
  children: ReactNode;
}

function Facts({ title, to, children }: FactsProps) {
  return (
    <section className="company-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {to}
      </header>
      {children}
    </section>
  );
}

function Licence() {
  const t = useCompanyTexts();
  const info = useTenancy((now) => now.info);
  const modules = useSession((now) => now.modules);
  const maySeeModules = useCan("system.module.check");
  if (!info) {
    return null;
  }
  const days = info.expireRemainDays ?? 0;
  const opened = modules.filter((one) => one.opened).length;
  return (
    <Facts
      title={t("licence")}
      to={maySeeModules && <Link to="/settings/module">{t("toModules")}</Link>}
    >
      <dl>
        <dt>{t("contractName")}</dt>
        <dd>{info.tenantName}</dd>
        <dt>{t("validUntil")}</dt>
        <dd className="numbers">
          {info.expireTime === "" ? (
            <StatusMark meaning="done">{t("forever")}</StatusMark>
          ) : (
            <>
              {info.expireTime}{" "}
              <StatusMark
                meaning={
                  days < 0 ? "late" : days < soonDays ? "at-risk" : "done"
                }
              >
                {days < 0
                  ? t("overdue", { count: -days })
                  : t("daysLeft", { count: days })}
              </StatusMark>
            </>
          )}
        </dd>
        {info.expireTime !== "" && (
          <>
            <dt>{t("grace")}</dt>
            <dd className="numbers">
              {t("days", { count: info.maxOverdueDays })}
            </dd>
          </>
        )}
        <dt>{t("modules")}</dt>
        <dd className="numbers">{t("modulesOpen", { count: opened })}</dd>
      </dl>
      <p className="soft">{t("licenceBy")}</p>
    </Facts>
  );
}

/** Of a licence that is best renewed now. */
const soonDays = 30;

function Factories() {
  const t = useCompanyTexts();
  const { servers, info } = useTenancy();
  const maySee = useCan("system.factory.check");
  const names = [
    ...new Set(
      servers
        .filter((one) => one.tenantId === info?.tenantId)
        .map((one) => one.factoryName),
    ),
  ];
  return (
    <Facts
      title={t("factories")}
      to={maySee && <Link to="/settings/factory">{t("toFactories")}</Link>}
    >
      <p>{names.length > 0 ? listed(names) : t("noFactory")}</p>
    </Facts>
  );
}

function Logos() {
  const t = useCompanyTexts();
  const maySee = useCan("system.logo.modify");
  const logos = [
    { name: t("logoHeader"), url: useCompanyLogo(headerLogo) },
    { name: t("logoStart"), url: useCompanyLogo(startLogo) },
  ];
  return (
    <Facts
      title={t("logos")}
      to={maySee && <Link to="/settings/logo">{t("toLogos")}</Link>}
    >
      <dl>
        {logos.map(({ name, url }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {url ? (
                <img src={url} alt={name} />
              ) : (
                <span className="soft">{t("ours")}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Facts>
  );
}
