import { CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

export const meta = privateMeta(t("Message sent"));

/** Shown after a message was sent (STAT-4). */
export default function MessageSent() {
  return (
    <div className="page flex flex-col items-center gap-4 py-20 text-center">
      <CircleCheck aria-hidden className="size-14 text-leaf" strokeWidth={1.5} />
      <h1 className="heading text-4xl">{t("Message sent")}</h1>
      <p className="max-w-md text-ink-2">{t("Thanks, we got your message. We'll reply within 24 hours.")}</p>
      <Link to={paths.home} className={buttonLook({ size: "large" })}>
        {t("Return home")}
      </Link>
    </div>
  );
}
