import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { LogoPage } from "./logo-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("UPLOAD-03: the page says how large a logo may be and how high it looks best", async () => {
  fakeServer({});
  await showPage(<LogoPage />);
  expect(
    await screen.findByText(
      "PNG, JPG or GIF, up to 500 KB and 2000 x 2000 pixels; best 72 pixels high on a transparent background",
    ),
  ).toBeVisible();
  await switchLanguage("zh");
  expect(
    await screen.findByText(
      "PNG、JPG 或 GIF，最大 500 KB、2000×2000 像素，建议高 72 像素、背景透明",
    ),
  ).toBeVisible();
});
