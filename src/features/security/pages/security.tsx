import { privateMeta } from "#web/page-meta.ts";
import { ChangePassword } from "./change-password.tsx";
import { Devices } from "./devices.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { YourData } from "./your-data.tsx";

export const meta = privateMeta("Security");

/** What a person sees and does for the safety of their account. */
export default function Security() {
  return (
    <>
      <h1 className="heading mb-5 text-3xl">Security</h1>
      <div className="flex max-w-2xl flex-col gap-4">
        <Devices />
        <ChangePassword />
        <RecentActivity />
        <YourData />
      </div>
    </>
  );
}
