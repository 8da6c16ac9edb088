import { useEffect, useState } from "react";
import { useNavigate, useRouteError } from "react-router";
import { call } from "@/api/call";
import { isAway, pauseBeforeRead } from "@/api/connection";
import { ApiFailure } from "@/api/reply";
import { departure } from "@/session/departure";
import { Mark } from "./mark";
import { usePublicTexts } from "./texts";
import "./login-page.css";

/** A part of a page did not come, as each browser and Vite say it: the network is away, or the server has another version by now. */
const isPartMissing = (thrown: unknown) =>
  thrown instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(
    thrown.message,
  );

/** The first call after signing in failed: says so, and what is left to do. */
export function StartFailedPage() {
  const t = usePublicTexts();
  const navigate = useNavigate();
  const thrown = useRouteError();
  const reply = thrown instanceof ApiFailure ? thrown.reply : null;
  const [gaveUp, setGaveUp] = useState(false);
  const away = !gaveUp && (isAway(thrown) || isPartMissing(thrown));
  // A member of no company any more: however often they try, it stays so.
  const isOver = reply?.code === 11015;

  useEffect(() => {
    if (!away) {
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    function wait(attempt: number, failure: unknown) {
      timer = setTimeout(
        () => void ask(attempt),
        pauseBeforeRead(attempt, failure),
      );
    }
    async function ask(attempt: number) {
      try {
        await call("GET", "checklogin");
      } catch (failure) {
        if (isAway(failure)) {
          wait(attempt + 1, failure);
          return;
        }
      }
      if (mayReload()) {
        reload();
      } else {
        setGaveUp(true);
      }
    }
    wait(0, thrown);
    return () => clearTimeout(timer);
  }, [away, thrown]);

  return (
    <main className="plain-page">
      <Mark />
      <h1>{t(away ? "waiting" : "startFailed")}</h1>
      <p role="alert">
        {away ? t("tryingAgain") : reply?.message || t("fault")}
      </p>
      <button
        type="button"
        className="login-submit"
        onClick={() =>
          isOver
            ? void leave((path) => void navigate(path, { replace: true }))
            : reload()
        }
      >
        {t(isOver ? "signOut" : "retry")}
      </button>
    </main>
  );
}

const reload = () => location.reload();

const reloads = "mw.reloads";
const mostReloads = 5;
const within = 60_000;

/** Notes a reload by itself; not where that has helped nothing several times within a minute: a part may never come though the server answers. */
function mayReload() {
  const now = Date.now();
  const before = (sessionStorage.getItem(reloads) ?? "")
    .split(" ")
    .map(Number)
    .filter((at) => now - at < within);
  if (before.length >= mostReloads) {
    return false;
  }
  sessionStorage.setItem(reloads, [...before, now].join(" "));
  return true;
}

async function leave(go: (path: string) => void) {
  departure.begin();
  const { exit, leaveFor, signOut } = await import("@/session/sign-out");
  const next = await signOut();
  exit();
  leaveFor(next, go);
}
