import "virtual:antd.css";
import { Layout } from "@/shell/layout";
import { Providers } from "./providers";

/** Everything behind the login: one chunk that the login page does not load. */
export function Component() {
  return (
    <Providers>
      <Layout />
    </Providers>
  );
}
