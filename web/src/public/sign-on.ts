import { redirectDocument, type LoaderFunctionArgs } from "react-router";
import { call } from "@/api/call";
import { departure } from "@/session/departure";
import { forgetEnded } from "@/session/ended";
import { stored } from "@/session/stored";
import { emptyFor, exitIsTold } from "@/session/tell-exit";
import { forgetWayBack, keepWayBack } from "./way-back";

/**
 * The path to come back to when a visit of /login means "go and sign in": then
 * single sign-on begins. A visit without one, with an authorization that waits,
 * or from the callback itself, is for the form (SSO-02).
 */
export function departsFrom(search: string) {
  const query = new URLSearchParams(search);
  const from = query.get("from") ?? "";
  const isCallback = from.split(/[?#]/)[0] === "/loginMedium";
  return from && !isCallback && !query.has("authRequestId") ? from : null;
}

/**
 * Where single sign-on begins; "" when the server does not say, for then the
 * form has to do. A page departs once: whoever asks while it is on its way
 * hears the same, and the first of them knows the way back. An exit that the
 * server has not heard of comes first: single sign-on would let in by what it remembers.
 */
export async function signOnAddress(redirect: string) {
  if (!(await exitIsTold(true, emptyFor))) {
    departure.end();
    return ""; // The form goes on telling it.
  }
  const address = await departure.address(() => ask(redirect));
  if (!address) {
    departure.end(); // The page stays: the next departure is another one.
  }
  return address;
}

/** How a page leaves for where people sign in, or why it does not. */
export type Departure =
  | { kind: "away"; address: string }
  /** The server does not say where: the form serves. */
  | { kind: "form" }
  /** Another tab has signed in: there is no need to go. */
  | { kind: "signed-in" };

/**
 * Departs, unless another tab signs in before the server has said where to. It is looked at before, while and after the
 * server is asked: however slow an answer is, a page never leaves a session that has begun meanwhile.
 */
export async function departFor(redirect: string): Promise<Departure> {
  keepWayBack(redirect);
  const wait = untilSignedIn();
  try {
    const address = hasToken()
      ? null
      : await Promise.race([wait.promise, signOnAddress(redirect)]);
    if (address === null || hasToken()) {
      departure.end();
      forgetEnded(); // Nobody is asked to sign in any more.
      forgetWayBack();
      return { kind: "signed-in" };
    }
    return address ? { kind: "away", address } : { kind: "form" };
  } finally {
    wait.stop();
  }
}

/** Going to login goes to single sign-on; the form is for who comes to it. */
export async function goToSignOn({ request }: LoaderFunctionArgs) {
  const from = departsFrom(new URL(request.url).search);
  if (from === null) {
    return null;
  }
  const way = await departFor(from);
  switch (way.kind) {
    case "away":
      return redirectDocument(way.address);
    case "signed-in": {
      const { ownPath } = await import("./sign-in");
      // A new document: this one has forgotten its session and would not ask for it again.
      return redirectDocument(ownPath(from));
    }
    case "form":
      return null;
  }
}

const hasToken = () => !!stored.value<string>("token");

/** Answers null as soon as the browser keeps a session. */
function untilSignedIn() {
  let onStorage = () => {};
  const promise = new Promise<null>((resolve) => {
    onStorage = () => {
      if (hasToken()) {
        resolve(null);
      }
    };
  });
  window.addEventListener("storage", onStorage);
  return {
    promise,
    stop: () => window.removeEventListener("storage", onStorage),
  };
}

// Shown again from where the browser had put it aside, the page may depart anew.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) {
    departure.end();
  }
});

/** How long the server has to say where to sign in, in milliseconds; then the form has to do. */
const saidWithin = 5_000;

async function ask(redirect: string) {
  try {
    const signal = AbortSignal.timeout(saidWithin);
    const { url } = await call(
      "POST",
      "/mcfront/basic-api/blade-auth/oauth/getLoginUrl",
      { body: { redirect }, signal },
    );
    return isAddress(url) ? url : "";
  } catch {
    return "";
  }
}

/** A path of ours, or a whole address by http: nothing that runs. */
export const isAddress = (url: string) =>
  /^\/(?![/\\])/.test(url) || /^https?:\/\/[^/\\]/i.test(url);
