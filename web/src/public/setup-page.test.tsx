import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentLanguage, switchLanguage } from "@/i18n/language";
import { looseServer, type Answer } from "../../testing/fake-server";
import { SetupPage } from "./setup-page";

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

function open(answer: () => Answer) {
  const sent = looseServer({ "POST upms/setup/link": answer });
  const router = createMemoryRouter(
    [{ path: "/setup", Component: SetupPage }],
    { initialEntries: ["/setup?code=c1"] },
  );
  render(<RouterProvider router={router} />);
  return sent;
}

test("a link that makes nothing any more closes the form, and says why in the language of the page", async () => {
  const why = { zh: "链接已失效", en: "The link is over" };
  open(() => ({ status: 403, code: 11015, message: why[currentLanguage()] }));
  expect(await screen.findByText(why.en)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  await switchLanguage("zh");
  expect(await screen.findByText(why.zh)).toBeVisible();
});

test("a server that does not answer closes no form", async () => {
  const sent = open(() => ({ status: 503, code: 503, message: "away" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ code: "c1" });
  expect(await screen.findByLabelText("Company name")).toBeVisible();
  expect(screen.queryByText("away")).toBeNull();
});
