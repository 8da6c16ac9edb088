// Both are about passwords and signing in; in one piece, for their addresses are known before anybody has signed in.
export { AccountPage } from "./account-page";
export { SecurityPage } from "@/features/security/security-page";
