import { useEffect } from "react";
import { useNavigate } from "react-router";
import { call } from "@/api/call";
import { switchLanguage, useLanguage, type Language } from "@/i18n/language";
import { useLiveText } from "@/i18n/use-live-text";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { refusalOf } from "./refusal";

const languages: { code: Language; name: string }[] = [
  { code: "zh", name: "中文" },
  { code: "en", name: "English" },
];

/** The language of the account; after the choice the product opens anew. */
export function LanguagePage() {
  const t = useLandingTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [refusal, setRefusal] = useLiveText();

  useEffect(() => {
    document.title = `${t("language")} · Mouldworks`;
  }, [t]);

  async function choose(code: Language) {
    try {
      await call("POST", "upms/user/changeLanguage", {
        body: { language: code },
      });
      await switchLanguage(code);
      await navigate("/");
    } catch (failure) {
      setRefusal(() => refusalOf(failure));
    }
  }

  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{t("language")}</h1>
        <p className="login-lead">{t("languageText")}</p>
        {languages.map(({ code, name }) => (
          <button
            key={code}
            type="button"
            lang={code}
            className={code === language ? "login-submit" : "login-second"}
            aria-pressed={code === language}
            onClick={() => void choose(code)}
          >
            {name}
          </button>
        ))}
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
      </div>
    </Entrance>
  );
}
