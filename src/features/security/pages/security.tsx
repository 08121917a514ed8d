import { privateMeta } from "#web/page-meta.ts";
import { ChangePassword } from "./change-password.tsx";
import { Devices } from "./devices.tsx";
import { TwoStep } from "./two-step.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { YourData } from "./your-data.tsx";

export const meta = privateMeta("Security");

/** What a person sees and does for the safety of their account. */
export default function Security() {
  return (
    <>
      <h1 className="heading mb-5 text-3xl">Security</h1>
      <div className="flex max-w-2xl flex-col gap-4">
        {/* What is as long as one's devices and doings stands below, so that nothing in view moves when it arrives. */}
        <ChangePassword />
        <TwoStep />
        <Devices />
        <RecentActivity />
        <YourData />
      </div>
    </>
  );
}
