import { useMutation, useQuery } from "@tanstack/react-query";
import { App } from "antd";
import type { RefObject } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/call";
import { accountLanguage } from "@/i18n/account-language";
import { switchLanguage, useLanguage } from "@/i18n/language";
import { countKept } from "@/features/production/kept-place";
import { departure } from "@/session/departure";
import { useSession } from "@/session/session";
import { leaveFor, signOut } from "@/session/sign-out";
import { leaveTenancy } from "@/tenancy/tenancy-dialogs";
import { chooseLook, useLook } from "@/ui/look";
import { useUiTexts } from "@/ui/texts";
import { useCloseOutside } from "@/ui/use-close-outside";
import { HeaderFactory } from "./header-factory";
import { HeaderLinks } from "./header-links";
import { HeaderModules } from "./header-modules";
import { currentDomain, isWorkplaceLogin } from "./kept";
import { MessagePopover } from "./message-popover";
import { headerLogo, useCompanyLogo } from "@/session/company-logo";
import { logoAddress } from "./module-address";
import { openPalette, paletteKey } from "./palette-state";
import { usePanelTexts } from "./panel-texts";
import { useShellTexts } from "./texts";
import { versionQuery } from "./version";

interface HeaderProps {
  toggle: RefObject<HTMLButtonElement | null>;
  isMenuOpen: boolean;
  onToggleMenu: () => void;
}

export function Header({ toggle, isMenuOpen, onToggleMenu }: HeaderProps) {
  const t = useShellTexts();
  const panel = usePanelTexts();
  return (
    <header className="shell-header">
      <button
        ref={toggle}
        type="button"
        className="shell-toggle"
        aria-label={panel("products")}
        title={panel("products")}
        aria-expanded={isMenuOpen}
        aria-controls="products-panel"
        onClick={onToggleMenu}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d={isMenuOpen ? "M3 3l10 10M13 3L3 13" : "M1 3h14M1 8h14M1 13h14"}
            stroke="currentColor"
          />
        </svg>
      </button>
      <Logo />
      <Link to="/home" className="shell-item shell-home">
        {t("home")}
      </Link>
      <FindButton />
      <HeaderFactory />
      <HeaderModules />
      <HeaderLinks />
      <MessagePopover />
      <span className="shell-wide">
        <LanguageButton />
        <LookButton />
        <Account className="shell-account" />
      </span>
      <Account className="shell-account shell-more" isMore />
    </header>
  );
}

/** The palette, for those who do not know its key, and for a phone that has none. */
function FindButton() {
  const t = useShellTexts();
  const key = paletteKey();
  return (
    <button
      type="button"
      className="shell-item shell-find"
      aria-label={t("findHint")}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t("findHint")} · ${key}`}
      onClick={openPalette}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d="M7 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10zM10.600 10.600L14.500 14.500"
          fill="none"
          stroke="currentColor"
        />
      </svg>
      <span className="shell-find-word">{t("find")}</span>
      <kbd>{key}</kbd>
    </button>
  );
}

function Logo() {
  const t = useShellTexts();
  const { language } = useLanguage();
  const { data: version } = useQuery(versionQuery);
  const address = logoAddress(currentDomain(), language);
  const own = useCompanyLogo(headerLogo);
  const inner = own ? (
    <img src={own} alt="" className="shell-own-logo" />
  ) : (
    <>
      <img src="/mark.svg" alt="" width="24" height="24" />
      <span>Mouldworks</span>
    </>
  );
  return (
    <>
      {address === "/" ? (
        <Link to="/" className="shell-name" aria-label="Mouldworks">
          {inner}
        </Link>
      ) : (
        <a href={address} className="shell-name" aria-label="Mouldworks">
          {inner}
        </a>
      )}
      {version && (
        <Link
          to="/comm/version"
          className="shell-version numbers"
          aria-label={`${t("version")} ${version}`}
          title={t("version")}
        >
          {version}
        </Link>
      )}
    </>
  );
}

function LookButton({ withWords = false }: { withWords?: boolean }) {
  const t = useShellTexts();
  const look = useLook();
  const words = t(look === "dark" ? "light" : "dark");
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      onClick={() => chooseLook(look === "dark" ? "light" : "dark")}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </svg>
      {withWords && words}
    </button>
  );
}

function LanguageButton() {
  const t = useShellTexts();
  const { language } = useLanguage();
  const other = language === "zh" ? "en" : "zh";

  async function change() {
    await switchLanguage(other);
    try {
      await call("POST", "upms/user/changeLanguage", {
        body: { language: other },
      });
    } catch {
      return; // The screens have changed; what the server words follows on a reload.
    }
    // Everything is asked for anew, in the language that the account has now.
    location.assign(location.origin);
  }

  return (
    <button type="button" lang={other} onClick={() => void change()}>
      {t("otherLanguage")}
    </button>
  );
}

interface AccountProps {
  className: string;
  /** On a small screen: the same entries, and what else found no room. */
  isMore?: boolean;
}

function Account({ className, isMore = false }: AccountProps) {
  const t = useShellTexts();
  const ui = useUiTexts();
  const menu = useCloseOutside();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const user = useSession((now) => now.userData);
  const name = user?.realName || user?.userName || "";

  async function exit() {
    const waiting = countKept();
    const agreed = await modal.confirm({
      title: t("exitQuestion"),
      content: (
        <>
          {waiting > 0 && <p>{t("exitWaiting", { count: waiting })}</p>}
          <p>{t("exitDetail")}</p>
        </>
      ),
      okText: t("exit"),
      cancelText: ui("cancel"),
    });
    if (!agreed) {
      return;
    }
    // From here on this page calls nobody, and what it shows goes with its document: no way leads back to it.
    departure.begin();
    const next = await signOut();
    leaveTenancy();
    leaveFor(next, (path) => void navigate(path, { replace: true }));
  }

  return (
    <details ref={menu} className={className}>
      <summary aria-label={isMore ? t("more") : `${t("account")} ${name}`}>
        {user?.headImg ? (
          <img src={user.headImg} alt="" className="shell-head" />
        ) : (
          <span aria-hidden="true" className="shell-head">
            {name.slice(0, 1).toUpperCase()}
          </span>
        )}
        <span className="shell-person">{name}</span>
      </summary>
      <div className="shell-account-list">
        <p>
          <strong>{name}</strong>
          <br />
          <span className="soft">{user?.tenantName}</span>
        </p>
        {isMore && (
          <>
            <Link to="/home" className="shell-entry">
              {t("home")}
            </Link>
            <LanguageButton />
            <LookButton withWords />
          </>
        )}
        <ShareButton />
        {!isWorkplaceLogin() && (
          <Link
            to={`/account/?from=mouldworks&lang=${accountLanguage(language)}`}
            className="shell-entry"
          >
            {t("personalCentre")}
          </Link>
        )}
        <button type="button" onClick={() => void exit()}>
          {t("exit")}
        </button>
      </div>
    </details>
  );
}

/** A short link to what is on the screen, filters included. */
function ShareButton() {
  const t = useShellTexts();
  const { message } = App.useApp();
  const share = useMutation({
    mutationFn: () =>
      call("POST", "bms/sys/shortLink", {
        body: { path: location.pathname + location.search },
      }),
    onSuccess: async ({ code }) => {
      const link = `${location.origin}/${code}`;
      try {
        await navigator.clipboard.writeText(link);
        void message.success(t("shared", { link }));
      } catch {
        // Plain http has no clipboard: the link is there to be read.
        void message.info(link, 10);
      }
    },
  });
  return (
    <button
      type="button"
      disabled={share.isPending}
      onClick={() => share.mutate()}
    >
      {t("share")}
    </button>
  );
}
