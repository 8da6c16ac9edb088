/** What an embedded page may ask of us. */
export type Request =
  | { type: "mw.navigate"; path: string }
  | { type: "mw.ready" };

/**
 * Reads a message of the embedded page, and of nobody else: from its window,
 * under its origin, of a known form. Undefined: not for us.
 */
export function requestOf(
  event: Pick<MessageEvent, "source" | "origin" | "data">,
  frame: { contentWindow: unknown } | null,
  origin: string,
): Request | undefined {
  if (
    !frame?.contentWindow ||
    event.source !== frame.contentWindow ||
    event.origin !== origin
  ) {
    return undefined;
  }
  const said = event.data as { type?: unknown; path?: unknown } | null;
  if (said?.type === "mw.ready") {
    return { type: "mw.ready" };
  }
  const isOwnPath =
    typeof said?.path === "string" && /^\/(?![/\\])[^\\\s]*$/.test(said.path);
  return said?.type === "mw.navigate" && isOwnPath
    ? { type: "mw.navigate", path: said.path as string }
    : undefined;
}

export interface Context {
  language: string;
  look: string;
}

/** Tells the embedded page how we look: to its exact origin, and never a token. */
export function tellContext(
  frame: {
    contentWindow: { postMessage(data: unknown, to: string): void } | null;
  },
  origin: string,
  { language, look }: Context,
) {
  frame.contentWindow?.postMessage(
    { type: "mw.context", language, look },
    origin,
  );
}
