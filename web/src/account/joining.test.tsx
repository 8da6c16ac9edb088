import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../testing/fake-server";
import { RegisteredPage } from "./registered-page";
import { RegisterPage } from "./register-page";
import { AgreementPage, NewPasswordPage } from "./settle-page";

vi.mock("@/session/encrypt", async (original) => ({
  ...(await original<object>()),
  encryptPassword: (password: string) => Promise.resolve(`sealed ${password}`),
}));

beforeEach(async () => {
  await switchLanguage("en");
  session.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const terms = {
  open: true,
  leastDays: 1,
  mostDays: 2,
  enterpriseRegistrationFlag: "1",
  agreement: { id: "a1", edition: "2026-12", text: "Words" },
};

function show(path: string, answers: Record<string, () => Answer> = {}) {
  const sent = looseServer({
    "GET upms/registration": () => ({ data: terms }),
    "GET getKeyAndIv": () => ({ data: { publicKey: "k" } }),
    ...answers,
  });
  const router = createMemoryRouter(
    [
      { path: "/register", Component: RegisterPage },
      { path: "/registersucceed", Component: RegisteredPage },
      { path: "/newpassword", Component: NewPasswordPage },
      { path: "/agreement", Component: AgreementPage },
      { path: "*", element: <h1>elsewhere</h1> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { sent, router, user: userEvent.setup() };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Company name"), "North Moulds");
  await user.type(screen.getByLabelText("Phone number"), "13811110001");
  await user.type(screen.getByLabelText("Code"), "123456");
  await user.type(screen.getByLabelText("Password"), "Anfang-7519");
  await user.click(screen.getByLabelText("I have read and accept the"));
}

// REG-02: each required field says so, and nothing is sent.
test("an empty form names every field and goes nowhere", async () => {
  const { sent, user } = show("/register");
  const send = await screen.findByRole("button", { name: "Register" });
  await waitFor(() => expect(send).toBeEnabled());
  await user.click(send);
  for (const words of [
    "Enter the company's name, up to 50 characters",
    "Enter a phone number of 6 to 15 digits",
    "Enter the code of 4 to 6 digits",
    "Please read and accept the agreement",
  ]) {
    expect(screen.getByText(words)).toBeVisible();
  }
  expect(screen.getByText(/^The password needs 6 to 20/)).toBeVisible();
  expect(screen.getByLabelText("Company name")).toHaveFocus();
  expect(sent.some(({ method }) => method === "POST")).toBe(false);
});

// REG-01, REG-04: the form leads to the page that says who audits, how long it takes and how one hears of it.
test("a filled form is sent, the password sealed, and what happens next is said", async () => {
  const { sent, router, user } = show("/register", {
    "POST upms/registration": () => ({
      data: { phoneNum: "138******01", leastDays: 1, mostDays: 2 },
    }),
  });
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Register" }));
  expect(
    await screen.findByText(/within 1 to 2 working days and tells 138\*+01/),
  ).toBeVisible();
  expect(router.state.location.pathname).toBe("/registersucceed");
  expect(sent.at(-1)!.body).toEqual({
    companyName: "North Moulds",
    realName: "",
    phoneNum: "13811110001",
    phoneCode: "123456",
    password: "sealed Anfang-7519",
    agreed: true,
    agreement: "a1",
  });
  // LOGIN-06: from here on the sign-in says which address it has.
  expect(localStorage.getItem("mw.enterpriseRegistration")).toBe("1");
});

// REG-05: the words of the server stand in the form, and what was typed stays.
test("a number that is approved already is refused in the form", async () => {
  const message =
    "The mobile phone number of the approved tenant cannot be registered again";
  const { user } = show("/register", {
    "POST upms/registration": () => ({ status: 409, code: 20000, message }),
  });
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Register" }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Company name")).toHaveValue("North Moulds");
});

test("a platform without an operator says whom to ask", async () => {
  show("/register", {
    "GET upms/registration": () => ({ data: { ...terms, open: false } }),
  });
  expect(
    await screen.findByText(/takes no registrations. Ask its operator/),
  ).toBeVisible();
  expect(screen.queryByLabelText("Company name")).toBeNull();
});

// ERR-06: what 307 and 11020 lead to is settled, and leads back to where the person was.
test("a password of one's own, and back", async () => {
  session.set({ token: "t" });
  session.moveAway("/pm/mould?q=M1");
  const { sent, router, user } = show("/newpassword", {
    "GET upms/user/profile": () => ({ data: { minPassword: 8 } }),
    "POST upms/user/password": () => ({}),
  });
  await user.type(screen.getByLabelText("Current password"), "given-1234");
  await user.type(screen.getByLabelText("New password"), "Own-7519-a");
  await user.type(
    screen.getByLabelText("Repeat the new password"),
    "Own-7519-a",
  );
  await user.click(screen.getByRole("button", { name: "Set password" }));
  await screen.findByText("elsewhere");
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe("/pm/mould?q=M1");
  expect(sent.at(-1)!.body).toMatchObject({ password: "sealed Own-7519-a" });
  expect(session.signedIn()).toBe(true);
});

test("a new agreement, and back", async () => {
  session.set({ token: "t" });
  session.moveAway("/aps/task");
  const { sent, router, user } = show("/agreement", {
    "GET upms/agreement": () => ({ data: terms.agreement }),
    "POST upms/agreement/accept": () => ({}),
  });
  expect(await screen.findByText(/Words/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Accept and go on" }));
  await screen.findByText("elsewhere");
  expect(router.state.location.pathname).toBe("/aps/task");
  expect(sent.at(-1)!.body).toEqual({ id: "a1" });
});
