import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { UserPhoto } from "./user-photo";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const ben = {
  ...{ id: "u1", version: 3, createdAt: "", updatedAt: "" },
  ...{ userName: "ben", realName: "Ben" },
};
const url = "data:image/jpeg;base64,/9j/";
const may = ["system.user.modify"];
const photo = new File(["x"], "ben.png", { type: "image/png" });

test("USER-02: a photo takes the place of the one that is seen, and is removed", async () => {
  let now = { id: "p1", base64: url };
  const sent = fakeServer({
    "GET upms/user/u1/photo": () => ({ data: now }),
    "POST upms/user/u1/photo": () => {
      now = { id: "p2", base64: `${url}2` };
      return { data: now };
    },
    "POST upms/user/u1/photo/remove": () => {
      now = { id: "", base64: "" };
      return { data: {} };
    },
  });
  const { user } = await showPage(<UserPhoto user={ben} />, { may });
  expect(await screen.findByRole("img", { name: "Ben" })).toHaveAttribute(
    "src",
    url,
  );
  await user.upload(screen.getByLabelText("Change the photo"), photo);
  expect(await screen.findByText("Photo saved")).toBeVisible();
  await vi.waitFor(() =>
    expect(screen.getByRole("img", { name: "Ben" })).toHaveAttribute(
      "src",
      `${url}2`,
    ),
  );
  await user.click(screen.getByRole("button", { name: "Remove the photo" }));
  expect(await screen.findByLabelText("Add a photo")).toBeInTheDocument();
  const removal = sent.find(({ path }) => path.endsWith("/remove"));
  expect(removal?.body).toEqual({ basedOn: "p2" });
  await user.upload(screen.getByLabelText("Add a photo"), photo);
  await vi.waitFor(() =>
    expect(
      sent
        .filter(({ method, path }) => method === "POST" && /photo$/.test(path))
        .map(({ body }) => body.basedOn),
    ).toEqual(["p1", "none"]),
  );
});

test("without a photo nothing stands there for whoever may not give one", async () => {
  const sent = fakeServer({
    "GET upms/user/u1/photo": () => ({ data: { id: "", base64: "" } }),
  });
  await showPage(<UserPhoto user={ben} />);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByLabelText("Add a photo")).toBeNull();
});
