import { lazy } from "react";
import type { RecordExtras } from "@/resource/record-panel";

/** What master data adds to an open record beside its form, by entity; loaded with the first look at it. */
export const recordExtras: Record<string, RecordExtras> = {
  group: {
    tabs: [
      {
        key: "members",
        title: { zh: "成员与设备", en: "Members and machines" },
        Content: lazy(async () => ({
          default: (await import("./group-members")).GroupMembers,
        })),
      },
      {
        key: "capacity",
        title: { zh: "每周产能", en: "Weekly capacity" },
        Content: lazy(async () => ({
          default: (await import("./group-capacity")).GroupCapacity,
        })),
      },
    ],
  },
};
