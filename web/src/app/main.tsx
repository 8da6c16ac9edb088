import "@/ui/tokens.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import {
  firstLanguage,
  noteAskedLanguage,
  switchLanguage,
} from "@/i18n/language";
import { startLook } from "@/ui/look";
import { routes } from "./routes";

startLook();
noteAskedLanguage(location.search);
await switchLanguage(firstLanguage(location.search));

void import("@/session/upkeep").then(({ keepSession }) => keepSession());

createRoot(document.getElementById("root")!).render(
  <RouterProvider router={createBrowserRouter(routes)} />,
);
