import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { useLogin } from "./login-state";
import { awayFrom } from "./refusal";
import { authRequest, type LoginReply } from "./sign-in";

type QrPhase =
  | "loading"
  | "waiting"
  | "scanned"
  | "confirmed"
  | "refused"
  | "expired"
  | "failed";

const pollMs = 2000;
/** How long the success stands there before the page goes on. */
const readMs = 1000;

/** Fetches a code and asks every two seconds how far the phone has come. */
export function useQrLogin(onConfirmed: (reply: LoginReply) => void) {
  const [round, setRound] = useState(0);
  const [phase, setPhase] = useState<QrPhase>("loading");
  const [name, setName] = useState("");
  const finish = useRef(onConfirmed);
  useEffect(() => {
    finish.current = onConfirmed;
  });

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function begin() {
      const code = await call("GET", "upms/user/qrcode");
      if (isOver) {
        return;
      }
      const { qrCode, randomCode } = code;
      useLogin.setState({ qrCode, randomCode });
      setPhase("waiting");
      again(randomCode);
    }

    function again(randomCode: string) {
      timer = setTimeout(() => void ask(randomCode).catch(fail), pollMs);
    }

    async function ask(randomCode: string) {
      const poll = await call("POST", "bms/sys/qrcode/getQrcodeInfo", {
        body: { randomCode, authRequestId: authRequest(location.search) },
      });
      if (isOver) {
        return;
      }
      setName(poll.name);
      setPhase(poll.state);
      const { login } = poll;
      if (login) {
        timer = setTimeout(() => finish.current(login), readMs);
      } else if (poll.state === "waiting" || poll.state === "scanned") {
        again(randomCode);
      }
    }

    function fail(failure: unknown) {
      const away = awayFrom(failure);
      if (away) {
        location.assign(away); // The company signs in at an address of its own.
      } else if (!isOver) {
        setPhase("failed");
      }
    }

    begin().catch(fail);
    return () => {
      isOver = true;
      clearTimeout(timer);
      useLogin.setState({ qrCode: "", randomCode: "" });
    };
  }, [round]);

  function refresh() {
    setPhase("loading");
    setRound(round + 1);
  }
  return { phase, name, refresh };
}
