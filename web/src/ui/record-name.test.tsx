import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { RecordName } from "./record-name";

afterEach(() => switchLanguage("zh"));

test.each([
  ["en", "线切割", true],
  ["en", "CNC粗铣", true],
  ["en", "Wire EDM", false],
  ["en", "CNC-01", false],
  ["zh", "线切割", false],
  ["zh", "Wire EDM", false],
] as const)(
  "on a screen in %s %s is marked: %s",
  async (language, name, is) => {
    await switchLanguage(language);
    render(<RecordName>{name}</RecordName>);
    expect(screen.getByText(name)).toBeDefined();
    const mark = screen.queryByRole("img", { name: "No English name yet" });
    expect(mark !== null).toBe(is);
    if (is) {
      expect(screen.getByText(name).lang).toBe("zh");
      expect(mark!.title).toBe("No English name yet");
      // To be read where there is too little room for it.
      expect(screen.getByText(name).title).toBe(name);
    }
  },
);
