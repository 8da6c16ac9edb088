import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/call";
import { keepEntry, type Entry } from "@/api/entry";
import { ApiFailure } from "@/api/reply";
import { spentLoginMs } from "@/api/times";
import { useLiveText } from "@/i18n/use-live-text";
import { keepHead } from "@/session/head";
import { session } from "@/session/session";
import { Entrance } from "./entrance";
import { sayLanding, useLandingTexts } from "./landing-texts";
import { LicenceGate } from "./licence-gate";
import { useLogin } from "./login-state";
import { Mark } from "./mark";
import { awayFrom, refusalOf } from "./refusal";
import {
  accept,
  delayShown,
  landingPath,
  ownPath,
  type SignIn,
} from "./sign-in";
import { sayPublic } from "./texts";

const ticketPath = "upms/user/sso/loginByTicket.do";
const codePath = "upms/user/sso/loginByCode.do";

/** The proof of a sign-in that stands in the address: a ticket, or a code with its state. */
export function proofIn(search: string) {
  const query = new URLSearchParams(search);
  const ticket = query.get("ticket");
  if (ticket) {
    return { path: ticketPath, query: { ticket } } as const;
  }
  const code = codeIn(query);
  const state = query.get("state");
  return code && state
    ? ({ path: codePath, query: { code, state } } as const)
    : null;
}

/** DingTalk has a name of its own for what all others call code. */
const codeIn = (query: URLSearchParams) =>
  query.get("code") ?? query.get("authCode");

/** The code of a work app that is being linked to the account of the open session. */
export function linkIn(search: string) {
  const query = new URLSearchParams(search);
  const code = codeIn(query);
  const state = query.get("state");
  return code && state?.startsWith("link.") ? { code, state } : null;
}

/** What the other product says in the address; a path is where to go, and not where from. */
export function entryIn(search: string): Entry {
  const query = new URLSearchParams(search);
  const from = query.get("from") ?? "";
  return {
    from: from.startsWith("/") ? "" : from,
    thirdToken: query.get("thirdToken") ?? "",
  };
}

const codeOf = (failure: unknown) =>
  failure instanceof ApiFailure ? failure.reply.code : 0;

/** Where people land who prove elsewhere who they are: finishes their sign-in. */
export function LandingPage() {
  const t = useLandingTexts();
  const navigate = useNavigate();
  const [proof] = useState(() => proofIn(location.search));
  const [link] = useState(() => linkIn(location.search));
  const [refusal, setRefusal] = useLiveText();
  const [result, setResult] = useState<SignIn>();
  const begun = useRef(false);

  const enter = useCallback(
    (path: string) => {
      useLogin.setState({ phase: "in" });
      void navigate(ownPath(path), { replace: true });
    },
    [navigate],
  );

  useEffect(() => {
    if (begun.current) {
      return; // A proof serves once.
    }
    begun.current = true;
    document.title = `${t("arriving")} · Mouldworks`;
    if (!proof) {
      return;
    }
    if (link) {
      call("POST", "sso/link", { body: link }).then(
        ({ path }) => void navigate(ownPath(path), { replace: true }),
        (failure: unknown) => setRefusal(() => refusalOf(failure)),
      );
      return;
    }
    keepEntry(entryIn(location.search));
    keepHead(location.search);
    useLogin.setState({ phase: "signing-in" });
    const notDelay = delayShown();
    const shown = notDelay ? { notDelay } : {};
    const signedIn =
      proof.path === ticketPath
        ? call("GET", ticketPath, { query: { ...proof.query, ...shown } })
        : call("GET", codePath, { query: { ...proof.query, ...shown } });
    signedIn.then(accept).then(follow, refuse);

    function follow(next: SignIn) {
      setResult(next);
      if (next.kind === "in" && next.delaySeconds === 0) {
        enter(next.path);
      } else if (next.kind === "licence") {
        setRefusal(() =>
          sayLanding("licence", {
            tenant: next.tenantName,
            date: next.expireDate,
          }),
        );
      } else if (next.kind === "no-token") {
        setRefusal(() => sayPublic("noToken"));
      }
    }

    function refuse(failure: unknown) {
      if (codeOf(failure) === 11050 && session.signedIn()) {
        // The password was right, only the way round is spent: whoever is in goes on.
        call("GET", "checklogin").then(
          () => enter(landingPath("")),
          () => turnAway(failure),
        );
      } else {
        turnAway(failure);
      }
    }

    function turnAway(failure: unknown) {
      const away = awayFrom(failure);
      if (away) {
        location.assign(away); // The company signs in at an address of its own.
        return;
      }
      useLogin.setState({ phase: "out" });
      setRefusal(() => refusalOf(failure));
      if (codeOf(failure) === 11050) {
        setTimeout(
          () => void navigate("/login", { replace: true }),
          spentLoginMs,
        );
      }
    }
  }, [t, setRefusal, navigate, enter, proof, link]);

  const fault = proof ? refusal : t("nothing");
  return (
    <Entrance>
      <div className="login-form" aria-busy={!fault}>
        <Mark />
        <h1>{t(link ? "linking" : fault ? "failed" : "arriving")}</h1>
        <div role="alert" className="login-refusal">
          {fault}
        </div>
        {fault && link && <Link to="/account?tab=apps">{t("toApps")}</Link>}
        {fault && !link && <Link to="/login">{t("toLogin")}</Link>}
      </div>
      <LicenceGate
        result={result}
        onIn={() => result?.kind === "in" && enter(result.path)}
        onClose={() => setResult(undefined)}
      />
    </Entrance>
  );
}
