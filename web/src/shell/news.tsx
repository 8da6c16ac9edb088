import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useRef, useState } from "react";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { draftKeyOf, draftOf } from "@/resource/draft";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { useCan, useZone } from "@/session/session";
import { faultsOf } from "@/ui/faults";
import { Failure } from "@/ui/failure";
import { useUiTexts } from "@/ui/texts";
import { newsQuery, type NewsItem } from "./message-queries";
import { useMessageTexts } from "./message-texts";
import "@/ui/plain-button.css";

/** The latest news of the company; who may, publishes and withdraws it here. */
export function News() {
  const t = useMessageTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayPublish = useCan("common.news.add");
  const mayWithdraw = useCan("common.news.delete");
  const [isWriting, setWriting] = useState(() => mayPublish && isBegun());
  const { data, isPending, error, refetch } = useQuery(newsQuery);
  const withdraw = useMutation({
    mutationFn: (newsIds: string) =>
      call("POST", "bms/sys/news/withdraw", { body: { newsIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["home", "news"] }),
  });
  const list = data ?? [];

  async function ask({ newsId, title }: NewsItem) {
    const agreed = await modal.confirm({
      title: t("withdrawQuestion", { title }),
      content: t("withdrawDetail"),
      okText: t("withdraw"),
      cancelText: ui("cancel"),
    });
    if (agreed) {
      withdraw.mutate(newsId);
    }
  }

  return (
    <section aria-labelledby="home-news" className="home-news">
      <header>
        <h2 id="home-news">{t("news")}</h2>
        {mayPublish && !isWriting && (
          <button
            type="button"
            className="plain-button plain-button-small"
            onClick={() => setWriting(true)}
          >
            {t("publish")}
          </button>
        )}
      </header>
      {isWriting && <NewsForm onEnd={() => setWriting(false)} />}
      {error && !data ? (
        <Failure of={error} onRetry={() => void refetch()} />
      ) : list.length === 0 ? (
        <p className="soft">{isPending ? ui("loading") : t("noNews")}</p>
      ) : (
        <ul>
          {list.map((one) => (
            <li key={one.newsId}>
              <h3>{one.title}</h3>
              <p>{one.content}</p>
              <small>
                {one.publisher}
                <time className="numbers">
                  {formatInstant(one.publishTime, zone)}
                </time>
                {mayWithdraw && (
                  <button
                    type="button"
                    className="plain-link"
                    onClick={() => void ask(one)}
                  >
                    {t("withdraw")}
                  </button>
                )}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const draftName = "news";
const nothing = { title: "", content: "" };

/** What is being written, also after the session or the page was lost. */
function useNewsDraft() {
  const { restored, keep } = useDraft<typeof nothing>(draftName);
  const [written, setWritten] = useState(restored ?? nothing);
  const latest = useRef(written);
  const isDirty = useCallback(
    () => Object.values(latest.current).some((text) => text.trim() !== ""),
    [],
  );

  function type(change: Partial<typeof nothing>) {
    latest.current = { ...latest.current, ...change };
    setWritten(latest.current);
    keep(isDirty() ? latest.current : null);
  }
  function forget() {
    latest.current = nothing;
    keep(null);
  }
  return { ...written, type, isDirty, forget };
}

/** Whether news was begun here and neither published nor given up. */
const isBegun = () => draftOf(draftKeyOf(draftName)) !== null;

function NewsForm({ onEnd }: { onEnd: () => void }) {
  const t = useMessageTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { title, content, type, isDirty, forget } = useNewsDraft();
  const leave = useDirtyGuard(isDirty);
  const publish = useMutation({
    mutationFn: () =>
      call("POST", "bms/sys/news/publish", { body: { title, content } }),
    meta: { showsFields: true },
    onSuccess: async () => {
      forget();
      await client.invalidateQueries({ queryKey: ["home", "news"] });
      void message.success(t("published"));
      onEnd();
    },
  });
  const { say } = useLanguage();
  const faults = faultsOf(publish.error);
  const faultOf = (field: string) => {
    const text = faults?.[field];
    return text && say(text);
  };

  return (
    <form
      className="home-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate();
      }}
    >
      <label>
        {t("newsTitle")}
        <input
          autoFocus
          maxLength={100}
          value={title}
          aria-invalid={faultOf("title") !== undefined}
          onChange={(event) => type({ title: event.target.value })}
        />
        <em role="alert">{faultOf("title")}</em>
      </label>
      <label>
        {t("newsContent")}
        <textarea
          rows={4}
          maxLength={2000}
          value={content}
          aria-invalid={faultOf("content") !== undefined}
          onChange={(event) => type({ content: event.target.value })}
        />
        <em role="alert">{faultOf("content")}</em>
      </label>
      <p className="soft">{t("publishHint")}</p>
      <div>
        <button
          type="submit"
          className="plain-button plain-button-small plain-button-main"
          disabled={publish.isPending}
        >
          {t("publish")}
        </button>
        <button
          type="button"
          className="plain-button plain-button-small"
          onClick={() =>
            leave(() => {
              forget();
              onEnd();
            })
          }
        >
          {ui("cancel")}
        </button>
      </div>
    </form>
  );
}
