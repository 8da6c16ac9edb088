import {
  useQueryClient,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { openPush } from "@/api/push";
import { usePushLine } from "@/api/push-line";
import { reader } from "@/api/read-again";
import { currentLanguage, type Text } from "@/i18n/language";
import { departure } from "@/session/departure";
import { keepEnded } from "@/session/ended";
import { loginFrom } from "@/session/login-from";
import { loadModuleTree } from "@/session/module-tree";
import { session, useSession } from "@/session/session";
import { checkSession, openAgain } from "@/session/upkeep";
import { messagePath } from "@/shell/message-queries";
import { readLicenceAgain } from "@/tenancy/licence-change";
import { noticeSeconds } from "@/api/times";
import { sendKeptReports } from "./send-kept-reports";

const topics = ["aps.run", "changed", "unread"];

/** What a change of these shows in the tree of a mould and on the shop floor. */
const production = new Set([
  "mould",
  "part",
  "operation",
  "batch",
  "outsource-order",
  "eligible-machine",
  "progress",
]);

/** Where work shows that is reported or planned otherwise: by the first word of a query's key. */
const reported = [
  "mould-tree",
  "dispatch",
  "tasks",
  "gantt-standing",
  "batches",
];

/** What shows plans: by the first word of a query's key. */
const plans = [
  "schedules",
  "plan-versions",
  "evaluation",
  "difference",
  "workshop",
  "capacity",
  "auto-schedules",
  "home",
  ...reported,
];

/** What a change of these shows on the home page, in what waits for a person. */
const work = new Set([...production, "registration", "group"]);

/** What the screens hold of an entity, by the first word of a query's key. */
const heldOf = new Set(["list", "choices", "uses", "log", "mould"]);

/** A pushed text in the language of this page, which may be another one than the account's. */
function inPageLanguage(texts: unknown, otherwise: unknown) {
  const text = (texts as Partial<Text> | undefined)?.[currentLanguage()];
  return String(text ?? otherwise);
}

/** The menu follows the roles, and where the person may do more or less now, what is shown does, too. */
async function readPermissionsAgain(client: QueryClient) {
  const { permitted: before, userData: was } = session.get();
  await loadModuleTree().catch(() => undefined);
  const { permitted: now, userData: is } = session.get();
  // Not what a form began with: what is typed there stays.
  const predicate = ({ meta }: Query) => !meta?.base;
  const isOther = was?.viewer !== is?.viewer || was?.realName !== is?.realName;
  if (isOther || Object.keys(before).some((key) => before[key] && !now[key])) {
    // What may not be seen any more does not stay on the screen.
    await client.resetQueries({ predicate });
  } else if (Object.keys(now).some((key) => now[key] && !before[key])) {
    await client.invalidateQueries({ predicate });
  }
}

/** Listens to the server while somebody is signed in. Rows are the truth: a signal only says what to read again. */
export function Live() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(sendKeptReports, []);
  const { notification } = App.useApp();
  const token = useSession((now) => now.token);
  // A line belongs to the place that it was bound in: after a switch a new one is bound, without a reload.
  const place = useSession(({ userData }) =>
    userData ? `${userData.tenantId} ${userData.factoryId}` : "",
  );
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  });

  useEffect(() => {
    if (!token || !place) {
      return;
    }
    let wasUp = false;
    const readAgain = reader(client);
    const readKinds = (kinds: string[]) => {
      for (const kind of kinds) {
        void readAgain(kind, { queryKey: [kind] });
      }
    };
    const close = openPush(topics, {
      onSignal(topic, data) {
        if (topic === "changed") {
          void readAgain(`entity ${String(data.entity)}`, {
            predicate: ({ queryKey: [kind, entity] }) =>
              heldOf.has(String(kind)) && entity === data.entity,
          });
          if (production.has(String(data.entity))) {
            readKinds(reported);
          }
          if (work.has(String(data.entity))) {
            void readAgain("home work", { queryKey: ["home", "work"] });
          }
          if (data.entity === "schedule") {
            readKinds(plans);
          }
          if (data.entity === "auto-schedule") {
            readKinds(["auto-schedules"]);
          }
          if (session.get().userData?.guest) {
            readKinds(["partner"]);
          }
          if (data.entity === "module-setting") {
            // The menu and the frames of this very page follow.
            readKinds(["frame-origins"]);
            void loadModuleTree().catch(() => undefined);
          }
          if (data.entity === "company-info") {
            readKinds(["mobile-site"]);
          }
          if (data.entity === "role") {
            void readPermissionsAgain(client);
          }
          if (data.entity === "licence") {
            readKinds(["licence"]);
            void readLicenceAgain().catch(() => undefined);
          }
        } else if (topic === "aps.run") {
          readKinds(["schedules", "home", "workshop", "capacity"]);
        } else if (topic === "unread") {
          readKinds(["messages"]);
          void readAgain("home news", { queryKey: ["home", "news"] });
        }
      },
      onMessage: ({ messageId, title, content, titles, contents }) =>
        notification.info({
          key: String(messageId),
          title: inPageLanguage(titles, title),
          description: inPageLanguage(contents, content),
          placement: "bottomRight",
          duration: noticeSeconds,
          className: "push-notice",
          onClick() {
            notification.destroy(String(messageId));
            void go.current(messagePath);
          },
        }),
      onKick(reason, words) {
        // Signed out, or followed by another sign-in of this browser: the tabs tell each other which.
        if (reason === "logout" || !session.isKept()) {
          if (!departure.isUnderWay()) {
            void checkSession();
          }
          return;
        }
        if (reason === "removed") {
          openAgain(); // Another company may be left to them.
          return;
        }
        // The login page says it: whatever is shown here goes with this screen.
        keepEnded(words);
        if (!departure.begin()) {
          return;
        }
        session.leave(location.pathname + location.search);
        client.clear();
        void go.current(loginFrom(location.pathname + location.search));
      },
      onLine(up) {
        usePushLine.setState({ up });
        if (up && wasUp) {
          // What was said while the line was down is lost: look everywhere.
          // Not what a form began with: its version tells that somebody else saved.
          void client.invalidateQueries({
            predicate: ({ meta }) => !meta?.base,
          });
        }
        wasUp ||= up;
      },
    });
    return () => {
      usePushLine.setState({ up: false });
      close();
    };
  }, [token, place, client, notification]);
  return null;
}
