import { IdQueryPage } from "@/palette/id-query-page";
import { recordPath } from "./record-path";

export function Component() {
  return <IdQueryPage pathOf={recordPath} />;
}
