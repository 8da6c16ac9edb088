import { currentLanguage, type Text } from "@/i18n/language";

/** What the server answered, or what is made of its silence. */
export interface Reply {
  status: number;
  code: number;
  /** In the language of the day, where the server has said it in both. */
  message: string;
  /** The message of a refusal in both languages. */
  texts?: Text;
  data: unknown;
  /** For how many seconds the server asks to be left alone. */
  retryAfter?: number;
}

/** The one kind of failure a call throws. */
export class ApiFailure extends Error {
  override name = "ApiFailure";

  constructor(
    readonly reply: Reply,
    /** Makes the same call once more, with more in its body. */
    readonly again?: (more: Record<string, unknown>) => Promise<unknown>,
  ) {
    super(reply.message);
  }
}

/** What a reply says in both languages; of a server of before in the one that it chose. */
export const textsOf = ({ texts, message }: Reply): Text =>
  texts ?? { zh: message, en: message };

/** The call was given up on purpose. */
export const givenUp: Reply = { status: 0, code: 0, message: "", data: null };

/** The server could not be reached. */
export const unreachable: Reply = {
  status: 600,
  code: 600,
  message: "Network Error",
  data: null,
};

/** The tenant has not opened the module: nothing was sent, nothing is shown. */
export const unopened = (module: string): Reply => ({
  status: 600,
  code: 0,
  message: module,
  data: null,
});

/** An export that has no rows. */
export const emptyFile: Reply = {
  status: 200,
  code: 204,
  message: "",
  data: null,
};

/** Work on several records is done but for those that the reply names. */
export const isPartlyDone = (failure: unknown) =>
  failure instanceof ApiFailure && failure.reply.code === 207;

/** The names of the records that work on several has left out, all of them or some. */
export function keptBack(failure: unknown): string[] {
  if (!(failure instanceof ApiFailure)) {
    return [];
  }
  const { code, data } = failure.reply;
  return (code === 207 || code === 20001) && Array.isArray(data)
    ? data.filter((name): name is string => typeof name === "string")
    : [];
}

export function isSuccess(reply: Reply) {
  return reply.status < 400 && (reply.code === 1 || reply.code === 200);
}

/** The envelope of a response, also when something else answered for the server. */
export async function readReply(response: Response): Promise<Reply> {
  let body: Partial<Reply> | null = null;
  try {
    body = (await response.json()) as Partial<Reply> | null;
  } catch {
    // A proxy's page, or a body cut short: the status has to speak.
  }
  const isEnvelope = typeof body?.code === "number";
  if (response.ok && body !== null && !isEnvelope) {
    // JSON of somebody who knows no envelope: the whole of it is the data.
    return { status: response.status, code: 1, message: "ok", data: body };
  }
  const code = response.ok ? 502 : response.status;
  const retryAfter = Number(response.headers.get("Retry-After"));
  const texts = body?.texts;
  const said = body?.message ?? "";
  return {
    status: response.status,
    code: isEnvelope ? body!.code! : code,
    get message() {
      return texts ? texts[currentLanguage()] : said;
    },
    data: body?.data ?? null,
    ...(texts && { texts }),
    ...(retryAfter > 0 && { retryAfter }),
  };
}
