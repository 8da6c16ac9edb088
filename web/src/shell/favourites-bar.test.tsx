import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { fakeServer } from "../../testing/fake-server";
import { FavouritesBar } from "./favourites-bar";

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

const menu = (userMenuId: string, menuName: string, folderId = "") => ({
  userMenuId,
  menuName,
  folderId,
  menuKey: `aps.${userMenuId}`,
  menuUrl: `/aps/${userMenuId}`,
  moduleKey: "aps",
  treeKey: "aps",
  iconName: "aps",
  sortOrder: 0,
  newWindowFlag: 0,
  externalUrlFlag: 0,
});

function bar() {
  let list = [menu("1", "Schedules"), menu("2", "Moulds", "f1")];
  let folders = [
    { folderId: "f1", folderName: "Weekly", newestFolder: 0 },
    { folderId: "f2", folderName: "Daily", newestFolder: 1 },
  ];
  const sent = fakeServer({
    "POST upms/userMenu/getUserMenuList": () => ({ data: list }),
    "POST upms/userMenu/getFolderList": () => ({ data: folders }),
    "POST upms/userMenu/editUserMenus": () => {
      folders = [{ folderId: "f3", folderName: "Morning", newestFolder: 1 }];
      list = [menu("2", "Moulds"), menu("1", "Schedules")];
      return { data: list };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <FavouritesBar onOpen={() => undefined} />
      </App>
    </QueryClientProvider>,
  );
  return sent;
}

test("FAV-03: the newest folder stands open, another opens in its place", async () => {
  bar();
  const daily = await screen.findByRole("button", { name: /Daily/ });
  expect(daily).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText(/Nothing in it yet/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Moulds" })).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: /Weekly/ }));
  const inside = screen.getByRole("list", { name: "Weekly" });
  expect(within(inside).getByRole("link", { name: "Moulds" })).toBeVisible();
  expect(daily).toHaveAttribute("aria-expanded", "false");
});

test("FAV-03, FAV-05: folders are made, named and removed in the settings mode, then saved at once", async () => {
  const sent = bar();
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole("button", { name: "Collection settings" }),
  );
  await user.click(
    await screen.findByRole("button", { name: "Delete folder Weekly" }),
  );
  await user.click(screen.getByRole("button", { name: "New folder" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  // A name is missing: nothing is sent, and the person is led to it.
  const unnamed = screen.getAllByLabelText("Folder name")[1]!;
  expect(screen.getByRole("alert")).toHaveTextContent("A folder needs a name");
  expect(unnamed).toHaveFocus();
  await user.type(unnamed, "Morning");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("button", { name: /Morning/ })).toBeVisible();
  const saved = sent.filter((one) => one.path.endsWith("editUserMenus"));
  expect(saved.map((one) => one.body)).toEqual([
    {
      userMenus: [
        { userMenuId: "1", sortOrder: 0, folderId: "" },
        { userMenuId: "2", sortOrder: 1, folderId: "" },
      ],
      deleteUserMenuIds: "",
      folders: [
        { folderId: "f2", folderName: "Daily" },
        { folderId: "new-1", folderName: "Morning" },
      ],
    },
  ]);
});
