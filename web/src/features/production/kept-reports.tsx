import { useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { useConnection } from "@/api/connection";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useZone } from "@/session/session";
import { useUiTexts } from "@/ui/texts";
import type { Kept } from "./kept-place";
import { useProgressTexts } from "./progress-texts";
import {
  discard,
  followOtherTabs,
  isInFlight,
  sendAgain,
  sendable,
  sendAll,
  untilFree,
  useKept,
} from "./report-queue";

const againEveryMs = 5_000;

/** Sends what waits as soon as somebody answers: now, when the network is back, and again while anything is left. */
function useSending(isWaiting: boolean) {
  const t = useProgressTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const isLost = useConnection(({ lost }) => lost);
  const isSending = useRef(false);

  const send = useCallback(async () => {
    if (isSending.current) {
      return;
    }
    isSending.current = true;
    const { arrived, refused } = await sendAll().finally(() => {
      isSending.current = false;
    });
    if (arrived > 0) {
      void message.success(t("arrived", { count: arrived }));
    }
    if (refused > 0) {
      void message.warning(t("someNotTaken", { count: refused }));
    }
    if (arrived + refused > 0) {
      void client.invalidateQueries({ queryKey: ["mould-tree"] });
      void client.invalidateQueries({ queryKey: ["dispatch", "list"] });
    }
  }, [client, message, t]);

  useEffect(followOtherTabs, []);
  useEffect(() => {
    if (!isWaiting) {
      return;
    }
    void send();
    const onOnline = () => void send();
    addEventListener("online", onOnline);
    const timer = setInterval(onOnline, againEveryMs);
    return () => {
      removeEventListener("online", onOnline);
      clearInterval(timer);
    };
  }, [isWaiting, isLost, send]);
  return send;
}

/** Takes over what a page was about to send that answers no more. */
function useTakingOver(kept: Kept[], send: () => Promise<void>) {
  const [round, takeOver] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const ms = untilFree(kept);
    if (ms === undefined) {
      return;
    }
    const timer = setTimeout(() => {
      takeOver(); // it shows from now on that they wait
      void send();
    }, ms + 1);
    return () => clearTimeout(timer);
  }, [kept, send, round]);
}

/** Reads the tasks again whenever fewer wait: whoever has sent them, such as another tab. */
function useReadingAgain(count: number) {
  const client = useQueryClient();
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) {
      void client.invalidateQueries({ queryKey: ["dispatch"] });
    }
    before.current = count;
  }, [client, count]);
}

/** What was reported and has not arrived: it waits for the network, or for a decision. */
export function KeptReports() {
  const t = useProgressTexts();
  const kept = useKept();
  const send = useSending(kept.some(({ refused }) => !refused));
  useTakingOver(kept, send);
  const shown = kept.filter((one) => !isInFlight(one));
  useReadingAgain(shown.length);
  if (shown.length === 0) {
    return null;
  }
  const waiting = sendable(shown);
  return (
    <section className="floor-kept" aria-label={t("keptTitle")}>
      {waiting.length > 0 && (
        <p role="status">
          {t("keptCount", { count: waiting.length })}{" "}
          <Button size="small" onClick={() => void send()}>
            {t("sendNow")}
          </Button>
        </p>
      )}
      <ul>
        {shown.map((one) => (
          <KeptLine key={one.key} one={one} />
        ))}
      </ul>
    </section>
  );
}

/** What of an operation the server has not taken, beside the operation itself: on a phone that lies over the list. */
export function RefusedReports({ operationId }: { operationId: string }) {
  const t = useProgressTexts();
  const refused = useKept().filter(
    (one) =>
      one.refused &&
      !isInFlight(one) && // its question is open in a dialog
      one.body.operationId === operationId,
  );
  return refused.length > 0 ? (
    <ul className="floor-kept" aria-label={t("keptTitle")}>
      {refused.map((one) => (
        <KeptLine key={one.key} one={one} />
      ))}
    </ul>
  ) : null;
}

function KeptLine({ one }: { one: Kept }) {
  const t = useProgressTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const zone = useZone();
  const { say } = useLanguage();
  const { refused } = one;
  const what =
    one.kind === "report" ? t(`sent${one.body.status}`) : t("blockedShort");

  async function again() {
    await sendAgain(one, refused?.question?.key);
    await sendAll(); // what rests on it
    await client.invalidateQueries({ queryKey: ["dispatch"] });
  }
  function giveUp() {
    void modal.confirm({
      title: t("discardAsk"),
      content: one.title,
      okText: t("discard"),
      cancelText: ui("cancel"),
      onOk: () => discard(one.key),
    });
  }

  return (
    <li>
      <span>
        {one.title} · {what} ·{" "}
        <span className="numbers">{formatInstant(one.at, zone)}</span>
      </span>
      {refused && (
        <>
          <p className="floor-fault">
            {t("notTaken", { why: say(refused.texts) })}{" "}
            {listed(refused.question?.items ?? [])}
          </p>
          <span className="floor-kept-verbs">
            <Button size="small" onClick={() => void again()}>
              {t(refused.question ? "sendAllTheSame" : "sendAgain")}
            </Button>
            <Button size="small" danger onClick={giveUp}>
              {t("discard")}
            </Button>
          </span>
        </>
      )}
    </li>
  );
}
