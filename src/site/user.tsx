import UserMenu from "#features/account/pages/user.tsx";
import { WaitingComplaints } from "./layout/waiting-complaints.tsx";

export { meta } from "#features/account/pages/user.tsx";

/** The account page of phones, with how many complaints wait for the staff. */
export default function UserPage() {
  return (
    <>
      <UserMenu />
      <WaitingComplaints />
    </>
  );
}
