import type { ReactNode } from "react";
import { chooseLanguage, useLanguage } from "@/i18n/language";
import { Mark } from "./mark";
import { usePublicTexts } from "./texts";
import "./login-page.css";

/** What stands around a form before anybody is signed in: who we are, and the other language. */
export function Entrance({ children }: { children: ReactNode }) {
  const t = usePublicTexts();
  const { language } = useLanguage();
  const other = language === "zh" ? "en" : "zh";
  return (
    <main className="login">
      <section className="login-brand" aria-hidden="true">
        <Mark />
        <p className="login-claim">{t("claim")}</p>
        <p className="login-detail">{t("claimDetail")}</p>
        <Bars />
      </section>
      <section className="login-side">
        <button
          type="button"
          lang={other}
          className="login-language"
          onClick={() => void chooseLanguage(other)}
        >
          {t("otherLanguage")}
        </button>
        {children}
      </section>
    </main>
  );
}

// A plan, as this product draws it: rows of machines, bars of operations.
const bars = [
  [0, 12, 96, 0],
  [0, 120, 60, 1],
  [0, 196, 120, 0],
  [1, 40, 72, 2],
  [1, 124, 132, 0],
  [1, 268, 56, 1],
  [2, 0, 60, 1],
  [2, 84, 84, 0],
  [2, 180, 40, 2],
  [2, 236, 100, 0],
  [3, 24, 140, 0],
  [3, 176, 72, 1],
  [3, 262, 66, 0],
  [4, 60, 48, 2],
  [4, 120, 92, 0],
  [4, 224, 84, 1],
] as const;

function Bars() {
  return (
    <svg viewBox="0 0 340 150" className="login-bars">
      {bars.map(([row, from, width, tone]) => (
        <rect
          key={`${row}-${from}`}
          className={`login-bar-${tone}`}
          x={from}
          y={row * 30 + 5}
          width={width}
          height={18}
          rx={2}
        />
      ))}
      <path className="login-now" d="M171 0v150" />
    </svg>
  );
}
