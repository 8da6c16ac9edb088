import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "@/api/call";
import { switchLanguage, useLanguage, type Language } from "@/i18n/language";
import { Entrance } from "./entrance";
import { useLandingTexts } from "./landing-texts";
import { Mark } from "./mark";
import { refusalOf } from "./refusal";
import { usePublicTexts } from "./texts";

const languages: { code: Language; name: string }[] = [
  { code: "zh", name: "中文" },
  { code: "en", name: "English" },
];

/** The language of the account; after the choice the product opens anew. */
export function LanguagePage() {
  const t = useLandingTexts();
  const say = usePublicTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [refusal, setRefusal] = useState("");

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
      setRefusal(refusalOf(failure, say));
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
