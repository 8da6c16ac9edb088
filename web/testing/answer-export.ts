import { onTestFinished, vi } from "vitest";

/** From now on every export answers with a file of one row; nothing is saved anywhere. */
export function answerExport() {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click");
  click.mockImplementation(() => {});
  onTestFinished(() => click.mockRestore());
  const answering = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url.includes("/export")
      ? Promise.resolve(
          new Response("a,b\nc,d", {
            headers: { "content-disposition": "attachment" },
          }),
        )
      : answering(url, init),
  );
}
