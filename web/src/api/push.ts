import { session } from "@/session/session";

/** One text frame of the server's push channel. */
interface Frame {
  type: string;
  id?: string;
  ack?: boolean;
  data?: Record<string, unknown>;
}

/** What the page does with what it hears. */
export interface PushEars {
  /** Silent news: rows of this topic are to be read again. */
  onSignal: (topic: string, data: Record<string, unknown>) => void;
  /** A stored message that is shown for some seconds. */
  onMessage: (data: Record<string, unknown>) => void;
  /** The session was ended by somebody; message says why. */
  onKick: (message: string) => void;
  /** True once bound, false when the line breaks. */
  onLine: (up: boolean) => void;
}

/** Close codes after which trying again makes no sense. */
const unauthenticated = 4401;
const kicked = 4403;

const greetMs = 10_000;
const shortestMs = 1_000;
const longestMs = 30_000;

/** How long to wait before try n (from 0): doubled each time, and spread, so that a restarted server is not stormed. */
export function pauseBefore(attempt: number, random: number) {
  const full = Math.min(longestMs, shortestMs * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * Holds one line to the server's push channel until it is closed: handshake,
 * bind, listen, and again after every break. The token travels in the bind
 * frame, never in the address.
 */
export function openPush(topics: string[], ears: PushEars) {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isClosed = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const line = new WebSocket(
      `${scheme}://${location.host}/front/api/v1/push`,
    );
    socket = line;
    const tell = (frame: Frame) => line.send(JSON.stringify(frame));
    // A server that accepts and then says nothing counts as broken.
    const impatience = setTimeout(() => line.close(), greetMs);

    line.onopen = () =>
      tell({
        type: "handshake",
        data: {
          deviceId: "",
          osName: navigator.platform,
          osVersion: "",
          clientVersion: "web",
        },
      });
    line.onmessage = (event: MessageEvent<string>) => {
      const frame = JSON.parse(event.data) as Frame;
      const data = frame.data ?? {};
      switch (frame.type) {
        case "handshake": {
          const { token, tenantId, userData } = session.get();
          const auth = { token, tenantId, realName: userData?.realName ?? "" };
          const userId = userData?.userId ?? "";
          tell({ type: "bind", data: { userId, tags: topics, auth } });
          return;
        }
        case "bound":
          clearTimeout(impatience);
          attempt = 0;
          ears.onLine(true);
          return;
        case "signal":
          ears.onSignal(
            String(data.topic),
            (data.data ?? {}) as Record<string, unknown>,
          );
          return;
        case "push":
          if (frame.ack && frame.id) {
            tell({ type: "ack", id: frame.id });
          }
          ears.onMessage(data);
          return;
        case "kick":
          isClosed = true;
          ears.onKick(typeof data.message === "string" ? data.message : "");
      }
    };
    line.onclose = ({ code }) => {
      clearTimeout(impatience);
      if (socket !== line) {
        return;
      }
      socket = null;
      ears.onLine(false);
      // With a session that ran out the next call renews it; the line waits longer for that.
      if (code === unauthenticated) {
        attempt = Math.max(attempt, 3);
      }
      if (!isClosed && code !== kicked) {
        timer = setTimeout(connect, pauseBefore(attempt++, Math.random()));
      }
    };
  }

  connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    const line = socket;
    socket = null;
    line?.close();
  };
}
