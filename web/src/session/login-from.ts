import { session } from "./session";

/** The login page for who has lost the session, which leads back to where they were; nothing leads back after an exit in any tab. */
export const loginFrom = (here: string) =>
  session.hasExited() ? "/login" : `/login?from=${encodeURIComponent(here)}`;
