// The pages about the company, in one piece: each is small, and its address is known before anybody has signed in.
export { CompanyPage } from "./company-page";
export { LogoPage } from "./logo-page";
export { ModulePage } from "./module-page";
export { WizardPage } from "./wizard-page";
