import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { NewUser } from "./new-user";
import { UserActions } from "./user-actions";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const ben = {
  ...{ id: "u1", version: 3, createdAt: "", updatedAt: "" },
  ...{ userName: "ben", realName: "Ben", phone: "13700000002" },
  ...{ joining: 2, enabled: true },
};
const may = ["system.user.modify", "system.user.reset"];

test("who is invited can be invited again, and the invitation withdrawn", async () => {
  const sent = fakeServer({ "POST upms/user/u1/invite": () => ({ data: {} }) });
  const { user } = await showPage(<UserActions user={ben} />, { may });
  expect(
    screen.getByRole("button", { name: "Withdraw invitation" }),
  ).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: "Send invitation again" }),
  );
  expect(
    await screen.findByText("The invitation was sent to “Ben”"),
  ).toBeVisible();
  expect(sent.map(({ path }) => path)).toContain("upms/user/u1/invite");
});

test("a reset asks, and shows the new password once", async () => {
  fakeServer({
    "POST upms/user/u1/reset": () => ({ data: { password: "abcde2345" } }),
  });
  const { user } = await showPage(
    <UserActions user={{ ...ben, joining: 1 }} />,
    { may },
  );
  expect(
    screen.queryByRole("button", { name: "Send invitation again" }),
  ).toBeNull();
  await user.click(screen.getByRole("button", { name: "Reset password" }));
  const question = await screen.findByRole("dialog");
  await user.click(
    within(question).getByRole("button", { name: "Reset password" }),
  );
  expect(await screen.findByText("abcde2345")).toBeVisible();
});

test("an administrator views the company as somebody who has joined, on a page loaded anew", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...location, assign });
  const sent = fakeServer({ "POST upms/user/u1/view": () => ({ data: {} }) });
  const { user } = await showPage(
    <UserActions user={{ ...ben, joining: 1 }} />,
    { may: ["system.user.viewAs"] },
  );
  await user.click(screen.getByRole("button", { name: "View as" }));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("View the company as “Ben”?");
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "View as" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/home"));
  expect(sent.map(({ path }) => path)).toEqual(["upms/user/u1/view"]);
});

test("nobody is viewed as who has not come in, is disabled, or is oneself", async () => {
  fakeServer({});
  await showPage(
    <>
      <UserActions user={ben} />
      <UserActions user={{ ...ben, joining: 1, enabled: false }} />
      <UserActions user={{ ...ben, joining: 1, userName: "chen" }} />
    </>,
    { may: ["system.user.viewAs"] },
  );
  expect(screen.queryByRole("button", { name: "View as" })).toBeNull();
});

test("what one may not do is grey and does nothing", async () => {
  const sent = fakeServer({});
  const { user } = await showPage(
    <UserActions user={{ ...ben, joining: 1 }} />,
  );
  const shown = screen.getAllByRole("button");
  expect(shown.map((button) => button.textContent)).toEqual([
    "View as",
    "Reset password",
    "Disable",
  ]);
  for (const button of shown) {
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
  }
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a new user's initial password is shown, or where the invitation went", async () => {
  await showPage(
    <>
      <NewUser added={{ row: ben, names: {}, password: "abcde2345" }} />
      <NewUser added={{ row: ben, names: {}, invitation: "sent" }} />
      <NewUser added={{ row: ben, names: {}, known: true }} />
    </>,
  );
  expect(screen.getByText("abcde2345")).toBeVisible();
  expect(screen.getByText(/sent to 13700000002 by SMS/)).toBeVisible();
  expect(screen.getByText(/has an account already/)).toBeVisible();
});
