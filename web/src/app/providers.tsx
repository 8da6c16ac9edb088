import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import enLocale from "antd/es/locale/en_US";
import zhLocale from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router";
import { outcomeOf } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { exportErrorSeconds } from "@/api/times";
import { useLanguage } from "@/i18n/language";
import { RecordLinks } from "@/resource/record-links";
import { loginFrom } from "@/session/login-from";
import { watchOtherTabs } from "@/session/other-tabs";
import { session, useSession } from "@/session/session";
import { Why } from "@/ui/why";
import { isAway, pauseBeforeRead, useConnection } from "@/api/connection";
import { isInDoubt } from "@/api/repeat";
import { useLook } from "@/ui/look";
import { themeOf } from "@/ui/theme";
import { PaletteKey } from "./palette-key";
import { performOutcome, type CallMeta, type Stage } from "./perform-outcome";
import { recordPath } from "./record-path";
import { SmsWanted, useSmsWanted, withCode } from "./sms-wanted";
import { useAppTexts } from "./texts";

// Nobody's first sight of a screen waits for the line to the server.
const Live = lazy(async () => {
  const { Live } = await import("./live");
  return { default: Live };
});

// Not <body>: over it, antd's scroll lock writes a style tag without the nonce.
const overlays = () => document.getElementById("overlays") ?? document.body;

/** Vite writes the tag, the server fills it; scripts read it as a property. */
function nonce() {
  const tag = document.querySelector<HTMLElement>("meta[property=csp-nonce]");
  return tag?.nonce ?? "";
}

/**
 * Stands in a button while it waits. antd's own leaves by a transition whose end it has to hear of: after an answer within
 * a frame, and where the system asks for less motion, none ends, and the button said "loading" for ever.
 */
const spinner = <i className="spinner" aria-hidden />;

export function Providers({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const look = useLook();
  const theme = useMemo(() => themeOf(look), [look]);
  useEffect(() => {
    dayjs.locale(language === "zh" ? "zh-cn" : "en");
  }, [language]);
  return (
    <ConfigProvider
      theme={theme}
      csp={{ nonce: nonce() }}
      getPopupContainer={overlays}
      button={{ autoInsertSpace: false, loadingIcon: spinner }}
      // Both languages are here from the start: one that came later would put
      // a provider around everything and mount the screens anew.
      locale={language === "zh" ? zhLocale : enLocale}
    >
      <App message={{ maxCount: 1 }} component={false}>
        <RecordLinks.Provider value={recordPath}>
          <ServerState>{children}</ServerState>
        </RecordLinks.Provider>
      </App>
    </ConfigProvider>
  );
}

/** Answers every failed call, wherever it was made. */
function ServerState({ children }: { children: ReactNode }) {
  const stage = useStage();
  const latest = useRef(stage);
  // Once nobody is signed in, screens that still stood here would ask again, and fail, while the page is on its way out.
  const [wasSignedIn] = useState(session.signedIn);
  const isOut = useSession((now) => wasSignedIn && now.token === "");
  useEffect(() => {
    latest.current = stage;
  });

  // eslint-disable-next-line react-hooks/refs -- read when a call fails, not here
  const [client] = useState(() => {
    function answer(failure: unknown, meta: CallMeta | undefined) {
      if (!(failure instanceof ApiFailure)) {
        return;
      }
      const outcome = outcomeOf(failure.reply, {
        onLoginPage: false,
        smsVerified: session.get().smsVerified,
      });
      const here = location.pathname + location.search;
      const verifyBySms = (phones: string[]) =>
        useSmsWanted.setState({ phones, again: withCode(failure) });
      performOutcome(
        outcome,
        { ...latest.current, verifyBySms, here },
        meta ?? {},
      );
    }
    return new QueryClient({
      queryCache: new QueryCache({
        onError: (failure, query) => answer(failure, query.meta),
      }),
      mutationCache: new MutationCache({
        onError(failure, _sent, _result, mutation) {
          if (isInDoubt(failure)) {
            useConnection.setState({ undone: true });
          }
          answer(failure, mutation.meta);
        },
        onSuccess(_data, _sent, _result, mutation) {
          const { says } = (mutation.meta ?? {}) as CallMeta;
          if (says) {
            latest.current.toast("success", says);
          }
        },
      }),
      defaultOptions: {
        // The library would hold back a write while the browser is offline, and send it later, unseen and maybe discarded.
        mutations: { networkMode: "always" },
        queries: {
          networkMode: "always",
          refetchOnReconnect: true,
          // A read that nobody could answer is repeated until somebody does; a write never is.
          retry: (_count, failure) => isAway(failure),
          retryDelay: pauseBeforeRead,
          staleTime: 10_000,
        },
      },
    });
  });

  // Another tab signed out: what this one holds is nobody's to see.
  useEffect(
    () =>
      watchOtherTabs(() => {
        client.clear();
        // Within this document: a server that does not answer would send no other one.
        const login = loginFrom(location.pathname + location.search);
        latest.current.go(login);
      }),
    [client],
  );

  return (
    <QueryClientProvider client={client}>
      <Suspense>
        <Live />
      </Suspense>
      <SmsWanted />
      <PaletteKey />
      {!isOut && children}
    </QueryClientProvider>
  );
}

/** A refusal stays long enough to ask why, and to read it. */
const refusalSeconds = 12;

function useStage(): Omit<Stage, "here" | "verifyBySms"> {
  const { message, notification } = App.useApp();
  const navigate = useNavigate();
  const t = useAppTexts();
  return {
    toast: (kind, text, why) => {
      // One at a time, also while the last one is still leaving.
      message.destroy();
      if (why) {
        const content = (
          <>
            {text} <Why permission={why} />
          </>
        );
        void message[kind](content, refusalSeconds);
      } else {
        void message[kind](text);
      }
    },
    notice: (title, detail) =>
      notification.error({
        title,
        description: detail,
        duration: exportErrorSeconds,
      }),
    go: (path, state) => void navigate(path, { state }),
    leave: (url) => location.assign(url),
    words: {
      fault: t("fault"),
      refused: t("refused"),
      check: t("check"),
      stale: t("stale"),
      nothing: t("nothing"),
      needs: (permission) => t("needs", { permission }),
    },
  };
}
