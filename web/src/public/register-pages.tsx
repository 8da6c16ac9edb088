import { useEffect } from "react";
import { Link } from "react-router";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";

/** How a company comes to the platform. */
export function RegisterPage() {
  return <Note title="registerTitle" text="registerText" />;
}

/** After a registration was sent. */
export function RegisteredPage() {
  return <Note title="registered" text="registeredText" />;
}

type Key = "registerTitle" | "registerText" | "registered" | "registeredText";

function Note({ title, text }: { title: Key; text: Key }) {
  const t = useLandingTexts();
  useEffect(() => {
    document.title = `${t(title)} · Mouldworks`;
  }, [t, title]);
  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{t(title)}</h1>
        <p className="login-lead">{t(text)}</p>
        <Link to="/login">{t("toLogin")}</Link>
      </div>
    </Entrance>
  );
}
