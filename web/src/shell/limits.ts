/** Sizes and caps of the shell (CONST-05). The server holds those of favourites, too. */
export const mostFavourites = 10;
export const longestFolderName = 20;
/** A press is a drag once it has moved so many pixels. */
export const dragDistance = 10;
