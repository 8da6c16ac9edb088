import type { Text } from "@/i18n/language";
import { session } from "@/session/session";
import { apiPrefix, frontBase } from "./address";
import { pushHost } from "./push-host";
import { watchMs } from "./times";

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
  /** The session was ended by somebody: kick, disabled, password, or own: by the person from another session. */
  onKick: (reason: string, words: Text) => void;
  /** True once bound, false when the line breaks. */
  onLine: (up: boolean) => void;
}

/** Close codes of the server. */
const unauthenticated = 4401;
const kicked = 4403;

/** How often the watcher looks whether the line is there. */
const greetMs = 10_000;
const shortestMs = 1_000;
const longestMs = 30_000;

/** How long to wait before try n (from 0): doubled each time, and spread, so that a restarted server is not stormed. */
export function pauseBefore(attempt: number, random: number) {
  const full = Math.min(longestMs, shortestMs * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

const addressOf = () =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${pushHost()}${frontBase}${apiPrefix}/push`;

const deviceKey = "mw.deviceId";

/** Names this browser, not the person: the same for all its tabs. */
function deviceId() {
  const kept = localStorage.getItem(deviceKey);
  if (kept) {
    return kept;
  }
  const fresh = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  localStorage.setItem(deviceKey, fresh);
  return fresh;
}

/** Name and version of the system, as far as the browser says. */
export function systemOf(agent: string) {
  const found =
    /(Windows NT|Android|Mac OS X|CPU (?:iPhone )?OS|CrOS|Linux)[ /]?([\d._]*)/.exec(
      agent,
    );
  return {
    osName: found?.[1] ?? "",
    osVersion: (found?.[2] ?? "").replaceAll("_", "."),
  };
}

/**
 * Holds one line to the server's push channel until it is closed: handshake,
 * bind, listen. A watcher looks every second whether the line is there and
 * opens it again once its pause is over. While the page is hidden there is no
 * line: of several tabs only the one in sight hears, and shows, a message.
 * The token travels in the bind frame, never in the address.
 */
export function openPush(topics: string[], ears: PushEars) {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let notBefore = 0;

  function connect() {
    const line = new WebSocket(addressOf());
    socket = line;
    const tell = (frame: Frame) => line.send(JSON.stringify(frame));
    // A server that accepts and then says nothing counts as broken.
    const impatience = setTimeout(() => line.close(), greetMs);

    line.onopen = () =>
      tell({
        type: "handshake",
        data: {
          deviceId: deviceId(),
          ...systemOf(navigator.userAgent),
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
          stop();
          ears.onKick(
            typeof data.reason === "string" ? data.reason : "",
            data.texts as Text,
          );
      }
    };
    line.onerror = () => line.close();
    line.onclose = ({ code }) => {
      clearTimeout(impatience);
      if (socket !== line) {
        return;
      }
      socket = null;
      ears.onLine(false);
      if (code === kicked) {
        stop();
        return;
      }
      // With a session that ran out the next call renews it; the line waits longer for that.
      if (code === unauthenticated) {
        attempt = Math.max(attempt, 3);
      }
      notBefore = Date.now() + pauseBefore(attempt++, Math.random());
    };
  }

  function watch() {
    if (!socket && !document.hidden && Date.now() >= notBefore) {
      connect();
    }
  }

  /** Lets go of the line; what it still says is heard no more. */
  function hangUp() {
    const line = socket;
    socket = null;
    line?.close();
  }

  function onVisibility() {
    if (document.hidden) {
      if (socket) {
        hangUp();
        ears.onLine(false);
      }
    } else {
      notBefore = 0;
      watch();
    }
  }

  const watcher = setInterval(watch, watchMs);
  document.addEventListener("visibilitychange", onVisibility);
  watch();

  function stop() {
    clearInterval(watcher);
    document.removeEventListener("visibilitychange", onVisibility);
    hangUp();
  }
  return stop;
}
