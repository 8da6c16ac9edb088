import { act, render, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session, type UserData } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { Providers } from "./providers";

interface Frame {
  type: string;
  data: { auth?: { tenantId: string } };
}

/** The server's end of the push line, which greets at once. */
class Line {
  static all: Line[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Frame[] = [];
  isClosed = false;
  constructor() {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close() {
    this.isClosed = true;
  }
  greet() {
    this.onmessage?.({ data: JSON.stringify({ type: "handshake", data: {} }) });
  }
}

const at = (tenantId: string, factoryId: string) => {
  const userData = { userId: "u1", tenantId, factoryId } as UserData;
  session.set({ token: "t", tenantId, userData });
};

beforeEach(() => {
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  fakeServer({});
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

// PUSH-03, TENANT-14: the line is bound for a place; whoever goes elsewhere binds a new one, without a reload.
test("after a switch the push line binds anew", async () => {
  at("north", "n1");
  const router = createMemoryRouter([
    { path: "/", element: <Providers>page</Providers> },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  const [first] = Line.all;
  act(() => first!.greet());
  expect(first!.sent.at(-1)!.data.auth!.tenantId).toBe("north");

  act(() => session.forgetPlace());
  act(() => at("south", "s1"));
  await waitFor(() => expect(Line.all).toHaveLength(2));
  expect(first!.isClosed).toBe(true);
  act(() => Line.all[1]!.greet());
  expect(Line.all[1]!.sent.at(-1)!.data.auth!.tenantId).toBe("south");

  // Another factory of the same company is another place too; the same place is not.
  act(() => at("south", "s2"));
  await waitFor(() => expect(Line.all).toHaveLength(3));
  act(() => at("south", "s2"));
  expect(Line.all).toHaveLength(3);
});
