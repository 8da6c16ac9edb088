import { useLocation } from "react-router";
import { ForgotCodePage } from "./forgot-code-page";
import { ForgotDonePage } from "./forgot-done-page";
import { ForgotPage } from "./forgot-page";
import { ForgotResetPage } from "./forgot-reset-page";

const pages: Record<string, () => React.ReactNode> = {
  "/forgotactive": ForgotCodePage,
  "/forgotreset": ForgotResetPage,
  "/forgotsucceed": ForgotDonePage,
};

/** The four steps of a recovery in one chunk: whoever begins goes on. */
export function Component() {
  const { pathname } = useLocation();
  const Step = pages[pathname.replace(/\/$/, "")] ?? ForgotPage;
  return <Step />;
}
