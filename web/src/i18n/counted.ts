/** A number as people read it: both languages group thousands alike. */
export const counted = (value: number) => value.toLocaleString("en-US");

/** Parameters of texts that name a place or a thing: version 2030, row 2030. All others are figures. */
export const names = new Set(
  "edition newer nth number opNo page parent place row year".split(" "),
);

/** What a text shows of a parameter. In one place, so that no text can leave a figure ungrouped, or group it twice. */
export const asShown = (value: unknown, name: unknown) =>
  typeof value === "number" && !names.has(String(name))
    ? counted(value)
    : value;
