import type { RouteObject } from "react-router";

type Pages = typeof import("./pages");

const page = (path: string, name: keyof Pages): RouteObject => ({
  path: `/settings/${path}`,
  lazy: async () => ({ Component: (await import("./pages"))[name] }),
});

/** The pages about the company itself, relative to the shell. */
export const companyRoutes = [
  page("company-info/:id?", "CompanyPage"),
  page("module/:id?", "ModulePage"),
  page("wizard", "WizardPage"),
  page("logo", "LogoPage"),
];
