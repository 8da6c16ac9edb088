const most = 2 * 1024 * 1024;

/** What is wrong with a chosen picture, before it is sent; the server checks again. */
export function pictureFault({ type, size }: Pick<File, "type" | "size">) {
  if (type !== "image/png" && type !== "image/jpeg") {
    return "format";
  }
  return size > most ? "size" : null;
}
