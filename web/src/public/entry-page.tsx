import { useEffect } from "react";
import { Link, Navigate } from "react-router";
import { call } from "@/api/call";
import { session } from "@/session/session";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { isAddress } from "./sign-on";

/** The door of the product: whoever is signed in goes straight through. */
export function EntryPage() {
  const t = useLandingTexts();
  const isIn = session.signedIn();
  useEffect(() => {
    document.title = "Mouldworks";
    if (isIn) {
      return;
    }
    // An installation may send everybody to a page of its own at once.
    call<{ constantValue: string }>("POST", "sys/constant/getConstantValue", {
      body: { constantName: "HOMEPAGE_AUTO_REDIRECT_TO_LOGINPAGE" },
    }).then(
      ({ constantValue }) => {
        if (
          constantValue &&
          constantValue !== "0" &&
          isAddress(constantValue)
        ) {
          location.replace(constantValue);
        }
      },
      () => undefined,
    );
  }, [isIn]);
  if (isIn) {
    return <Navigate to="/home" replace />;
  }
  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{t("entry")}</h1>
        <p className="login-lead">{t("entryText")}</p>
        <Link to="/login?from=/home" className="login-submit login-button">
          {t("signIn")}
        </Link>
        <Link to="/register" className="login-second">
          {t("register")}
        </Link>
      </div>
    </Entrance>
  );
}
