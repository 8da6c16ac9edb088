import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { looseServer } from "../../testing/fake-server";
import { EntryPage } from "./entry-page";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en", true, "A new company can register here.", "Register a company"],
  ["zh", true, "新企业可在此注册。", "注册企业"],
  ["en", false, "Sign in to plan and follow your production.", ""],
  ["zh", false, "登录后继续排程和生产。", ""],
] as const)(
  "the door leads to the registration where it is open: %s, %s",
  async (language, open, says, link) => {
    await switchLanguage(language);
    const sent = looseServer({
      "GET upms/setup": () => ({ data: { waiting: false } }),
      "GET upms/registration": () => ({ data: { open } }),
    });
    render(
      <MemoryRouter>
        <EntryPage />
      </MemoryRouter>,
    );
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain("upms/registration"),
    );
    expect(await screen.findByText(new RegExp(`${says}$`))).toBeVisible();
    if (link) {
      expect(screen.getByRole("link", { name: link })).toHaveAttribute(
        "href",
        "/register",
      );
    } else {
      expect(screen.getAllByRole("link")).toHaveLength(1);
    }
  },
);
