import { session } from "./session";

/** Of a page of a list, as the person has chosen it. */
export const rowsPerPage = () => session.get().userData?.pageSize || 50;
