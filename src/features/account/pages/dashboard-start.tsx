import { Navigate } from "react-router";
import { paths } from "#web/paths.ts";

/** `/dashboard` leads a shopper to the first page of the account (NAV-7). */
export default function DashboardStart() {
  return <Navigate to={paths.profile} replace />;
}
