/** A phone number as people write it, read as the server reads it: full width, with spaces, hyphens, brackets or +86. */
export const readPhone = (typed: string) =>
  typed
    .normalize("NFKC")
    .replace(/[\s()\-\u2010-\u2014\u2212]/g, "")
    .replace(/^(?:\+|00)86(?=1\d{10}$)/, "");

export const isPhone = (text: string) => /^\d{6,15}$/.test(text);

/** So many characters a number may be written with. */
export const longestPhone = 30;
