import { redirect, type LoaderFunctionArgs } from "react-router";
import { ApiFailure } from "@/api/reply";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";

/** Lets in who is signed in, with what they may see; sends others to the login. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const login = `/login?from=${encodeURIComponent(pathname + search)}`;
  if (!session.signedIn()) {
    session.clear();
    return redirect(login);
  }
  try {
    await loadModuleTree();
    return null;
  } catch (failure) {
    const code = failure instanceof ApiFailure ? failure.reply.code : 0;
    if (code === 401 || code === 11009 || code === 11050) {
      session.clear();
      return redirect(login);
    }
    throw failure;
  }
}
