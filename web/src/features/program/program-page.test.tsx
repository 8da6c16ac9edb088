import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { typeAtOnce } from "../../../testing/type-at-once";
import { ProgramPage } from "./program-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

// ERR-16: the way to an upload must be seen, not guessed.
test("each operation of the list leads to where its program is uploaded", async () => {
  fakeServer({
    "GET mf/program": () => ({
      data: {
        rows: [
          {
            operationId: "op7",
            mouldNo: "M26-0001",
            partNo: "P01",
            opNo: 20,
            process: "CNC",
            group: "CNC-1",
            camStatus: 0,
            camUploadType: 1,
            files: [],
          },
        ],
        total: 1,
      },
    }),
  });
  await showPage(<ProgramPage />);
  expect(await screen.findByRole("link", { name: "M26-0001" })).toHaveAttribute(
    "href",
    "/mf/program/op7",
  );
});

// VALID-06, R15
test("programs are searched for what was typed, not for each letter", async () => {
  const sent = fakeServer({
    "GET mf/program": () => ({ data: { rows: [], total: 0 } }),
  });
  await showPage(<ProgramPage />);
  typeAtOnce(screen.getByRole("searchbox"), "M26");
  const searched = () =>
    sent
      .filter(({ path }) => path === "mf/program")
      .flatMap(({ query }) => query.get("q") || []);
  await waitFor(() => expect(searched()).not.toEqual([]));
  expect(searched()).toEqual(["M26"]);
});
