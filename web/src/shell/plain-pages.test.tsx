import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { RefusedPage } from "./plain-pages";

test.each([
  ["zh", "您没有权限查看此页，请联系公司管理员"],
  [
    "en",
    "You have no right to view this page. Please contact your company administrator",
  ],
] as const)(
  "PERM-06: a page without permission says so, whom to ask and for what (%s)",
  async (language, says) => {
    await switchLanguage(language);
    render(
      <MemoryRouter>
        <RefusedPage permission="aps.schedule.check" />
      </MemoryRouter>,
    );
    expect(screen.getByRole("main")).toHaveTextContent(says);
    expect(screen.getByText("aps.schedule.check")).toBeVisible();
  },
);
