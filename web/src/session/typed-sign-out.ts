import { redirectDocument } from "react-router";
import { departure } from "./departure";
import { session } from "./session";
import { signOut } from "./sign-out";

/** The address /logout, typed or kept as a bookmark: ends the session and leads to the sign-in, like Exit. */
export async function loader() {
  departure.begin();
  const next = await signOut();
  session.exit();
  return redirectDocument(next);
}
