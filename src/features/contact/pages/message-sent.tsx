import { CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";

export const meta = privateMeta("Message sent");

/** What follows a message (STAT-4). */
export default function MessageSent() {
  return (
    <div className="page flex flex-col items-center gap-4 py-20 text-center">
      <CircleCheck aria-hidden className="size-14 text-leaf" strokeWidth={1.5} />
      <h1 className="heading text-4xl">Thank you for your message</h1>
      <p className="max-w-md text-ink-2">It has reached us. A person answers within 24 hours, to the address you gave.</p>
      <Link to={paths.home} className={buttonLook({ size: "large" })}>
        Return home
      </Link>
    </div>
  );
}
