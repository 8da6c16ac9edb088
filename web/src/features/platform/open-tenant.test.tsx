import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { loseSession } from "../../../testing/lose-session";
import { showPage } from "../../../testing/show-page";
import { OpenTenant } from "./open-tenant";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

// ERR-03
test("what was typed outlives the session", async () => {
  fakeServer({});
  const { user } = await showPage(<OpenTenant onClose={vi.fn()} />);
  await user.type(document.getElementById("name")!, "Precision Ltd");
  loseSession();
  const again = await showPage(<OpenTenant onClose={vi.fn()} />);
  expect(document.getElementById("name")).toHaveValue("Precision Ltd");
  await again.user.click(
    screen.getByRole("button", { name: "Drop these changes" }),
  );
  expect(document.getElementById("name")).toHaveValue("");
});
