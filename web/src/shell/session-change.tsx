import { type Change, useChange } from "@/session/change";
import { session, type UserData } from "@/session/session";
import { signOut } from "@/session/sign-out";
import { stored, thisTab } from "@/session/stored";
import { Dialog } from "@/ui/dialog";
import { leaveTenancy } from "@/tenancy/tenancy-dialogs";
import { useShellTexts } from "./texts";

/** Another tab of this browser works as somebody else, or elsewhere: this one writes nothing until that is settled. */
export function SessionChange() {
  const change = useChange((now) => now.change);
  return change === "account" || change === "place" ? (
    <ChangeDialog change={change} />
  ) : null;
}

function ChangeDialog({ change }: { change: Change }) {
  const t = useShellTexts();
  const isAccount = change === "account";
  return (
    <Dialog
      title={t(isAccount ? "accountChanged" : "placeChanged")}
      className="session-change"
    >
      <p>{t(isAccount ? "accountChangedText" : "placeChangedText")}</p>
      <footer>
        {isAccount && (
          <button
            type="button"
            className="plain-button"
            onClick={() => void signInAnew()}
          >
            {t("otherAccount")}
          </button>
        )}
        <button
          type="button"
          className="plain-button plain-button-main"
          onClick={goAlong}
        >
          {t("refresh")}
        </button>
      </footer>
    </Dialog>
  );
}

/** This tab goes on as what the browser keeps. */
function goAlong() {
  const kept = stored.value<UserData>("userData");
  if (kept) {
    thisTab.keepUserId(kept.userId);
  }
  location.reload();
}

const signedOutElsewhere = {
  zh: "此浏览器的另一个页面要登录其他账号，此处已退出登录",
  en: "Another page of this browser signs in to another account, so you were signed out here",
};

/** Ends the sessions of this browser, at the provider too, and begins anew. */
async function signInAnew() {
  useChange.setState({ change: null });
  let next = await signOut(signedOutElsewhere);
  const other = stored.value<string>("token");
  if (other && other !== session.get().token) {
    session.set({ token: other });
    const then = await signOut(signedOutElsewhere);
    // The provider is named once: by whichever session it vouched for.
    next = next === "/login" ? then : next;
  }
  leaveTenancy();
  location.assign(next);
}
