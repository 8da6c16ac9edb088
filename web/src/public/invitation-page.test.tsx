import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { looseServer, type Answer } from "../../testing/fake-server";
import { InvitationPage } from "./invitation-page";

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

function open(answer: () => Answer) {
  const sent = looseServer({ "POST upms/invitation": answer });
  const router = createMemoryRouter(
    [{ path: "/invitation", Component: InvitationPage }],
    { initialEntries: ["/invitation?code=c1"] },
  );
  render(<RouterProvider router={router} />);
  return sent;
}

test("the page says who invites whom", async () => {
  const sent = open(() => ({
    data: { tenantName: "North", realName: "Ben", phoneNum: "137****0002" },
  }));
  expect(
    await screen.findByText(/North invites Ben \(137\*\*\*\*0002\)/),
  ).toBeVisible();
  expect(sent[0]!.body).toEqual({ code: "c1" });
  expect(
    screen.getByRole("button", { name: "Set password and sign in" }),
  ).toBeEnabled();
});

test("a link that is over closes the form", async () => {
  open(() => ({ status: 403, code: 11015, message: "The link is over" }));
  expect(await screen.findByText("The link is over")).toBeVisible();
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(screen.getByRole("link", { name: "Sign in" })).toBeVisible();
});
