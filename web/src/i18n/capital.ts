/** A text with the capital that English begins with where it stands alone; Chinese has none. */
export const capital = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1);
