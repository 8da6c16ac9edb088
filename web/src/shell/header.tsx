import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/call";
import { switchLanguage, useLanguage } from "@/i18n/language";
import { loadModuleTree } from "@/session/module-tree";
import { session, useSession } from "@/session/session";
import { chooseLook, useLook } from "@/ui/look";
import { useUiTexts } from "@/ui/texts";
import { useCloseOutside } from "@/ui/use-close-outside";
import { useShellTexts } from "./texts";

interface HeaderProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
}

export function Header({ isMenuOpen, onToggleMenu }: HeaderProps) {
  const t = useShellTexts();
  const look = useLook();
  return (
    <header className="shell-header">
      <button
        type="button"
        className="shell-toggle"
        aria-label={t("menu")}
        aria-expanded={isMenuOpen}
        aria-controls="main-menu"
        onClick={onToggleMenu}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M1 3h14M1 8h14M1 13h14" stroke="currentColor" />
        </svg>
      </button>
      <Link to="/home" className="shell-name" aria-label="Mouldworks">
        <img src="/mark.svg" alt="" width="24" height="24" />
        <span>Mouldworks</span>
      </Link>
      <Factory />
      <LanguageButton />
      <button
        type="button"
        aria-label={t(look === "dark" ? "light" : "dark")}
        title={t(look === "dark" ? "light" : "dark")}
        onClick={() => chooseLook(look === "dark" ? "light" : "dark")}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
        </svg>
      </button>
      <Account />
    </header>
  );
}

function Factory() {
  const t = useShellTexts();
  const user = useSession((now) => now.userData);
  return (
    <p className="shell-factory">
      <span>{user?.factoryName || t("noFactory")}</span>
      {user?.factoryZone && <small>{user.factoryZone}</small>}
    </p>
  );
}

function LanguageButton() {
  const t = useShellTexts();
  const { language } = useLanguage();
  const client = useQueryClient();
  const other = language === "zh" ? "en" : "zh";

  async function change() {
    await switchLanguage(other);
    try {
      await call("POST", "upms/user/changeLanguage", {
        body: { language: other },
      });
      await loadModuleTree();
    } catch {
      // The screens have changed; what the server adds follows on a reload.
    }
    await client.invalidateQueries();
  }

  return (
    <button type="button" lang={other} onClick={() => void change()}>
      {t("otherLanguage")}
    </button>
  );
}

function Account() {
  const t = useShellTexts();
  const ui = useUiTexts();
  const menu = useCloseOutside();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const user = useSession((now) => now.userData);
  const name = user?.realName || user?.userName || "";

  async function exit() {
    const agreed = await modal.confirm({
      title: t("exitQuestion"),
      content: t("exitDetail"),
      okText: t("exit"),
      cancelText: ui("cancel"),
    });
    if (!agreed) {
      return;
    }
    // Gone here in any case, also when the server cannot be told.
    await call("POST", "logout").catch(() => undefined);
    session.clear();
    client.clear();
    await navigate("/login");
  }

  return (
    <details ref={menu} className="shell-account">
      <summary aria-label={`${t("account")} ${name}`}>
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
        <button type="button" onClick={() => void exit()}>
          {t("exit")}
        </button>
      </div>
    </details>
  );
}
