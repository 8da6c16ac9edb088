import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { OwnSessions } from "@/features/sign-in/own-sessions";
import { useSession } from "@/session/session";
import { prefixOf } from "@/shell/menu";
import { Page } from "@/ui/page";
import { Tabs } from "@/ui/tabs";
import { InterfaceChoice } from "./interface-choice";
import { MobileNote } from "./mobile-note";
import { PasswordForm } from "./password-form";
import { PersonalInformation } from "./personal-information";
import { linksQuery, profileQuery } from "./profile";
import { useAccountTexts } from "./texts";
import { TokenList } from "./token-list";
import { WorkApps } from "./work-apps";
import "./account.css";

const tabs = [
  "personal",
  "changePassword",
  "interface",
  "sessions",
  "apps",
  "tokens",
  "mobile",
] as const;

/** The personal centre: what a person keeps about oneself, whatever the company. */
export function AccountPage() {
  const t = useAccountTexts();
  const [search, setSearch] = useSearchParams();
  const profile = useQuery(profileQuery);
  const active = tabs.find((tab) => tab === search.get("tab")) ?? "personal";
  const hasApps = (useQuery(linksQuery).data ?? []).length > 0;
  const from = search.get("from");
  const product = useSession((now) =>
    now.modules.find(({ moduleKey, opened }) => opened && moduleKey === from),
  );

  function show(tab: string) {
    // A copy: a form that holds the person back would else be gone before it asks.
    const next = new URLSearchParams(search);
    next.set("tab", tab);
    setSearch(next, { replace: true });
  }

  return (
    <Page
      title={t("centre")}
      tools={
        product && (
          <Link to={`/${prefixOf(product.moduleKey)}/medium`}>
            {t("backTo", { name: product.moduleName })}
          </Link>
        )
      }
    >
      <Tabs
        label={t("centre")}
        active={active}
        onChange={show}
        tabs={tabs
          .filter((key) => key !== "apps" || hasApps || active === key)
          .map((key) => ({ key, title: t(key) }))}
      >
        <div className="account">
          {search.get("connectCompany") === "true" && profile.data && (
            <section className="account-card">
              <h2>{t("connectTitle")}</h2>
              <p>{t("connectText", { phone: profile.data.phoneNum })}</p>
            </section>
          )}
          {active === "personal" && profile.data && (
            <PersonalInformation profile={profile.data} />
          )}
          {active === "changePassword" && profile.data && (
            <PasswordForm min={profile.data.minPassword} />
          )}
          {active === "interface" && <InterfaceChoice />}
          {active === "sessions" && (
            <div className="account-card">
              <OwnSessions />
            </div>
          )}
          {active === "apps" && <WorkApps />}
          {active === "tokens" && <TokenList />}
          {active === "mobile" && <MobileNote />}
        </div>
      </Tabs>
    </Page>
  );
}
