import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Schema } from "@/api/contract";
import { useMenuName } from "@/session/menu-name";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { ArrangeSection } from "./arrange-section";
import { layoutQuery, sectionsQuery } from "./floor-queries";
import { useFloorTexts } from "./texts";
import "./floor-plan.css";

type Section = Schema<"BasedataLayoutSection">;

/** Where the machines of each section stand on the shop floor. */
export function FloorPlanPage() {
  const t = useFloorTexts();
  const ui = useUiTexts();
  const title = useMenuName("/ems/machine-layout") ?? t("title");
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useQuery(sectionsQuery);
  const sections = data?.rows ?? [];
  const chosen = sectionOf(sections, address.get("section"));
  if (!chosen) {
    return (
      <Page title={title}>
        <div className="floor-plan-empty soft">
          {error ? (
            <Failure of={error} onRetry={() => void refetch()} />
          ) : (
            (data && t("noSections")) || ui("loading")
          )}
        </div>
      </Page>
    );
  }
  return (
    <SectionPlan
      key={chosen}
      title={title}
      sectionId={chosen}
      choice={
        <Select
          className="floor-section"
          aria-label={t("section")}
          value={chosen}
          options={sections.map(({ id, ...names }) => ({
            value: id,
            label: t("sectionOption", {
              name: names.name,
              chineseName: names.chineseName,
              placed: names.placed,
              machines: names.machines,
            }),
          }))}
          onChange={(section: string) => setAddress({ section })}
        />
      }
    />
  );
}

/** The section of the address, else the first that has machines. One that the list lacks is asked for all the same: that says why. */
const sectionOf = (sections: Section[], wanted: string | null) =>
  wanted ||
  (sections.find(({ machines }) => machines > 0)?.id ?? sections[0]?.id);

interface SectionPlanProps {
  title: string;
  sectionId: string;
  choice: ReactNode;
}

function SectionPlan({ title, sectionId, choice }: SectionPlanProps) {
  const ui = useUiTexts();
  const { data, error, refetch } = useQuery(layoutQuery(sectionId));
  if (data) {
    return <ArrangeSection title={title} choice={choice} stored={data} />;
  }
  return (
    <Page title={title} tools={choice}>
      <div className="floor-plan-empty soft">
        {error ? (
          <Failure of={error} onRetry={() => void refetch()} />
        ) : (
          ui("loading")
        )}
      </div>
    </Page>
  );
}
