import {
  redirect,
  redirectDocument,
  type LoaderFunctionArgs,
} from "react-router";
import { call } from "@/api/call";
import { outcomeOf } from "@/api/errors";
import { proofWanted } from "@/api/proof";
import { ApiFailure, givenUp, textsOf } from "@/api/reply";
import { adoptEnded, keepEnded } from "@/session/ended";
import { NoMenus } from "@/session/module-tree";
import { session } from "@/session/session";
import { emptyFor, exitIsTold } from "@/session/tell-exit";

/** Where something has to be settled before the product opens: a password, a consent. */
function owedPage({ reply }: ApiFailure) {
  const outcome = outcomeOf(reply, { onLoginPage: false, smsVerified: false });
  return outcome.kind === "redirect" &&
    outcome.forgetMenus &&
    outcome.url.startsWith("/")
    ? outcome.url
    : null;
}

/** Whether the browser's Back button has loaded this page, not an address that somebody opened. */
const isBack = () =>
  (
    performance.getEntriesByType("navigation")[0] as
      | PerformanceNavigationTiming
      | undefined
  )?.type === "back_forward";

const isGivenUp = (failure: unknown) =>
  failure instanceof ApiFailure && failure.reply === givenUp;

/** What an exit needs is here before it is wanted: then the server may be away. */
function leaveAhead() {
  void Promise.all([
    import("@/session/sign-out"),
    import("@/public/sign-in"),
    import("@/public/refusal"),
    import("@/public/other-ways"),
  ]).catch(() => undefined);
}

/** Lets in who is signed in, to where they work; sends others to the login. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const login = `/login?from=${encodeURIComponent(pathname + search)}`;
  let wasSignedIn = false;
  leaveAhead();
  try {
    if (!session.signedIn()) {
      session.restore(); // Another tab may have signed in since this page was loaded.
    }
    wasSignedIn = session.signedIn();
    if (!wasSignedIn && session.hasExited() && isBack()) {
      session.clear();
      return redirect("/login"); // Whoever has gone for good leaves no way back.
    }
    if (!wasSignedIn) {
      session.clear();
      // Nothing is kept here; the server may know the browser all the same, be it for want of having heard of an exit.
      if (!(await exitIsTold(true, emptyFor))) {
        return redirect("/login"); // which goes on telling it
      }
      await call("GET", "checklogin");
    }
    const { enter, enterElsewhere, mayCallGateways } = await import(
      "@/tenancy/enter"
    );
    const instead = await enter(pathname).catch((failure: unknown) =>
      enterElsewhere(pathname, failure),
    );
    if (instead) {
      return redirect(instead);
    }
    return mayCallGateways() ? null : redirectDocument(pathname + search);
  } catch (failure) {
    if (wasSignedIn && session.hasExited()) {
      session.clear();
      return redirect("/login"); // Another tab has exited while this one came in.
    }
    const code = failure instanceof ApiFailure ? failure.reply.code : 0;
    const owed =
      failure instanceof ApiFailure
        ? proofWanted(failure.reply)
          ? "/entry"
          : owedPage(failure)
        : null;
    if (owed) {
      session.moveAway(pathname + search);
      return redirect(owed);
    }
    const isOut = code === 401 || code === 11009 || code === 11050;
    if (code === 11009 && failure instanceof ApiFailure) {
      keepEnded(textsOf(failure.reply));
    } else if (isOut) {
      adoptEnded(); // Another tab has heard why, and took the token away.
    }
    if (isGivenUp(failure)) {
      // Another tab has ended the session while this one came in with it, or has made another one.
      if (!session.isKept()) {
        return redirectDocument(pathname + search);
      }
      adoptEnded();
      session.leave(pathname + search);
      return redirect(login);
    }
    if (isOut || failure instanceof NoMenus) {
      session.leave(pathname + search);
      return redirect(login);
    }
    throw failure;
  }
}
