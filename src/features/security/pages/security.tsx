import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { ChangePassword } from "./change-password.tsx";
import { Devices } from "./devices.tsx";
import { TwoStep } from "./two-step.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { YourData } from "./your-data.tsx";

export const meta = privateMeta(t("Security"));

/** What people see and do about the security of their account. */
export default function Security() {
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Security")}</h1>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {/* In one column, the lists of unknown length come below, so that nothing in view moves when they load. */}
        <div className="grid gap-4">
          <ChangePassword />
          <TwoStep />
        </div>
        <div className="grid gap-4">
          <Devices />
          <RecentActivity />
          <YourData />
        </div>
      </div>
    </>
  );
}
