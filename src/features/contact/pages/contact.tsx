import { Link, type MetaArgs } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { OpeningHours } from "#web/opening-hours.tsx";
import { shopFacts } from "#web/meta/shop-facts.ts";
import { faceOf, pageMeta } from "#web/meta/page-meta.ts";
import { loginThen, paths } from "#web/paths.ts";
import { useUser } from "#features/account/pages/use-user.ts";
import { useSession } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { messages } from "../contract.ts";
import { ContactForm } from "./contact-form.tsx";

export function meta({ matches }: MetaArgs) {
  const face = faceOf(matches);
  return pageMeta(face, {
    title: t("Contact us"),
    description: t("Write to us. We reply within 24 hours."),
    path: paths.contact,
    facts: [shopFacts(face)],
  });
}

/** Contact Us (STAT-3): a form for signed-in people, login and sign-up links for others. */
export default function Contact() {
  const { status } = useSession();
  const user = useUser();
  const face = useFace();
  const { email, phone, address, openingHours } = face;
  return (
    <article className="page py-8 md:py-12">
      <div className="mx-auto max-w-2xl">
        <h1 className="heading text-4xl md:text-5xl">{t("Contact us")}</h1>
        <p className="mt-4 text-lg text-ink-2">
          {t("A question, an idea, something that went wrong? Write to us and we'll reply within 24 hours.")}
          {email && (
            <>
              {" "}
              {rich("You can also email {email}.", {
                email: (
                  <a href={`mailto:${email}`} className="font-semibold text-leaf underline underline-offset-4">
                    {email}
                  </a>
                ),
              })}
            </>
          )}
        </p>
        {(phone || address || openingHours) && (
          <div className="mt-6 flex flex-wrap gap-x-12 gap-y-4">
            {(phone || address) && (
              <address className="whitespace-pre-line wrap-anywhere not-italic">{[address, phone].filter(Boolean).join("\n")}</address>
            )}
            <OpeningHours face={face} />
          </div>
        )}
        <div className="mt-8">
          {status === "unknown" && <FormSkeleton />}
          {status === "signed-out" && <NeedsAccount />}
          {status === "signed-in" && <ContactForm user={user} />}
        </div>
      </div>
    </article>
  );
}

function NeedsAccount() {
  return (
    <div className="panel flex flex-col items-center gap-5 px-5 py-10 text-center md:px-7">
      <p className="text-lg">{messages.needsLogin}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={loginThen(paths.contact)} className={buttonLook()}>
          {t("Login")}
        </Link>
        <Link to={`${paths.register}?next=${encodeURIComponent(paths.contact)}`} className={buttonLook({ kind: "quiet" })}>
          {t("Sign up")}
        </Link>
      </div>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className="panel flex flex-col gap-6 p-5 md:p-7" aria-hidden>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
    </div>
  );
}
