import { MouldsPage } from "./moulds-page";
import { OrdersPage } from "./orders-page";
import "@/ui/sheet.css";
import "./partner.css";

/** The home of somebody of a supplier or a customer: what concerns them, and nothing else of the company. */
export function PartnerPage({ guest }: { guest: "supplier" | "customer" }) {
  return guest === "supplier" ? <OrdersPage /> : <MouldsPage />;
}
