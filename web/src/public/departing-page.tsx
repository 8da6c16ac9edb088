import { useEffect } from "react";
import { useNavigate } from "react-router";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { landingPath } from "./sign-in";
import { departFor } from "./sign-on";

/** On the way to where people sign in; the form serves when nobody says where that is. */
export function DepartingPage() {
  const t = useLandingTexts();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${t("departing")} · Mouldworks`;
    const path = landingPath(location.search);
    void departFor(path).then((departure) => {
      if (departure.kind === "away") {
        location.replace(departure.address);
      } else {
        const to = departure.kind === "signed-in" ? path : "/login";
        void navigate(to, { replace: true });
      }
    });
  }, [t, navigate]);
  return (
    <Entrance>
      <div className="login-form" aria-busy="true">
        <Mark />
        <h1>{t("departing")}</h1>
      </div>
    </Entrance>
  );
}
