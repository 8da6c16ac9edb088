import { redirect, redirectDocument } from "react-router";
import { departure } from "./departure";
import { exit, signOut } from "./sign-out";
import { stored } from "./stored";

/** The address /logout, typed or kept as a bookmark: ends the session and leads to the sign-in, like Exit. */
export async function loader() {
  departure.begin();
  const next = await signOut();
  exit();
  return stored.text("exitOwed") ? redirect("/login") : redirectDocument(next);
}
