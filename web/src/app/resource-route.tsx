import { useMatches, useParams } from "react-router";
import { specialInputs } from "@/features/basedata/special-inputs";
import { ResourcePage } from "@/resource/resource-page";
import { resourcePaths } from "./resource-paths";

/** The generic screen of the entity that belongs to the path. */
export function Component() {
  const { id } = useParams<{ id: string }>();
  const handle = useMatches().at(-1)?.handle as { resource: string };
  const home = handle.resource;
  return (
    <ResourcePage
      key={home}
      entity={resourcePaths[home]!}
      home={home}
      openId={id}
      inputs={specialInputs[resourcePaths[home]!]}
    />
  );
}
