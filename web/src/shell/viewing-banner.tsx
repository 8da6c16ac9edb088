import { useEffect, useState } from "react";
import { call } from "@/api/call";
import { defineTexts } from "@/i18n/define-texts";
import { formatInstant } from "@/i18n/format";
import { useSession, useZone } from "@/session/session";

const { useTexts } = defineTexts(
  "viewing-banner",
  {
    viewing: "您正在以“{{name}}”的身份查看，不能修改，{{time}} 自动结束。",
    over: "查看已结束，目前仍不能修改。",
    end: "结束查看",
    notEnded: "未能结束查看，请重试。",
  },
  {
    viewing:
      "You view the company as “{{name}}” and can change nothing. This ends by itself at {{time}}.",
    over: "The view is over. Nothing can be changed until you leave it.",
    end: "End the view",
    notEnded: "The view could not be ended. Please try again.",
  },
);

/** Over every page while somebody views the company as another user: as whom, until when, and the way back. */
export function ViewingBanner() {
  const t = useTexts();
  const zone = useZone();
  const until = useSession(({ userData }) =>
    userData?.viewer ? userData.viewUntil : null,
  );
  // The other user has gone, or may do more by now: one sees with one's own eyes again.
  const isOver = useSession(
    ({ userData }) => userData?.viewer === userData?.realName,
  );
  const name = useSession(({ userData }) => userData?.realName ?? "");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!until) {
      return;
    }
    const over = setTimeout(
      () => void endView().catch(() => setFailed(true)),
      Math.max(0, Date.parse(until) - Date.now()),
    );
    return () => clearTimeout(over);
  }, [until]);
  if (!until) {
    return null;
  }
  return (
    <div role="status" className="shell-notice">
      <p>
        <span>
          {isOver
            ? t("over")
            : t("viewing", {
                name,
                time: formatInstant(until, zone).slice(-5),
              })}
        </span>
        <button
          type="button"
          onClick={() => {
            setFailed(false);
            endView().catch(() => setFailed(true));
          }}
        >
          {t("end")}
        </button>
        {failed && <span>{t("notEnded")}</span>}
      </p>
    </div>
  );
}

/** Ended at the server before the page is loaded anew: nothing of the other user's stays on it. */
async function endView() {
  await call("POST", "upms/view/end", { body: {} });
  location.assign("/home");
}
