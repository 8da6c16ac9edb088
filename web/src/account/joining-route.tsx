import { useLocation } from "react-router";
import { EntryPage } from "./entry-page";
import { RegisteredPage } from "./registered-page";
import { RegisterPage } from "./register-page";
import { AgreementPage, NewPasswordPage } from "./settle-page";

const pages: Record<string, () => React.ReactNode> = {
  "/registersucceed": RegisteredPage,
  "/newpassword": NewPasswordPage,
  "/agreement": AgreementPage,
  "/entry": EntryPage,
};

/** The pages of joining in one chunk: whoever fills the form in comes to the next. */
export function Component() {
  const { pathname } = useLocation();
  const Page = pages[pathname.replace(/\/$/, "")] ?? RegisterPage;
  return <Page />;
}
