import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useLandingTexts } from "./landing-texts";
import { preferScan } from "./login-state";
import { landingPath } from "./sign-in";
import { signOnAddress } from "./sign-on";
import { mayRegister, waysIn, type Ways } from "./ways";

/** What else signs in here, under the form, and how a company registers. Nothing while there is nothing. */
export function OtherWays() {
  const t = useLandingTexts();
  const [ways, setWays] = useState<Ways>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The form serves without an answer.
    waysIn().then(setWays, () => undefined);
    void mayRegister().then(setOpen);
    call("POST", "fds/hasp/getScanLoginValue", {
      body: {},
    }).then(
      ({ scanLoginValue }) => preferScan(scanLoginValue),
      () => undefined,
    );
  }, []);
  const hasWays = ways && (ways.external || ways.connectors.length > 0);
  return (
    <>
      {hasWays && (
        <section className="login-ways" aria-label={t("otherWays")}>
          {ways.external && (
            <button
              type="button"
              className="login-second"
              onClick={() =>
                void signOnAddress(landingPath(location.search)).then(
                  (address) => address && location.assign(address),
                )
              }
            >
              {t("external")}
            </button>
          )}
          {ways.connectors.length > 0 && (
            <Link to="/third/login" className="login-second">
              {t("apps")}
            </Link>
          )}
        </section>
      )}
      {isOpen && (
        <p className="login-register soft">
          {t("isNewHere")} <Link to="/register">{t("register")}</Link>
        </p>
      )}
    </>
  );
}
