import { useEffect, useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle, MailWarning, type LucideIcon } from "lucide-react";
import { Link, useNavigate, useSearchParams, type MetaDescriptor } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { call, CallError, messageOf } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { loginThen, paths } from "#web/paths.ts";
import { useSession } from "#web/session/session.ts";
import { readUserAgain, useUser } from "../use-user.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import { verifyEmail } from "../../contract.ts";
import { ResendButton } from "./resend-button.tsx";

/** The URL contains a token, which must not leak to other sites. */
export const meta = (page: Parameters<ReturnType<typeof privateMeta>>[0]): MetaDescriptor[] => [
  ...privateMeta(t("Confirm your email address"))(page),
  { name: "referrer", content: "no-referrer" },
];

/** The page that verification emails link to. A separate call confirms the address, so that link scanners, which only fetch the page, confirm nothing. */
export default function VerifyEmail() {
  const inBrowser = useInBrowser();
  const [parameters] = useSearchParams();
  const [token] = useState(() => parameters.get("token"));
  if (!inBrowser) return <Checking />;
  return token ? <Confirm token={token} /> : <NotValid />;
}

function Confirm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { status } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ["verify-email", token],
    queryFn: async () => (await call(verifyEmail, { token })).message,
    // Only once, not again when the person returns to the page.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Removes the token from the address bar and the history.
  useEffect(() => void navigate(paths.verifyEmail, { replace: true }), [navigate]);
  useEffect(() => {
    if (data) void readUserAgain();
  }, [data]);

  if (data) {
    return (
      <Told icon={CircleCheck} tone="text-leaf" title={t("Confirmed")} words={data}>
        <Link to={status === "signed-in" ? paths.profile : paths.login} className={buttonLook({ size: "large" })}>
          {status === "signed-in" ? t("Your profile") : t("Login")}
        </Link>
        <Link to={paths.home} className={buttonLook({ kind: "quiet", size: "large" })}>
          {t("Continue shopping")}
        </Link>
      </Told>
    );
  }
  if (error instanceof CallError && error.status === 400) return <NotValid />;
  if (error instanceof CallError && error.status === 403)
    return (
      <Told icon={MailWarning} tone="text-tomato" title={t("We couldn't confirm your address")} words={error.message}>
        <Link to={paths.login} className={buttonLook({ size: "large" })}>
          {t("Login")}
        </Link>
      </Told>
    );
  if (error) return <TryAgain title={t("We couldn't confirm your address")} message={messageOf(error)} again={() => void refetch()} />;
  return <Checking />;
}

function NotValid() {
  const { status } = useSession();
  const user = useUser();
  if (user?.verify_email && !user.new_email) {
    return (
      <Told
        icon={CircleCheck}
        tone="text-leaf"
        title={t("Already confirmed")}
        words={t("{email} is confirmed. There's nothing left to do.", { email: user.email })}
      >
        <Link to={paths.profile} className={buttonLook({ size: "large" })}>
          {t("Your profile")}
        </Link>
      </Told>
    );
  }
  return (
    <Told
      icon={MailWarning}
      tone="text-tomato"
      title={t("This link no longer works")}
      words={status === "signed-in" ? t("We can send you a new one. It works for 7 days.") : t("Log in and we'll send you a new one.")}
    >
      {status === "signed-in" ? (
        <ResendButton size="large" />
      ) : (
        <Link to={loginThen(paths.verifyEmail)} className={buttonLook({ size: "large" })}>
          {t("Login")}
        </Link>
      )}
    </Told>
  );
}

function Checking() {
  return (
    <Told icon={LoaderCircle} tone="animate-spin text-leaf" title={t("One moment")} words={t("We're confirming your email address.")}>
      <noscript>{t("This page needs JavaScript.")}</noscript>
    </Told>
  );
}

interface ToldProps {
  icon: LucideIcon;
  tone: string;
  title: string;
  words: string;
  children: ReactNode;
}

function Told({ icon: Icon, tone, title, words, children }: ToldProps) {
  return (
    <div className="page flex justify-center py-8 md:py-14">
      <div className="panel flex w-full max-w-md flex-col items-center gap-3 p-6 text-center md:p-9" aria-live="polite">
        <Icon aria-hidden className={`size-12 ${tone}`} />
        <h1 className="heading text-3xl">{title}</h1>
        <p className="text-ink-2">{words}</p>
        <div className="mt-3 flex w-full flex-col gap-3">{children}</div>
      </div>
    </div>
  );
}
