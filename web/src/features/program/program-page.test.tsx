import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { userAt } from "../../../testing/places";
import { typeAtOnce } from "../../../testing/type-at-once";
import { ProgramPage } from "./program-page";
import { programsQuery } from "./program-queries";

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

test("the list has as many rows per page as the person has chosen, and goes on while there are more", async () => {
  const sent = fakeServer({
    "GET mf/program": () => ({ data: { rows: [], total: 0 } }),
  });
  await showPage(<ProgramPage />, {
    user: { ...userAt("t", "f"), pageSize: 20 },
  });
  await waitFor(() =>
    expect(
      sent
        .filter(({ path }) => path === "mf/program")
        .map(({ query }) => [query.get("page"), query.get("size")]),
    ).toEqual([["1", "20"]]),
  );
  const { getNextPageParam } = programsQuery("", false);
  const next = (total: number, pages: number) => {
    const last = { rows: [], total, page: 1, size: 20 };
    return getNextPageParam(
      last,
      Array.from({ length: pages }, () => last),
      pages,
      [],
    );
  };
  expect(next(20, 1)).toBeUndefined();
  expect(next(21, 1)).toBe(2);
  expect(next(501, 25)).toBe(26);
  expect(next(501, 26)).toBeUndefined();
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
