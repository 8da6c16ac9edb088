import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadBackMs } from "@/api/times";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../testing/fake-server";
import { UploadPage } from "./upload-page";

const operation = {
  operationId: "7",
  mouldNo: "M1",
  partNo: "P1",
  opNo: 10,
  process: "CNC",
  group: "CNC-1",
  camStatus: 0,
  camUploadType: 1,
  files: [],
};

beforeEach(async () => {
  await switchLanguage("en");
  session.set({
    permitted: { "mf.program.add": true, "file.program.see": true },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set({ permitted: {} });
});

function open(uploaded: Answer, isOpen = true) {
  const sent = looseServer({
    "GET mf/program/7": () => ({ data: operation }),
    "GET mf/machine-transfer": () => ({
      data: { open: isOpen, since: isOpen ? null : "2026-03-20T00:00:00Z" },
    }),
    "POST mf/program/7/upload": () => uploaded,
  });
  render(
    <QueryClientProvider
      client={
        new QueryClient({ defaultOptions: { queries: { retry: false } } })
      }
    >
      <App>
        <MemoryRouter initialEntries={["/mf/program/7"]}>
          <Routes>
            <Route path="/mf/program/:id" element={<UploadPage />} />
            <Route
              path="/mf/program"
              element={
                <p>
                  the list <Link to="/home">Home</Link>
                </p>
              }
            />
            <Route path="/home" element={<p>the home page</p>} />
          </Routes>
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return sent;
}

async function send(name: string) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.upload(
    await screen.findByLabelText(/Choose programs/),
    new File(["O1\nM30"], name),
  );
  await user.click(screen.getByRole("button", { name: "Upload" }));
}

test("ERR-16, CONST-04: an upload says that it is done and leads back to the list after a second", async () => {
  expect(uploadBackMs).toBe(1000);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = open({ data: operation });
  await send("O1001.nc");
  expect(await screen.findByText(/^Uploaded/)).toBeInTheDocument();
  expect(sent.filter(({ path }) => path.endsWith("upload"))).toHaveLength(1);
  expect(screen.queryByText("the list")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(uploadBackMs));
  expect(screen.getByText("the list")).toBeInTheDocument();
});

test("CONST-04: who goes on within that second is not brought back", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open({ data: operation });
  await send("O1001.nc");
  expect(await screen.findByText(/^Uploaded/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("link", { name: "Back to the list" }));
  fireEvent.click(screen.getByRole("link", { name: "Home" }));
  await act(() => vi.advanceTimersByTimeAsync(2 * uploadBackMs));
  expect(screen.getByText("the home page")).toBeVisible();
});

test("ERR-17: a refused upload stays where it is, with its files", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open({
    status: 409,
    code: 20000,
    message: "A program is faulty",
    data: { title: "What was found", items: ["O1001.nc: cut short"] },
  });
  await send("O1001.nc");
  await act(() => vi.advanceTimersByTimeAsync(2 * uploadBackMs));
  expect(screen.queryByText("the list")).toBeNull();
  expect(screen.getByText("O1001.nc")).toBeVisible();
  expect(screen.getByRole("button", { name: /Upload$/ })).toBeEnabled();
});

test("ERR-18: while the machine-transfer service is closed there is an error in the place of the upload", async () => {
  open({ data: operation }, false);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The machine-transfer service is closed, so nothing can be uploaded.",
  );
  expect(screen.queryByRole("button", { name: "Upload" })).toBeNull();
});
