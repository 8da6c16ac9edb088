import { useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { call } from "@/api/call";
import { session } from "@/session/session";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { isAddress } from "./sign-on";
import { mayRegister } from "./ways";

/** The door of the product: whoever is signed in goes straight through. */
export function EntryPage() {
  const t = useLandingTexts();
  const isIn = session.signedIn();
  const [isNew, setNew] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    document.title = "Mouldworks";
    if (isIn) {
      return;
    }
    // An installation may send everybody to a page of its own at once.
    call("POST", "sys/constant/getConstantValue", {
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
    // A new server waits for its first company: nobody can sign in or register yet.
    call("GET", "upms/setup").then(
      ({ waiting }) => setNew(waiting),
      () => undefined,
    );
    void mayRegister().then(setOpen);
  }, [isIn]);
  if (isIn) {
    return <Navigate to="/home" replace />;
  }
  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{t("entry")}</h1>
        <p className="login-lead">
          {t(isNew ? "firstStart" : isOpen ? "entryText" : "entryClosed")}
        </p>
        <Link
          to="/login?from=/home"
          className={isNew ? "login-second" : "login-submit login-button"}
        >
          {t("signIn")}
        </Link>
        {!isNew && isOpen && (
          <Link to="/register" className="login-second">
            {t("register")}
          </Link>
        )}
      </div>
    </Entrance>
  );
}
