import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { useLogin } from "./login-state";
import { Mark } from "./mark";
import { refusalOf } from "./refusal";
import { accept, ownPath, type LoginReply, type SignIn } from "./sign-in";
import { usePublicTexts } from "./texts";

/** The proof of a sign-in that stands in the address: a ticket, or a code with its state. */
export function proofIn(search: string) {
  const query = new URLSearchParams(search);
  const ticket = query.get("ticket");
  if (ticket) {
    return { path: "upms/user/sso/loginByTicket.do", query: { ticket } };
  }
  const code = query.get("code");
  const state = query.get("state");
  return code && state
    ? { path: "upms/user/sso/loginByCode.do", query: { code, state } }
    : null;
}

/** Where people land who prove elsewhere who they are: finishes their sign-in. */
export function LandingPage() {
  const t = useLandingTexts();
  const say = usePublicTexts();
  const navigate = useNavigate();
  const [proof] = useState(() => proofIn(location.search));
  const [refusal, setRefusal] = useState("");
  const [pause, setPause] = useState<{ seconds: number; path: string }>();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) {
      return; // A proof serves once.
    }
    begun.current = true;
    document.title = `${t("arriving")} · Mouldworks`;
    if (!proof) {
      return;
    }
    useLogin.setState({ phase: "signing-in" });
    call<LoginReply>("GET", proof.path, { query: proof.query }).then(
      (reply) => follow(accept(reply)),
      refuse,
    );

    function follow(result: SignIn) {
      switch (result.kind) {
        case "no-token":
          setRefusal(say("noToken"));
          return;
        case "licence":
          setRefusal(
            t("licence", { tenant: result.tenant, date: result.date }),
          );
          return;
        case "in": {
          setPause({
            seconds: result.delaySeconds,
            path: ownPath(result.path),
          });
        }
      }
    }

    function refuse(failure: unknown) {
      useLogin.setState({ phase: "out" });
      setRefusal(refusalOf(failure, say));
      const isSpent =
        failure instanceof ApiFailure && failure.reply.code === 11050;
      if (isSpent) {
        setTimeout(() => void navigate("/login", { replace: true }), 1000);
      }
    }
  }, [t, say, navigate, proof]);

  useEffect(() => {
    if (!pause) {
      return;
    }
    if (pause.seconds <= 0) {
      useLogin.setState({ phase: "in" });
      void navigate(pause.path, { replace: true });
      return;
    }
    const timer = setTimeout(
      () => setPause({ ...pause, seconds: pause.seconds - 1 }),
      1000,
    );
    return () => clearTimeout(timer);
  }, [pause, navigate]);

  const fault = proof ? refusal : t("nothing");
  return (
    <Entrance>
      <div className="login-form" aria-busy={!fault}>
        <Mark />
        <h1>{t(fault ? "failed" : "arriving")}</h1>
        <div role="alert" className="login-refusal">
          {fault}
        </div>
        <div role="status" className="login-wait">
          {pause && pause.seconds > 0 && t("pause", pause)}
        </div>
        {fault && <Link to="/login">{t("toLogin")}</Link>}
      </div>
    </Entrance>
  );
}
