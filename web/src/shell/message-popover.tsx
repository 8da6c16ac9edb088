import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import {
  badge,
  latestMessages,
  messagePath,
  messagesQuery,
  unreadQuery,
} from "./message-queries";
import { useMessageTexts } from "./message-texts";
import { SafeHtml } from "./safe-html";

/** What is unread, on hover or focus; a click opens the management in a new tab. */
export function MessagePopover() {
  const t = useMessageTexts();
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const { data: count = 0 } = useQuery(unreadQuery);
  const { data } = useQuery({
    ...messagesQuery(latestMessages),
    enabled: isOpen,
  });
  const rows = data?.rows ?? [];
  return (
    <div
      className="shell-pop"
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) =>
        // A press also focuses, and opens the management: nothing stays open here behind it.
        event.target.matches(":focus-visible") && setOpen(true)
      }
      onClick={() => setOpen(false)}
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) && setOpen(false)
      }
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <a
        href={messagePath}
        target="_blank"
        rel="noopener"
        className="shell-item shell-messages"
        aria-label={t("unreadCount", { count })}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M10 3a5 5 0 0 1 5 5v3l1.5 3h-13L5 11V8a5 5 0 0 1 5-5M8 16.5h4" />
        </svg>
        {count > 0 && <b className="shell-badge numbers">{badge(count)}</b>}
      </a>
      {isOpen && (
        <section className="shell-pop-card" aria-label={t("messages")}>
          {rows.length === 0 ? (
            <p className="soft">{t("nobodyWrote")}</p>
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.messageId}>
                  <a href={messagePath} target="_blank" rel="noopener">
                    <span className="shell-pop-text">
                      <SafeHtml html={row.msgHeader} />
                    </span>
                    <time className="numbers">
                      {formatInstant(row.sendTime, zone)}
                    </time>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <a
            className="shell-pop-all"
            href={messagePath}
            target="_blank"
            rel="noopener"
          >
            {t("allMessages")}
          </a>
        </section>
      )}
    </div>
  );
}
