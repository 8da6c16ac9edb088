import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { PushLine } from "../../../testing/push-line";
import { showPage } from "../../../testing/show-page";
import type { LayerView } from "./setting";
import { SettingsPage } from "./settings-page";

const words = (en: string) => ({ zh: en, en });

function view(change: Partial<LayerView>): LayerView {
  return {
    layer: "global",
    version: 1,
    values: { limit: 5 },
    inherited: {},
    presets: [],
    settings: [
      {
        key: "limit",
        label: words("Limit"),
        help: words(""),
        unit: words("min"),
        required: false,
        options: [],
        low: 0,
        high: 99,
        whole: true,
        emptyWord: words("none"),
      },
    ],
    ...change,
  };
}

async function show() {
  let version = 1;
  const sent = fakeServer({
    "POST aps/schedule/param/setting/options.do": ({ body }) => ({
      data: view({ version, layer: body.layer as LayerView["layer"] }),
    }),
    "POST aps/schedule/param/setting/save.do": () => ({
      status: 409,
      code: 20009,
      data: { current: {}, changedBy: "Li", changedAt: "" },
    }),
  });
  const shown = await showPage(<SettingsPage />, {
    may: ["aps.setting.modify"],
  });
  const box = await screen.findByRole("spinbutton", { name: /Limit/ });
  await shown.user.clear(box);
  await shown.user.type(box, "7");
  return { ...shown, box, sent, colleagueSaves: () => (version = 2) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("another layer is not opened over what was typed without a question", async () => {
  const { user, box } = await show();
  const other = screen.getAllByRole("tab")[1]!;
  await user.click(other);
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(box).toBeInTheDocument();
  expect(box).toHaveValue("7");
  await user.click(other);
  // The first question may still be leaving.
  await user.click(
    (await screen.findAllByRole("button", { name: "Discard" })).at(-1)!,
  );
  await waitFor(() => expect(other).toHaveAttribute("aria-selected", "true"));
});

test("what is typed survives a line that comes back, and a save says who was faster", async () => {
  const { user, box, sent, colleagueSaves } = await show();
  colleagueSaves();
  PushLine.comeBack();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(box).toHaveValue("7");
  expect(sent.at(-1)!.body).toMatchObject({ version: 1, values: { limit: 7 } });
  expect(sent.filter(({ path }) => path.endsWith("options.do"))).toHaveLength(
    1,
  );
});
