import { call } from "@/api/call";
import { isAway } from "@/api/connection";
import { stored } from "./stored";

/** Tells the server of an exit that it has not heard of, if there is one; throws as long as it cannot be told. */
export async function tellExit() {
  if (!stored.text("exitOwed")) {
    return;
  }
  try {
    await call("POST", "logout");
  } catch (failure) {
    if (isAway(failure)) {
      throw failure;
    }
  }
  stored.forget("exitOwed");
}
