import { Button } from "antd";
import { useNavigate, useParams } from "react-router";
import { ResourcePage } from "@/resource/resource-page";
import { useCan } from "@/session/session";
import { OpenTenant } from "./open-tenant";
import { usePlatformTexts } from "./texts";

const home = "/settings/tenant";

/** The tenants of the platform: licences and modules as rows, and the way in for new ones. */
export function TenantPage() {
  const t = usePlatformTexts();
  const navigate = useNavigate();
  const { id } = useParams<{ id: string }>();
  const mayOpen = useCan("platform.tenant.add");
  return (
    <ResourcePage
      entity="tenant"
      home={home}
      openId={id}
      tools={
        mayOpen && (
          <Button type="primary" onClick={() => void navigate(`${home}/open`)}>
            {t("open")}
          </Button>
        )
      }
      aside={
        id === "open" && <OpenTenant onClose={() => void navigate(home)} />
      }
    />
  );
}
