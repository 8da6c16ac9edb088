/**
 * Sizes and caps that the specification names (CONST-05). Those of boxes stand
 * in tokens.css, where style sheets can read them; the server has its own copy
 * of those that it holds as well.
 */

/** The puzzle's picture, its fragment, and how far the slider runs, in pixels of the picture. */
export const puzzle = { width: 320, height: 160, fragment: 50, slideEnd: 280 };

/** From so many on, a badge says only that there are many. */
export const badgeCap = 100;

/** How near its end a licence is told, in days. */
export const expiryWindowDays = 30;

export const mostFavourites = 10;
export const longestFolderName = 20;

/** A press is a drag once it has moved so many pixels. */
export const dragDistance = 10;

/** A share in per cent. */
export const ratio = { cap: 100, decimals: 6 };
