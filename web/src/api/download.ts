import { send, type CallOptions, type Method } from "./call";
import { ApiFailure, emptyFile, readReply } from "./reply";

/** Fetches a file and hands it to the browser under the name the server gave. */
export async function download(
  path: string,
  options: CallOptions = {},
  method: Method = "GET",
) {
  const response = await send(method, path, options);
  const isFile = response.headers.has("content-disposition");
  if (!response.ok || !isFile) {
    throw new ApiFailure(await readReply(response));
  }
  const blob = await response.blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(response.headers.get("content-disposition") ?? "");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  // The headings are of use, as a template is; that there is no more is said.
  if (response.headers.has("x-empty-export")) {
    throw new ApiFailure(emptyFile);
  }
}

/** Fetches a file to show it here. */
export async function fetchFile(path: string, signal?: AbortSignal) {
  const response = await send("GET", path, signal ? { signal } : {});
  if (!response.ok) {
    throw new ApiFailure(await readReply(response));
  }
  return response.blob();
}

/** RFC 6266: the encoded name wins over the plain one. */
export function fileName(disposition: string) {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? "download");
  } catch {
    return plain ?? "download";
  }
}
