import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import { useLiveText } from "@/i18n/use-live-text";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { refusalOf } from "./refusal";
import { landingPath } from "./sign-in";
import { isAddress } from "./sign-on";
import { waysIn, type Ways } from "./ways";

/** Signing in through a work app. */
export function ThirdLoginPage() {
  const t = useLandingTexts();
  const { say } = useLanguage();
  const [ways, setWays] = useState<Ways>();
  const [refusal, setRefusal] = useLiveText();

  useEffect(() => {
    document.title = `${t("apps")} · Mouldworks`;
    waysIn().then(setWays, (failure: unknown) =>
      setRefusal(() => refusalOf(failure)),
    );
  }, [t, setRefusal]);

  async function go(key: string) {
    try {
      const { url } = await call("POST", "sso/connector/{key}", {
        query: { key },
        body: { redirect: landingPath(location.search) },
      });
      if (isAddress(url)) {
        location.assign(url);
      }
    } catch (failure) {
      setRefusal(() => refusalOf(failure));
    }
  }

  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{t("apps")}</h1>
        {ways?.connectors.map(({ key, name }) => (
          <button
            key={key}
            type="button"
            className="login-second"
            onClick={() => void go(key)}
          >
            {t("byApp", { app: say(name) })}
          </button>
        ))}
        {ways?.connectors.length === 0 && (
          <p className="login-lead">{t("noApps")}</p>
        )}
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        <p className="login-foot">
          <Link to="/login">{t("toLogin")}</Link>
        </p>
      </div>
    </Entrance>
  );
}
