import { useLocation, useParams } from "react-router";
import { recordExtras } from "@/features/basedata/record-extras";
import { specialInputs } from "@/features/basedata/special-inputs";
import { ResourcePage } from "@/resource/resource-page";
import { entityAt } from "./resource-entity";

/** The generic screen of the entity that belongs to the path. */
export function Component() {
  const { id } = useParams<{ id: string }>();
  const home = useLocation().pathname.split("/").slice(0, 3).join("/");
  const entity = entityAt(home);
  return (
    <ResourcePage
      key={home}
      entity={entity}
      home={home}
      openId={id}
      inputs={specialInputs[entity]}
      record={recordExtras[entity]}
    />
  );
}
