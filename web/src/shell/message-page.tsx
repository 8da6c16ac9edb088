import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import {
  everything,
  messagesQuery,
  useReadMessages,
  useRemoveMessages,
  type Message,
} from "./message-queries";
import { useMessageTexts } from "./message-texts";
import { SafeHtml } from "./safe-html";
import "./message-page.css";
import "@/ui/plain-button.css";
import "@/ui/sheet.css";

const size = 20;

/** Message management: everything that was sent to the person, newest first. */
export function MessagePage() {
  const t = useMessageTexts();
  const ui = useUiTexts();
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(1);
  const q = useDebounced(typed).trim();
  const { data, isPending, error, refetch } = useQuery(
    messagesQuery({ page, size, unread: isUnreadOnly, q }),
  );
  const read = useReadMessages();
  const rows = data?.rows ?? [];
  const total = data?.total ?? 0;
  // The last row of the last page is gone: the page before it is the last now.
  const last = Math.max(1, Math.ceil(total / size));
  if (data && page > last) {
    setPage(last);
  }
  const unread = data?.unread ?? 0;

  function show(onlyUnread: boolean) {
    setUnreadOnly(onlyUnread);
    setPage(1);
  }

  return (
    <Page
      title={t("management")}
      tools={
        <>
          <div role="group" aria-label={t("messages")} className="message-tabs">
            <button
              type="button"
              aria-pressed={!isUnreadOnly}
              onClick={() => show(false)}
            >
              {t("all")}
            </button>
            <button
              type="button"
              aria-pressed={isUnreadOnly}
              onClick={() => show(true)}
            >
              {t("unread")} <span className="numbers">{unread}</span>
            </button>
          </div>
          <span className="push" />
          <input
            type="search"
            className="message-search"
            placeholder={t("search")}
            aria-label={t("search")}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setPage(1);
            }}
          />
          <button
            type="button"
            className="plain-button"
            disabled={unread === 0 || read.isPending}
            onClick={() => read.mutate(everything)}
          >
            {t("readAll")}
          </button>
        </>
      }
    >
      <div className="sheet">
        {rows.length > 0 ? (
          <ul className="message-list">
            {rows.map((row) => (
              <MessageRow key={row.messageId} row={row} />
            ))}
          </ul>
        ) : error ? (
          <Failure of={error} onRetry={() => void refetch()} />
        ) : (
          <p className="soft message-none">
            {isPending
              ? ui("loading")
              : t(q ? "emptySearch" : isUnreadOnly ? "emptyUnread" : "empty")}
          </p>
        )}
      </div>
      {total > size && (
        <nav className="message-pages" aria-label={t("messages")}>
          <span className="numbers">
            {t("pageOf", { page, total, count: total })}
          </span>
          <button
            type="button"
            className="plain-button"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            {t("previous")}
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={page * size >= total}
            onClick={() => setPage(page + 1)}
          >
            {t("next")}
          </button>
        </nav>
      )}
    </Page>
  );
}

function MessageRow({ row }: { row: Message }) {
  const t = useMessageTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const read = useReadMessages();
  const remove = useRemoveMessages();
  const markRead = () => !row.read && read.mutate(row.messageId);
  return (
    <li className={row.read ? "message" : "message message-unread"}>
      <span className="message-mark">
        {!row.read && <i role="img" aria-label={t("isUnread")} />}
      </span>
      <p className="message-text">
        <SafeHtml html={row.msgHeader} />
      </p>
      <p className="message-from">
        <span>{row.sender || t("system")}</span>
        <time className="numbers">{formatInstant(row.sendTime, zone)}</time>
      </p>
      <p className="message-acts">
        {row.path.startsWith("/") && (
          <Link to={row.path} onClick={markRead}>
            {t("open")}
          </Link>
        )}
        {!row.read && (
          <button type="button" onClick={markRead}>
            {t("read")}
          </button>
        )}
        <button type="button" onClick={() => remove.mutate(row.messageId)}>
          {ui("delete")}
        </button>
      </p>
    </li>
  );
}
