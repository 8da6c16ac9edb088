import { useNavigate, useParams } from "react-router";
import { ResourcePage } from "@/resource/resource-page";
import { PermissionButton } from "@/ui/permission-button";
import { OpenTenant } from "./open-tenant";
import { usePlatformTexts } from "./texts";

const home = "/settings/tenant";

/** The tenants of the platform: licences and modules as rows, and the way in for new ones. */
export function TenantPage() {
  const t = usePlatformTexts();
  const navigate = useNavigate();
  const { id } = useParams<{ id: string }>();
  return (
    <ResourcePage
      entity="tenant"
      home={home}
      openId={id}
      tools={
        <PermissionButton
          permission="platform.tenant.add"
          type="primary"
          onClick={() => void navigate(`${home}/open`)}
        >
          {t("open")}
        </PermissionButton>
      }
      aside={
        id === "open" && <OpenTenant onClose={() => void navigate(home)} />
      }
    />
  );
}
