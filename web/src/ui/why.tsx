import { lazy, Suspense, useState } from "react";
import { defineTexts } from "@/i18n/define-texts";
import { coming } from "./loading";
import "./plain-button.css";

const { useTexts: useWhyTexts } = defineTexts(
  "why",
  { why: "为什么？" },
  { why: "Why?" },
);

const Reason = lazy(async () => ({
  default: (await import("./reason")).Reason,
}));

/** Beside a refusal: what is missing, which roles would give it, and who can. Asked for only when somebody wants to know. */
export function Why({ permission }: { permission: string }) {
  const t = useWhyTexts();
  const [isWanted, setWanted] = useState(false);
  if (isWanted) {
    return (
      <Suspense fallback={coming}>
        <Reason permission={permission} />
      </Suspense>
    );
  }
  return (
    <button
      type="button"
      className="plain-link"
      onClick={() => setWanted(true)}
    >
      {t("why")}
    </button>
  );
}
