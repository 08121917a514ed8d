import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { useUser, useUserReload } from "./use-user.ts";
import { AvatarPanel } from "./avatar-panel.tsx";
import { ProfileForm } from "./profile-form.tsx";

export const meta = privateMeta(t("Profile"));

/** Name, email, mobile and picture (ACC-7). */
export default function Profile() {
  const user = useUser();
  const reload = useUserReload();
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Profile")}</h1>
      {reload ? (
        <Reload again={reload} />
      ) : user ? (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <AvatarPanel user={user} />
          <ProfileForm key={user._id} user={user} />
        </div>
      ) : (
        <div
          aria-busy="true"
          aria-label={t("Loading your profile")}
          className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
        >
          <Skeleton className="h-36 rounded-panel" />
          <Skeleton className="h-104 rounded-panel" />
        </div>
      )}
    </>
  );
}
