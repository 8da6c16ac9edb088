import { defineTexts } from "@/i18n/define-texts";

/** What is said of a key that a file writes otherwise than its record does. */
export const { useTexts: useSpellingTexts } = defineTexts(
  "import-spelling",
  { typed: "文件中写作 {{key}}" },
  { typed: "In the file: {{key}}" },
);
