import { useParams } from "react-router";
import { ResourcePage } from "@/resource/resource-page";
import { MouldPage } from "./mould-page";

/** A mould has a screen of its own; a new one begins beside the list. */
export function MouldRoute() {
  const { id } = useParams();
  return id === "new" || id === "import" ? (
    <ResourcePage entity="mould" home="/pm/mould" openId={id} />
  ) : (
    <MouldPage key={id} />
  );
}
