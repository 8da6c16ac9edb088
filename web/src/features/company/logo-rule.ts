const most = 500 * 1024;
const formats = ["image/png", "image/jpeg", "image/gif"];

/** What is wrong with a chosen logo, before it is sent; the server checks again. */
export function logoFault({ type, size }: Pick<File, "type" | "size">) {
  if (!formats.includes(type)) {
    return "format";
  }
  return size > most ? "tooBig" : null;
}
