import { useQueryClient } from "@tanstack/react-query";
import { Segmented } from "antd";
import { call } from "@/api/call";
import {
  languageFrom,
  switchLanguage,
  useLanguage,
  type Language,
} from "@/i18n/language";
import { accountLanguage } from "@/i18n/account-language";
import { loadModuleTree } from "@/session/module-tree";
import { chooseLook, useLook, type Look } from "@/ui/look";
import { useAccountTexts } from "./texts";

/** Language and look, each at once. */
export function InterfaceChoice() {
  const t = useAccountTexts();
  const { language } = useLanguage();
  const look = useLook();
  const client = useQueryClient();

  async function speak(next: Language) {
    // An address that asks for a language would win over the choice on a reload.
    const address = new URL(location.href);
    if (languageFrom(address.searchParams.get("lang"))) {
      address.searchParams.set("lang", accountLanguage(next));
      history.replaceState(history.state, "", address);
    }
    await switchLanguage(next);
    try {
      await call("POST", "upms/user/changeLanguage", {
        body: { language: next },
      });
      await loadModuleTree();
    } catch {
      // The screens have changed; what the server adds follows on a reload.
    }
    await client.invalidateQueries();
  }

  return (
    <section className="account-card">
      <div className="account-field">
        <span id="language-label">{t("language")}</span>
        <Segmented<Language>
          aria-labelledby="language-label"
          value={language}
          options={[
            { value: "zh", label: <span lang="zh">中文</span> },
            { value: "en", label: <span lang="en">English</span> },
          ]}
          onChange={(next) => void speak(next)}
        />
        <p className="soft">{t("languageHint")}</p>
      </div>
      <div className="account-field">
        <span id="look-label">{t("look")}</span>
        <Segmented<Look>
          aria-labelledby="look-label"
          value={look}
          options={[
            { value: "light", label: t("light") },
            { value: "dark", label: t("dark") },
          ]}
          onChange={(next) => chooseLook(next)}
        />
        <p className="soft">{t("lookHint")}</p>
      </div>
    </section>
  );
}
