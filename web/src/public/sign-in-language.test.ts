import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  chooseLanguage,
  currentLanguage,
  forgetAskedLanguage,
  noteAskedLanguage,
  switchLanguage,
  type Language,
} from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { accept } from "./sign-in";

beforeEach(() => forgetAskedLanguage());

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
  localStorage.clear();
  sessionStorage.clear();
});

const reply = (language?: string) => ({
  token: "t",
  longToken: "l",
  allowLoginFlag: 1,
  expireDate: null,
  expireRemainDays: null,
  maxOverdueDays: 15,
  tenantName: "Tai",
  loginDelaySeconds: 0,
  haspExpireSwitch: 1,
  userId: "u1",
  tenantId: "a",
  ...(language && { language }),
});

const server = () =>
  fakeServer({ "POST upms/user/changeLanguage": () => ({ data: {} }) });

test.each<[string, Language, string | undefined, Language]>([
  ["the account's wins over what the browser keeps", "zh", "en", "en"],
  ["and the other way round", "en", "zh", "zh"],
  ["an account that has chosen none takes the page's", "en", undefined, "en"],
  ["an unknown one changes nothing", "zh", "fr", "zh"],
])("I18N-07: %s", async (_, ofPage, ofAccount, then) => {
  const sent = server();
  await switchLanguage(ofPage);
  await accept(reply(ofAccount));
  expect(currentLanguage()).toBe(then);
  expect(sent).toEqual([]);
});

test.each<[Language, string | undefined]>([
  ["en", "zh"],
  ["zh", "en"],
  ["en", undefined],
])(
  "I18N-07: %s, just chosen by the person, stays and becomes the account's (%s)",
  async (chosen, ofAccount) => {
    const sent = server();
    await chooseLanguage(chosen);
    await accept(reply(ofAccount));
    expect(currentLanguage()).toBe(chosen);
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ["upms/user/changeLanguage", { language: chosen }],
    ]);
    // Once: the next sign-in in this tab takes the account's again.
    await accept(reply(chosen === "en" ? "zh" : "en"));
    expect(currentLanguage()).not.toBe(chosen);
  },
);

test("I18N-03: a language that the address asks for is for this visit alone", async () => {
  const sent = server();
  await switchLanguage("en");
  noteAskedLanguage("?lang=en");
  await accept(reply("zh"));
  expect(currentLanguage()).toBe("en");
  expect(sent).toEqual([]);
});
