import { lazy, Suspense, useMemo } from "react";
import { formatInstant } from "@/i18n/format";
import { useCan, useSession, useZone } from "@/session/session";
import { coming } from "@/ui/loading";
import { Page } from "@/ui/page";
import { startLogo, useCompanyLogo } from "@/session/company-logo";
import { FirstHourChecklist } from "./first-hour";
import { useFirstHour } from "@/features/company/first-hour-state";
import { HomeWork } from "./home-work";
import { LatestSchedules } from "./latest-schedules";
import { menuGroups } from "./menu";
import { PlaceLink } from "./menu-link";
import { News } from "./news";
import { greeting } from "./greeting";
import { useShellTexts } from "./texts";
import "./home-page.css";

const PartnerPage = lazy(async () => ({
  default: (await import("@/features/partner/partner-page")).PartnerPage,
}));

/** Where one lands; people of suppliers and customers at what concerns them. */
export function HomePage() {
  const guest = useSession((now) => now.userData?.guest);
  return guest ? (
    <Suspense fallback={coming}>
      <PartnerPage guest={guest} />
    </Suspense>
  ) : (
    <OwnHomePage />
  );
}

/** The home of the company's own people: what can be opened, and what was planned last. */
function OwnHomePage() {
  const t = useShellTexts();
  const zone = useZone();
  const user = useSession((now) => now.userData);
  const modules = useSession((now) => now.modules);
  const groups = useMemo(() => menuGroups(modules), [modules]);
  const seesSchedules = useCan("aps.schedule.check");
  // Where nothing is planned, such as in a person's own tenant, no way leads to a first plan.
  const isPlanned = modules.some(
    ({ moduleKey, opened }) => moduleKey === "aps" && opened,
  );
  const { isSettled, firstHour, isHidden, hide, take } = useFirstHour();

  const logo = useCompanyLogo(startLogo);
  const now = formatInstant(new Date(), zone);
  const name = user?.realName || user?.userName || "";
  return (
    <Page title={t(greeting(Number(now.slice(11, 13))), { name })}>
      {logo && <img src={logo} alt="" className="home-logo" />}
      <p className="home-today">
        {t("today", {
          factory: user?.factoryName || user?.tenantName || t("noFactory"),
          time: now,
          zone,
        })}
      </p>
      {isSettled && (
        <>
          {firstHour && isPlanned && (
            <FirstHourChecklist
              firstHour={firstHour}
              isHidden={isHidden}
              onHide={hide}
              isTaking={take.isPending}
              onTake={take.mutate}
            />
          )}
          {seesSchedules && <LatestSchedules />}
          <HomeWork />
          <News />
          <section aria-labelledby="home-open">
            <h2 id="home-open">{t("open")}</h2>
            {groups.length === 0 && <p className="soft">{t("noMenus")}</p>}
            <div className="home-groups">
              {groups.map((group) => (
                <div key={group.key} className="home-group">
                  <h3>{group.name}</h3>
                  <ul>
                    {group.items.map((item) => (
                      <li key={item.key}>
                        <PlaceLink item={item.item}>{item.name}</PlaceLink>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        </>
      )}
    </Page>
  );
}
