import { useLocation } from "react-router";
import { useFailureTexts } from "@/ui/failure";
import { useTitle } from "@/ui/page";
import { useShellTexts } from "./texts";
import "./plain-pages.css";

/** /error: no permission, with what the server said of it, or a fault of the server. */
export function ErrorPage() {
  const t = useShellTexts();
  const failure = useFailureTexts();
  const { state, search } = useLocation() as {
    state: { message?: string } | null;
    search: string;
  };
  const isFault = new URLSearchParams(search).get("kind") === "server";
  const title = isFault ? t("broken") : failure("refused");
  useTitle(title);
  return (
    <main className="plain-note">
      <h1>{title}</h1>
      <p>{state?.message || t(isFault ? "brokenText" : "noAccessText")}</p>
      {/* A new document: who is no member here any more is led to where they are one. */}
      <a href="/home">{t("toHome")}</a>
    </main>
  );
}
