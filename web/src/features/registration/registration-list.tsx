import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { call } from "@/api/call";
import { ResourcePage } from "@/resource/resource-page";
import { useCan } from "@/session/session";
import { AuditPanel } from "./audit-panel";

const home = "/settings/registration";
const waiting = 1;

/** The registrations of the platform; one that waits opens with its audit. */
export function RegistrationList() {
  const navigate = useNavigate();
  const { id } = useParams<{ id: string }>();
  const mayAudit = useCan("platform.registration.audit");
  const opened = useQuery({
    queryKey: ["row", "registration", id, "audit"],
    queryFn: () =>
      call("GET", "platform/registration/{id}", { query: { id: id ?? "" } }),
    enabled: mayAudit && id !== undefined,
  });
  const application = opened.data?.row;
  return (
    <ResourcePage
      entity="registration"
      home={home}
      openId={id}
      aside={
        id === application?.id &&
        application?.state === waiting && (
          <AuditPanel
            key={`${application.id} ${application.version}`}
            application={application}
            onClose={() => void navigate(home)}
          />
        )
      }
    />
  );
}
